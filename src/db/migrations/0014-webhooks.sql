-- Notifications of merchants: endpoints, deliveries, secrets (docs/guides/webhooks.md).

-- An address to which an account wants its events sent, beside the postbackUrl of each transaction
-- (docs/decisions/webhook-endpoints.md).
create table webhook_endpoints (
  account_id    uuid not null references accounts,
  id            uuid not null,
  url           text not null, -- Exactly as the merchant wrote it.
  origin        text not null, -- Scheme, host and port of url.
  description   text, -- By the merchant.
  -- Types of events. transaction.* is every type of that object, * every type.
  event_types   text[] not null check (cardinality(event_types) between 1 and 50),
  -- A deleted endpoint keeps its row for the log of deliveries.
  status        text not null default 'active' check (status in ('active', 'paused', 'deleted')),
  -- requested: by the merchant. gone: the address has answered 410 (docs/design/rules.md#w5).
  paused_reason text check (paused_reason in ('requested', 'gone')),
  -- Whether waiting deliveries still have to take over a new url or status.
  is_unsettled  boolean not null default false,
  version       integer not null default 1,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (account_id, id),
  -- A paused endpoint has a reason.
  check ((status = 'paused') = (paused_reason is not null))
);

-- The queue of endpoints whose deliveries have to follow.
create index webhook_endpoints_unsettled
  on webhook_endpoints (account_id, id)
  where is_unsettled;

-- The outbox: one event to one target. Workers read it by state (docs/design/rules.md#l5).
-- Partitioned by month: an id begins with the instant of its event. The rest of the id follows from
-- the event and the target, so a target gets each event once. The fill factor leaves room for the
-- lease of a claim on the same page: then no index changes.
create table deliveries (
  account_id          uuid not null,
  id                  uuid not null,
  event_id            uuid not null, -- The event, whose payload is sent.
  object_id           uuid not null, -- Of the event.
  -- The version of the event. Within one object and target, an event waits for the one before
  -- (docs/design/rules.md#w6).
  sequence            integer not null,
  webhook_endpoint_id uuid, -- Null: the target is the postbackUrl of a transaction.
  url                 text not null, -- Exactly as the merchant wrote it.
  endpoint            text not null, -- Scheme, host and port of url (docs/design/rules.md#w8).
  -- The endpoint, or the text of the postbackUrl. An endpoint keeps its order when its url changes.
  target              text not null
    generated always as (coalesce(webhook_endpoint_id::text, url)) stored,
  -- held: its endpoint is paused. exhausted: no try is left. stopped: given up.
  state               text not null default 'waiting' check (
    state in ('waiting', 'held', 'delivered', 'exhausted', 'stopped')
  ),
  attempts            integer not null default 0, -- Tries, over all.
  -- Tries before the last redelivery was requested: the schedule starts again from there.
  attempts_before     integer not null default 0,
  due_at              timestamptz not null, -- Queue, for the state waiting.
  lease_ends_at       timestamptz, -- The lease of a worker, by the database's clock.
  created_at          timestamptz(3) not null default now(), -- In ms, as in a cursor of the list.
  delivered_at        timestamptz, -- When the target accepted it.
  last_status         integer, -- HTTP status of the last try. Null: no response.
  last_error          text, -- Why the last try failed.
  primary key (account_id, id)
) partition by range (id);

create table months.deliveries_other
  partition of deliveries default
  with (
    fillfactor = 50,
    autovacuum_analyze_threshold = 500,
    autovacuum_analyze_scale_factor = 0.02
  );

-- The queue of each account and endpoint.
create index deliveries_due
  on deliveries (account_id, endpoint, due_at)
  where state = 'waiting';

-- The delivery before, of one object and target. The deliveries of an event are its object's.
create index deliveries_of_object
  on deliveries (account_id, object_id, target, sequence);

-- The list of deliveries (docs/decisions/lists.md).
create index deliveries_newest
  on deliveries (account_id, created_at desc, id desc);

-- The list of deliveries by state.
create index deliveries_by_state
  on deliveries (account_id, state, created_at desc, id desc);

-- The list of deliveries of an endpoint.
create index deliveries_of_endpoint
  on deliveries (account_id, webhook_endpoint_id, state, created_at desc, id desc)
  where webhook_endpoint_id is not null;

-- What the planner expects where its sample has not seen the rare values of these columns
-- (docs/decisions/lists.md#rare-values).
alter table deliveries
  alter column state set (n_distinct = 20),
  alter column webhook_endpoint_id set (n_distinct = 10);
alter table months.deliveries_other
  alter column state set (n_distinct = 20),
  alter column webhook_endpoint_id set (n_distinct = 10);

select add_first_months('deliveries');

-- The log of tries. A try is in the month of its delivery.
create table delivery_attempts (
  account_id  uuid not null,
  delivery_id uuid not null, -- The delivery.
  number      integer not null, -- From 1.
  at          timestamptz not null, -- When the try began.
  status      integer, -- HTTP status. Null: no status line came.
  duration_ms integer not null, -- How long the try took, ms.
  error       text, -- Why the try failed. Null: it succeeded.
  excerpt     text, -- At most 1 KiB of the response, redacted (docs/design/rules.md#w7).
  primary key (account_id, delivery_id, number)
) partition by range (delivery_id);

create table months.delivery_attempts_other
  partition of delivery_attempts default
  with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

select add_first_months('delivery_attempts');

-- The addresses at which every try fails. The first success deletes the row
-- (docs/design/rules.md#w9).
create table failing_webhook_addresses (
  account_id uuid not null,
  endpoint   text not null, -- Scheme, host and port.
  id         uuid not null,
  since      timestamptz not null, -- The first failure after the last success.
  told_at    timestamptz, -- When the merchant was notified. Null: not yet.
  primary key (account_id, endpoint)
);

-- The addresses whose merchant has to be notified.
create index failing_webhook_addresses_to_tell
  on failing_webhook_addresses (since, account_id)
  where told_at is null;

-- The secrets that sign. While one is replaced, two are valid (docs/design/rules.md#w3).
create table webhook_secrets (
  account_id          uuid not null references accounts,
  id                  uuid not null,
  webhook_endpoint_id uuid, -- Null: it signs notifications to the postbackUrl of transactions.
  sealed              bytea not null, -- The secret, sealed (docs/design/rules.md#k5).
  created_at          timestamptz not null default now(),
  expires_at          timestamptz, -- Null: the current secret. Else the end of a replaced one.
  primary key (account_id, id)
);

-- One current secret for each endpoint, and one for the postbackUrls of an account.
create unique index webhook_secrets_current
  on webhook_secrets (account_id, webhook_endpoint_id) nulls not distinct
  where expires_at is null;

-- Whether one of the filters of an endpoint accepts a type of event, the same as in
-- contract/events.ts.
create function lets_event(filters text[], type text)
returns boolean
language sql
immutable
as $$
  select exists (
    select
    from unnest(filters) as filter
    where filter in ('*', type)
      or (filter like '%.*' and starts_with(type, left(filter, -1)))
  )
$$;

-- The id of the delivery of an event to an endpoint: always the same one, and it begins with the
-- time of the event (RFC 9562, version 8).
create function webhook_delivery_id(event_id uuid, webhook_endpoint_id uuid)
returns uuid
language sql
immutable
as $$
  select (
    left(event_id::text, 14)
    || '8' || substr(digest, 1, 3)
    || '-8' || substr(digest, 4, 3)
    || '-' || substr(digest, 7, 12)
  )::uuid
  from (select md5(event_id::text || webhook_endpoint_id::text) as digest) as d
$$;
