-- A key is taken before the work, so its row may not know yet what the work makes.
alter table idempotency_keys
  alter column object_id drop not null,
  -- One request at work. What a request does to a running key names it, so that a late one changes nothing of the next.
  add column owner_id uuid,
  -- When the key is forgotten; null: after the usual time.
  add column kept_until timestamptz;
create index idempotency_keys_kept_until on idempotency_keys (kept_until) where kept_until is not null;
