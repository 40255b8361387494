-- One row per event and address: the outbox. Read by state, never by "id greater than the last one" (reliability L5).
create table deliveries (
  account_id   uuid not null,
  id           uuid not null,
  event_id     uuid not null,
  object_id    uuid not null,
  -- The event's version: within one object and address, n+1 waits for n (W6).
  sequence     integer not null,
  -- As the merchant wrote it.
  url          text not null,
  -- Its scheme, host and port: what fairness and the breaker look at (W8, W9).
  endpoint     text not null,
  state        text not null default 'waiting' check (state in ('waiting', 'delivered', 'exhausted', 'stopped')),
  attempts     integer not null default 0,
  -- Business time.
  due_at       timestamptz not null,
  -- Who holds it may try it until then, by the database's clock. Null: nobody does.
  lease_ends_at timestamptz,
  created_at   timestamptz not null default now(),
  delivered_at timestamptz,
  last_status  integer,
  last_error   text,
  primary key (account_id, id),
  unique (account_id, event_id, url)
);
create index deliveries_due on deliveries (account_id, endpoint, due_at) where state = 'waiting';
create index deliveries_of_object on deliveries (account_id, object_id, url, sequence);

create table delivery_attempts (
  account_id  uuid not null,
  delivery_id uuid not null,
  number      integer not null,
  at          timestamptz not null,
  -- Null when no status line came.
  status      integer,
  duration_ms integer not null,
  error       text,
  -- At most 1 KiB of the answer, redacted (W7).
  excerpt     text,
  primary key (account_id, delivery_id, number)
);

-- At most two live at once, while one is being replaced (W3).
create table webhook_secrets (
  account_id uuid not null references accounts,
  id         uuid not null,
  sealed     bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (account_id, id)
);
create unique index webhook_secrets_current on webhook_secrets (account_id) where expires_at is null;
