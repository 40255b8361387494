-- The acquirers and banks that an operator has configured.

-- One contract with one provider.
create table providers (
  id                   uuid primary key,
  -- The adapter, such as cielo or efi (src/providers/registry.ts).
  kind                 text not null,
  name                 text not null, -- Chosen by the operator.
  -- All settings with their secrets, sealed by AES-256-GCM (docs/design/rules.md#k5).
  sealed               bytea not null,
  -- HMAC of the secret part of the address at which the provider calls the gateway.
  callback_digest      bytea not null unique,
  -- The same of a new address that was offered to the provider. The old address works until the
  -- provider uses the new one, so that no notice is lost.
  next_callback_digest bytea unique,
  -- Whether the provider has accepted the address that it was offered last. Null: an operator
  -- registers the address by hand.
  callback_registered  boolean,
  -- When the address that was offered last was made, by the database's clock. Null: none was.
  callback_made_at     timestamptz,
  created_at           timestamptz not null default now(), -- By the database's clock.
  updated_at           timestamptz not null default now() -- By the database's clock.
);

-- Calls of one operation in one minute or one hour, of all processes together. A process adds its
-- calls of the last seconds in one statement. Minutes are kept for two hours, hours for a day.
create table provider_calls (
  width       text not null check (width in ('minute', 'hour')),
  starts_at   timestamptz not null, -- By the database's clock.
  provider_id uuid not null references providers,
  operation   text not null, -- A function of the port, such as sale, createCharge or disputes.list.
  failures    integer not null, -- Calls without a usable response.
  latencies   integer[] not null, -- Calls by latency; the bounds are in src/providers/health.
  primary key (width, starts_at, provider_id, operation)
);

-- The latest instants of each provider, by business time.
create table provider_signs (
  provider_id uuid primary key references providers,
  answered_at timestamptz, -- The end of the last call with a usable response.
  failed_at   timestamptz, -- The end of the last call without one.
  noticed_at  timestamptz, -- The last notice at our callback address.
  -- When a process last reported that it sends the provider one probe at a time, by the database's
  -- clock. -infinity: the provider responded to it again.
  silent_at   timestamptz
);
