-- The peppers of the installation (docs/decisions/pepper-rotation.md).

-- A version of the pepper that a process has started with.
create table pepper_versions (
  version    integer primary key check (version between 1 and 65535),
  -- HMAC of a constant under the pepper: proves that a process has the same one. The proof of the
  -- first pepper of the installation is that of database_identity too.
  proof      bytea not null,
  -- The keys of digests that outlive the pepper, sealed (docs/design/rules.md#k5).
  kept_keys  bytea not null,
  created_at timestamptz not null default now(), -- By the database's clock.
  retired_at timestamptz -- Since then a process may start without it.
);

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end
$$;
