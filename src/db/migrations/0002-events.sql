-- What happened, in the merchants' words. Written by the journal only; never changed.
create table events (
  account_id  uuid not null,
  id          uuid not null,
  object_type text not null,
  object_id   uuid not null,
  version     integer not null check (version > 0),
  type        text not null,
  payload     text not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, object_id, version)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger events_append_only before update or delete on events
  for each row execute function refuse_change();
create trigger events_no_truncate before truncate on events
  for each statement execute function refuse_change();
