-- Whose database this is. The first process that opens it writes the row; every later process has to match it.
create table database_identity (
  is_only      boolean primary key default true check (is_only),
  mode         text not null check (mode in ('sandbox', 'production')),
  -- HMAC of a constant: proves the pepper without telling it.
  pepper_proof bytea not null,
  created_at   timestamptz not null default now()
);

-- A sealed constant for each version of the master key: proves that a process holds the same key.
create table master_key_proofs (
  version    integer primary key check (version between 1 and 65535),
  sealed     bytea not null,
  created_at timestamptz not null default now()
);

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end $$;
