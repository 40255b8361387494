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
  created_at           timestamptz not null default now(), -- By the database's clock.
  updated_at           timestamptz not null default now() -- By the database's clock.
);
