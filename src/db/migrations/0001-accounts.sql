-- Accounts, their keys, and the providers they use. Small tables without account_id become reference tables.

create table business_clock (
  only_row  boolean primary key default true check (only_row),
  offset_ms bigint not null default 0 check (offset_ms >= 0)
);
insert into business_clock default values;

-- Business time: the database's clock, moved forward in the sandbox only. Schedules and expiries use it.
create function business_now() returns timestamptz language sql stable as
  $$ select now() + (select offset_ms from business_clock) * interval '1 millisecond' $$;

create table providers (
  id          uuid primary key,
  kind        text not null,
  name        text not null,
  -- The whole settings, secrets included: AES-256-GCM (reliability K5).
  sealed      bytea not null,
  -- Digest of the secret part of the address the provider calls us at.
  callback_digest bytea not null unique,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);

create table accounts (
  id               uuid primary key,
  name             text not null check (length(name) between 1 and 120),
  document         text not null,
  status           text not null default 'active' check (status in ('active', 'suspended')),
  settings         jsonb not null,
  card_provider    uuid references providers,
  pix_provider     uuid references providers,
  boleto_provider  uuid references providers,
  -- The dated interface version the account was pinned to at its first call.
  api_version      text,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);

create table api_keys (
  account_id   uuid not null references accounts,
  id           uuid not null,
  kind         text not null check (kind in ('secret', 'public')),
  name         text not null,
  -- HMAC-SHA-256 with the server pepper (reliability K1): the key itself is shown once and never stored.
  digest       bytea not null unique,
  first_eight  text not null,
  last_four    text not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz,
  revoked_at   timestamptz,
  last_used_at timestamptz,
  primary key (account_id, id)
);

-- Token bucket (GCRA) by database time: the theoretical arrival time of the next request.
create unlogged table rate_limits (
  bucket text primary key,
  arrives_at timestamptz not null
);
