-- Where an account's next told event stands in its feed. The row is locked until the event's commit, so positions become
-- visible in order, without gaps: a reader that saw n can never meet a smaller one later. Locked last, in ascending
-- account id. Whoever changes an account's webhook endpoints holds it too: an event goes to those there are at its commit.
create table event_feeds (
  account_id    uuid primary key,
  last_position bigint not null check (last_position >= 0)
);

-- Null: bookkeeping nobody is told about.
alter table events add column position bigint;
alter table events disable trigger events_append_only;
with told as (
  select account_id, id, row_number() over (partition by account_id order by recorded_at, object_id, version) as position
  from events
  where type not in ('transaction.created', 'transaction.late_approval', 'transaction.late_approval_voided')
    and type not like 'transaction.attempt\_%'
)
update events e set position = told.position from told where e.account_id = told.account_id and e.id = told.id;
alter table events enable trigger events_append_only;
insert into event_feeds select account_id, max(position) from events where position is not null group by account_id;
create unique index events_by_position on events (account_id, position) where position is not null;

-- Addresses an account wants its events told to, beside each transaction's postbackUrl.
create table webhook_endpoints (
  account_id    uuid not null references accounts,
  id            uuid not null,
  url           text not null,
  -- Its scheme, host and port.
  origin        text not null,
  description   text,
  -- Event types; `transaction.*` is every one of a kind, `*` every one.
  event_types   text[] not null check (cardinality(event_types) between 1 and 50),
  status        text not null default 'active' check (status in ('active', 'paused', 'deleted')),
  -- With paused: by the merchant, or because the address answered 410.
  paused_reason text check (paused_reason in ('requested', 'gone')),
  -- Deliveries that wait do not follow its address and status yet.
  is_unsettled  boolean not null default false,
  version       integer not null default 1,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (account_id, id),
  check ((status = 'paused') = (paused_reason is not null))
);
create index webhook_endpoints_unsettled on webhook_endpoints (account_id, id) where is_unsettled;

alter table deliveries
  -- Whole milliseconds, as a cursor carries them.
  alter column created_at type timestamptz(3),
  -- Null: to a transaction's postbackUrl.
  add column webhook_endpoint_id uuid,
  -- Whom it is told to: within one object and target, n+1 waits for n (W6), also when the target's address changes.
  add column target text not null generated always as (coalesce(webhook_endpoint_id::text, url)) stored,
  -- Tries made before it was last asked to be delivered again: the plan starts anew, the log goes on.
  add column attempts_before integer not null default 0,
  drop constraint deliveries_state_check,
  add constraint deliveries_state_check check (state in ('waiting', 'held', 'delivered', 'exhausted', 'stopped')),
  drop constraint deliveries_account_id_event_id_url_key,
  add constraint deliveries_event_and_target unique (account_id, event_id, target);

drop index deliveries_of_object;
create index deliveries_of_object on deliveries (account_id, object_id, target, sequence);
create index deliveries_newest on deliveries (account_id, created_at desc, id desc);
create index deliveries_open_of_endpoint on deliveries (account_id, webhook_endpoint_id)
  where webhook_endpoint_id is not null and state in ('waiting', 'held');

-- Since when every try at an address fails. A success deletes the row.
create table failing_webhook_addresses (
  account_id uuid not null,
  -- Scheme, host and port.
  endpoint   text not null,
  id         uuid not null,
  since      timestamptz not null,
  told_at    timestamptz,
  primary key (account_id, endpoint)
);
create index failing_webhook_addresses_to_tell on failing_webhook_addresses (since, account_id) where told_at is null;

-- A secret of one endpoint, or of the account's postbacks.
alter table webhook_secrets add column webhook_endpoint_id uuid;
drop index webhook_secrets_current;
create unique index webhook_secrets_current on webhook_secrets (account_id, webhook_endpoint_id) nulls not distinct
  where expires_at is null;

-- Whether one of the filters lets an event type through, as `lets` in contract/events.ts.
create function lets_event(filters text[], type text) returns boolean language sql immutable as $$
  select exists (
    select from unnest(filters) as filter
    where filter in ('*', type) or (filter like '%.*' and starts_with(type, left(filter, -1))))
$$;

-- The delivery of one event to one endpoint: the same id every time, and beginning with the event's time (RFC 9562, version 8).
create function webhook_delivery_id(event_id uuid, webhook_endpoint_id uuid) returns uuid language sql immutable as $$
  select (left(event_id::text, 14) || '8' || substr(digest, 1, 3) || '-8' || substr(digest, 4, 3) || '-'
    || substr(digest, 7, 12))::uuid
  from (select md5(event_id::text || webhook_endpoint_id::text) as digest) as d
$$;
