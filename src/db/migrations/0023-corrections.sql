-- Who corrected the books and why: one record for each transfer of cause `correction`, never changed.
create table ledger_corrections (
  account_id   uuid not null,
  id           uuid not null,
  debit_book   text not null,
  credit_book  text not null,
  amount       bigint not null check (amount > 0),
  reason       text not null check (reason <> ''),
  corrected_by text not null check (corrected_by <> ''),
  corrected_at timestamptz not null,
  primary key (account_id, id)
);
create index ledger_corrections_newest on ledger_corrections (corrected_at desc, id desc);
create trigger ledger_corrections_append_only before update or delete on ledger_corrections
  for each row execute function refuse_change();
create trigger ledger_corrections_no_truncate before truncate on ledger_corrections
  for each statement execute function refuse_change();

-- A stop stays when it is over: who let the money go, and which breaches that person had seen. At most one is not over.
alter table cashout_stops
  drop constraint cashout_stops_pkey,
  add column id uuid primary key default gen_random_uuid(),
  -- What could not be true: [{"rule", "accountId", "subject"}, …].
  add column breaches jsonb not null default '[]',
  add column resumed_at timestamptz,
  add column resumed_by text check (resumed_by <> ''),
  add column note text check (note <> ''),
  add check (num_nulls(resumed_at, resumed_by, note) in (0, 3));
create unique index cashout_stops_one on cashout_stops (only_row) where resumed_at is null;

create function keep_ended_stops() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.resumed_at is not null then
    raise exception 'cashout_stops that are over are append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger cashout_stops_ended before update or delete on cashout_stops
  for each row execute function keep_ended_stops();
create trigger cashout_stops_no_truncate before truncate on cashout_stops
  for each statement execute function refuse_change();

alter function restrict_to_append rename to restrict_to_append_before_0023;
create function restrict_to_append(role name) returns void language plpgsql as $$
begin
  perform restrict_to_append_before_0023(role);
  execute format('revoke update, delete, truncate on ledger_corrections from %I', role);
  execute format('revoke delete, truncate on cashout_stops from %I', role);
end $$;
revoke execute on function restrict_to_append from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end $$;
