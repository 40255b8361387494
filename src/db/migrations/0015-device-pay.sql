-- Device Pay: the hostnames of merchants, and merchant sessions (docs/guides/device-pay.md).

-- A hostname on which an account can show the button (docs/design/interface.md#device-pay-domain).
create table domains (
  account_id  uuid not null,
  id          uuid not null,
  -- Lower-case ASCII (docs/design/rules.md#s6).
  hostname    text not null check (hostname = lower(hostname) and length(hostname) <= 253),
  -- Only VERIFIED shows the button (docs/design/interface.md#domain-status).
  status      text not null check (status in ('PENDING', 'VERIFIED')),
  version     integer not null check (version > 0),
  verified_at timestamptz, -- When it last became VERIFIED. It stays when the proof is lost.
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (account_id, id),
  -- An account has each hostname once.
  unique (account_id, hostname),
  -- A verified hostname has the instant of its proof.
  check ((status = 'VERIFIED') <= (verified_at is not null))
);

-- What one acquirer knows of a hostname. A change of the acquirer starts a new row
-- (docs/decisions/acquirer-change.md).
create table domain_registrations (
  account_id      uuid not null,
  domain_id       uuid not null, -- The hostname.
  provider_id     uuid not null,
  -- failed: the acquirer did not find the association file.
  state           text not null check (state in ('unregistered', 'registered', 'failed')),
  -- SHA-256 of the association file that was registered. Another file needs another proof.
  content_digest  bytea,
  last_error      jsonb, -- {stage, seen} of the last check that found a fault.
  last_checked_at timestamptz, -- When the file was last checked.
  check_at        timestamptz, -- Queue: when a worker checks the file.
  failures        integer not null default 0, -- Checks in a row that did not find the file.
  -- Not before this instant a registration is tried again at an acquirer that was unavailable.
  retry_at        timestamptz,
  tries           integer not null default 0, -- How often in a row the acquirer was unavailable.
  lease_ends_at   timestamptz, -- The lease of a registration, by the database's clock.
  primary key (account_id, domain_id, provider_id),
  foreign key (account_id, domain_id) references domains (account_id, id) on delete cascade,
  -- A registered hostname has the digest of its file.
  check ((state = 'registered') <= (content_digest is not null))
);

-- The queue of files to check.
create index domain_registrations_to_check
  on domain_registrations (check_at, account_id)
  where check_at is not null;

-- Hostnames that a merchant has removed and that an acquirer still knows
-- (docs/decisions/removing-a-domain.md).
create table domain_removals (
  account_id  uuid not null,
  domain_id   uuid not null, -- Of the removed row.
  provider_id uuid not null,
  hostname    text not null, -- To be removed at the acquirer.
  due_at      timestamptz not null, -- Queue: when a worker asks the acquirer to remove it.
  removed_at  timestamptz not null, -- When the merchant removed it.
  primary key (account_id, domain_id, provider_id)
);

-- The queue of removals.
create index domain_removals_due
  on domain_removals (due_at, account_id);

-- The requests for a merchant session, without the session itself.
create table merchant_sessions (
  account_id uuid not null,
  id         uuid not null,
  hostname   text, -- Of the page.
  outcome    text not null, -- given, domain-not-verified, refused-by-wallet or unavailable.
  at         timestamptz not null, -- When it was requested.
  primary key (account_id, id)
);

-- Whether an account had a session in the last minutes
-- (docs/decisions/wallet-token-binding.md).
create index merchant_sessions_newest
  on merchant_sessions (account_id, at desc);

-- For the deletion after 180 days.
create index merchant_sessions_oldest
  on merchant_sessions (at);

-- The hostname of the checkout page at each acquirer with Device Pay. It is the operator's and
-- belongs to no account (docs/decisions/device-pay-at-checkout.md).
create table checkout_domains (
  provider_id     uuid not null, -- The acquirer.
  -- Of the address of the checkout page.
  hostname        text not null check (hostname = lower(hostname) and length(hostname) <= 253),
  content_digest  bytea not null, -- SHA-256 of the association file that the acquirer requires.
  verified_at     timestamptz, -- Since when the acquirer finds that file. Null: it does not.
  last_error      jsonb, -- {stage, seen} of the last check, if it found a fault.
  last_checked_at timestamptz, -- When the file was last checked.
  failures        integer not null default 0, -- Checks in a row that did not find the file.
  check_at        timestamptz not null, -- Queue: when a worker has the file checked.
  primary key (provider_id, hostname)
);
