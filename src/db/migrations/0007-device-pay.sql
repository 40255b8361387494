-- Hostnames an account may show the Device Pay button on (interface 2.4, 3.2).
create table domains (
  account_id      uuid not null,
  id              uuid not null,
  hostname        text not null check (hostname = lower(hostname) and length(hostname) <= 253),
  status          text not null check (status in ('PENDING', 'VERIFIED')),
  version         integer not null check (version > 0),
  -- Kept when a proof is lost: when it was given last.
  verified_at     timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (account_id, id),
  unique (account_id, hostname),
  check ((status = 'VERIFIED') <= (verified_at is not null))
);

-- What each acquirer knows of a hostname: an acquirer change starts a new row.
create table domain_registrations (
  account_id      uuid not null,
  domain_id       uuid not null,
  provider_id     uuid not null,
  state           text not null check (state in ('unregistered', 'registered', 'failed')),
  -- Of the association file that was registered: another file means another proof.
  content_digest  bytea,
  -- {stage, seen} of the last look that found something wrong.
  last_error      jsonb,
  last_checked_at timestamptz,
  -- When a worker asks the acquirer to look next, and how often in a row the file was not there.
  check_at        timestamptz,
  failures        integer not null default 0,
  -- Business time before which a registration that could not be asked for is not asked for again.
  retry_at        timestamptz,
  tries           integer not null default 0,
  -- Who holds it is asking the acquirer, by the database's clock.
  lease_ends_at   timestamptz,
  primary key (account_id, domain_id, provider_id),
  foreign key (account_id, domain_id) references domains (account_id, id) on delete cascade,
  check ((state = 'registered') <= (content_digest is not null))
);
create index domain_registrations_to_check on domain_registrations (check_at, account_id) where check_at is not null;

-- Hostnames that were removed here and are still to be taken off at an acquirer.
create table domain_removals (
  account_id  uuid not null,
  domain_id   uuid not null,
  provider_id uuid not null,
  hostname    text not null,
  due_at      timestamptz not null,
  removed_at  timestamptz not null,
  primary key (account_id, domain_id, provider_id)
);
create index domain_removals_due on domain_removals (due_at, account_id);

-- A wallet token is spent once, whoever sends it (reliability I7). Small and global: a reference table.
create table spent_wallet_tokens (
  digest         bytea primary key,
  account_id     uuid not null,
  transaction_id uuid not null,
  -- HMAC of the request that spent it: the same request again gets its first answer.
  fingerprint    bytea not null,
  spent_at       timestamptz not null default now()
);

-- Who asked for a merchant session, and what came of it. Never the session.
create table merchant_sessions (
  account_id uuid not null,
  id         uuid not null,
  -- Null: what was sent is no hostname.
  hostname   text,
  outcome    text not null,
  at         timestamptz not null,
  primary key (account_id, id)
);
create index merchant_sessions_newest on merchant_sessions (account_id, at desc);
create index merchant_sessions_oldest on merchant_sessions (at);
