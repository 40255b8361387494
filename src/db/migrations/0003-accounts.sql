-- The accounts of the merchants and their API keys.

-- A merchant's account: what it may do, at which price, through which providers.
create table accounts (
  id              uuid primary key,
  name            text not null check (length(name) between 1 and 120), -- Chosen by the operator.
  document        text not null, -- CPF or CNPJ without punctuation.
  -- A suspended account has no valid key and sends no money (docs/decisions/suspended-accounts.md).
  status          text not null default 'active' check (status in ('active', 'suspended')),
  -- Methods, limits, prices, settlement days, cashout rules (AccountSettings in
  -- src/accounts/account.ts).
  settings        jsonb not null,
  card_provider   uuid references providers, -- Null: the account sells no cards.
  pix_provider    uuid references providers, -- Null: the account sells no PIX.
  boleto_provider uuid references providers, -- Null: the account sells no boletos.
  payout_provider uuid references providers, -- The bank that sends cashouts. Null: none.
  -- The dated version of the interface that the first call of the account has fixed
  -- (docs/design/interface.md#versioning).
  api_version     text,
  version         integer not null default 1,
  created_at      timestamptz not null default now(), -- By the database's clock.
  updated_at      timestamptz not null default now() -- By the database's clock.
);

-- Suspended accounts are few. Queues look them up to leave their money where it is.
create index accounts_suspended
  on accounts (id)
  where status = 'suspended';

-- What an operator searches accounts by: the document, the beginning of the name, the status.
create index accounts_document on accounts (document);
create index accounts_name on accounts (lower(name) text_pattern_ops);
create index accounts_status on accounts (status, id);

-- What the planner expects where its sample has not seen the rare values of these columns
-- (docs/decisions/lists.md#rare-values).
alter table accounts alter column status set (n_distinct = 20);

-- API keys (docs/design/rules.md#k1). The key itself is shown once and never stored.
create table api_keys (
  account_id   uuid not null references accounts,
  id           uuid not null,
  -- A secret key opens the routes of the account, a public key the routes for browsers
  -- (docs/design/rules.md#k3).
  kind         text not null check (kind in ('secret', 'public')),
  name         text not null, -- Chosen by the merchant or the operator.
  digest       bytea not null unique, -- HMAC-SHA-256 of the key under the pepper.
  first_eight  text not null, -- The first eight characters, to recognise the key.
  last_four    text not null, -- The last four characters.
  created_at   timestamptz not null default now(), -- By the database's clock.
  expires_at   timestamptz, -- The key is invalid from then on. Null: no end.
  revoked_at   timestamptz, -- The key is invalid since then.
  -- The key, and one that replaces it, is invalid from then on. Null: no end.
  valid_until  timestamptz,
  -- Names of contract/permission.ts. Null: every permission that a key can have.
  permissions  text[],
  -- Networks in CIDR notation from which the key opens anything. Null: from everywhere.
  addresses    text[],
  -- The actor who made it, as JSON: kind, id and name (src/primitives/actor.ts). The person cannot
  -- approve what the key asks for. Null: not known.
  made_by      jsonb,
  last_used_at timestamptz, -- When the key was last used, within some minutes.
  primary key (account_id, id)
);
