-- One key, one effect (reliability section 2).
create table idempotency_keys (
  account_id    uuid not null,
  -- HMAC of the key; the fingerprint is an HMAC of method, path and canonical body.
  key_digest    bytea not null,
  fingerprint   bytea not null,
  object_id     uuid not null,
  -- Null while running.
  answer_status smallint,
  answer_body   text,
  lease_ends_at timestamptz not null,
  created_at    timestamptz not null default now(),
  primary key (account_id, key_digest)
);
create index idempotency_keys_oldest on idempotency_keys (created_at);
