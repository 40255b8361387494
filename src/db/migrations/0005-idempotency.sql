-- One idempotency key, one effect (docs/design/rules.md#idempotency).

-- A key that a request has used. All instants are by the clock of the database.
create table idempotency_keys (
  account_id    uuid not null,
  key_digest    bytea not null, -- HMAC of the key (docs/design/rules.md#i2).
  -- HMAC of method, path and canonical body (docs/design/rules.md#i3).
  fingerprint   bytea not null,
  -- The object that the work makes. Null: the work has not made it yet.
  object_id     uuid,
  -- The one request that is at work. A change of a running key names it, so that a late request
  -- changes nothing of the next one.
  owner_id      uuid,
  answer_status smallint, -- HTTP status of the stored response. Null: the work is running.
  -- The response, byte for byte, sealed in base64 where it holds a secret. Null: the work is
  -- running, or 30 days are over (docs/design/rules.md#i6).
  answer_body   text,
  -- Another request takes over a running key after this instant (docs/design/rules.md#i4).
  lease_ends_at timestamptz not null,
  created_at    timestamptz not null default now(),
  kept_until    timestamptz, -- When the key is deleted. Null: 400 days after created_at.
  primary key (account_id, key_digest)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

-- For the deletion of keys after 400 days.
create index idempotency_keys_oldest
  on idempotency_keys (created_at);

-- For the deletion of stored responses after 30 days.
create index idempotency_keys_kept
  on idempotency_keys (created_at)
  where answer_body is not null;

-- For the deletion of keys with a time of their own.
create index idempotency_keys_kept_until
  on idempotency_keys (kept_until)
  where kept_until is not null;

-- Sealed responses by the version of their master key: the base64 of the first three bytes.
create index idempotency_keys_sealed
  on idempotency_keys (left(answer_body, 4))
  where answer_body like 'AQ%';
