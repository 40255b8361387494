-- The histories of the database that a process has seen (docs/decisions/restore.md).

-- One history: a cluster of PostgreSQL and its timeline. A restore and a failover begin a new
-- timeline. While the present one has no `settled_at`, no money leaves.
create table database_epochs (
  system_id  bigint not null, -- pg_control_system().system_identifier.
  timeline   integer not null check (timeline > 0),
  noticed_at timestamptz not null default now(), -- By the database's clock.
  -- The recovery target of the server's settings when it was noticed. Empty: it had none.
  target     text not null default '',
  -- What was committed after this instant may be lost. Null: nothing is lost, or it is not known.
  lost_since timestamptz,
  settled_at timestamptz, -- Since then money may leave.
  settled_by text check (settled_by <> ''), -- The person, or how the gateway decided it.
  primary key (system_id, timeline),
  check (num_nulls(settled_at, settled_by) in (0, 2))
);

-- The history in which these tables are created loses nothing.
insert into database_epochs (system_id, timeline, settled_at, settled_by)
select system_identifier,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer, now(), 'first'
from pg_control_system();

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end
$$;
