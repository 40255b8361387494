-- The audit log at the end of each day: a digest to keep outside the database. With it a chain that
-- was made anew, or restored from an old copy, is seen.

create table audit_days (
  date     date primary key, -- A day of São Paulo that has ended and had entries.
  number   bigint not null, -- Of the last entry at its end.
  hash     bytea not null, -- Of that entry.
  previous bytea not null, -- The digest before. Zeros: the first.
  digest   bytea not null, -- SHA-256 of previous, date, number and hash.
  made_at  timestamptz not null default now() -- By the database's clock.
);

create trigger audit_days_append_only
  before update or delete on audit_days
  for each row execute function refuse_change();

create trigger audit_days_no_truncate
  before truncate on audit_days
  for each statement execute function refuse_change();

-- Rights of the gateway's role; restrict_to_append calls it after restrict_public.
create function restrict_public_audit_days(role name)
returns void
language plpgsql
as $$
begin
  execute format('revoke update, delete, truncate on audit_days from %I', role);
end
$$;

revoke execute on function restrict_public_audit_days from public;

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end
$$;
