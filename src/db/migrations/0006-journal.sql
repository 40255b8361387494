-- Events: what happened to each object. The journal writes one event with each change
-- (docs/design/rules.md#l4).

-- Raises an error unless every row of a change was written. A batch of changes that is sent in one
-- round trip is committed only if no row has lost a race.
create function require_rows(written bigint, expected bigint)
returns void
language plpgsql
as $$
begin
  if written is distinct from expected then
    raise exception '% of % rows were written', written, expected using errcode = 'GU001';
  end if;
end
$$;

-- The newest version of each object. A change whose version is not above it is rejected: two
-- changes cannot make the same version of one object, also when their events are in different
-- months.
create table object_versions (
  account_id uuid not null,
  object_id  uuid not null,
  version    integer not null check (version > 0),
  primary key (account_id, object_id)
) with (
  fillfactor = 80,
  autovacuum_analyze_threshold = 500,
  autovacuum_analyze_scale_factor = 0.02
);

-- An event, never changed. Partitioned by month: an id begins with the instant of the event.
create table events (
  account_id  uuid not null,
  id          uuid not null,
  object_type text not null, -- Such as transaction, cashout or dispute.
  object_id   uuid not null, -- The object that changed.
  version     integer not null check (version > 0), -- Of the object after the change.
  type        text not null, -- From the catalogue in contract/events.ts.
  payload     text not null, -- The body of the webhook, byte for byte (docs/design/rules.md#w1).
  occurred_at timestamptz not null, -- When the change happened.
  recorded_at timestamptz not null default now(), -- By the database's clock.
  -- The place in the feed of the account: 1, 2, 3 … without gaps (docs/decisions/pull-feed.md).
  -- Null: the merchant is not notified of this event.
  position    bigint,
  -- The actor as JSON (src/primitives/actor.ts): kind, id, name, request and address. Null: not
  -- known.
  actor       jsonb,
  primary key (account_id, id)
) partition by range (id);

create table months.events_other
  partition of events default
  with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

-- The history of an object.
create index events_of_object
  on events (account_id, object_id, version);

-- The feed in its order. The row of event_feeds gives each position to one event.
create index events_by_position
  on events (account_id, position)
  where position is not null;

-- The feed of one type of event (docs/decisions/lists.md).
create index events_by_type
  on events (account_id, type, position)
  where position is not null;

-- The changes of an account that people made, for the audit log.
create index events_by_people
  on events (account_id, id)
  where actor ->> 'kind' in ('person', 'operator-token', 'cli');

-- Refuses every change but that of the personal data of a payer.
create function refuse_event_change()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' and is_pseudonymising() and (
    new.account_id, new.id, new.object_type, new.object_id, new.version, new.type,
    new.occurred_at, new.recorded_at, new.position
  ) is not distinct from (
    old.account_id, old.id, old.object_type, old.object_id, old.version, old.type,
    old.occurred_at, old.recorded_at, old.position
  ) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation';
end
$$;

create trigger events_append_only
  before update or delete on events
  for each row execute function refuse_event_change();

create trigger events_no_truncate
  before truncate on events
  for each statement execute function refuse_change();

create trigger events_other_no_truncate
  before truncate on months.events_other
  for each statement execute function refuse_change();

-- What the planner expects where its sample has not seen the rare values of these columns
-- (docs/decisions/lists.md#rare-values).
alter table events
  alter column type set (n_distinct = 40);
alter table months.events_other
  alter column type set (n_distinct = 40);

select add_first_months('events');

-- The last position of each account's feed. The row stays locked until the commit of the event, so
-- that positions become visible in order. A process locks it last, in ascending order of
-- account_id. A change of webhook endpoints locks it too, so that each event goes to the endpoints
-- of its commit.
create table event_feeds (
  account_id    uuid primary key,
  last_position bigint not null check (last_position >= 0) -- 0: no event yet.
);
