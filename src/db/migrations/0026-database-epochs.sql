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

-- Skips numbers that a bank may have from commits that are lost: a boleto or a file with a used
-- number would be taken for the other one.
create function skip_lost_numbers()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform setval('boleto_sequence', nextval('boleto_sequence') + 100000);
  insert into remittance_files
    (provider_id, agreement, sequence, made_at, published_at, due_at)
  select provider_id, agreement, least(max(sequence) + 1000, 999999), now(), now(), now()
  from remittance_files
  group by provider_id, agreement
  on conflict do nothing;
  return null;
end
$$;

revoke execute on function skip_lost_numbers from public;

create trigger database_epochs_skip_numbers
  after insert or update of settled_at on database_epochs
  for each row
  when (new.settled_at is null)
  execute function skip_lost_numbers();

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end
$$;
