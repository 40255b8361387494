-- A version of the master key that is retired seals nothing: a process may start without it.
alter table master_key_proofs add column retired_at timestamptz;

-- Kept answers that are sealed, by the version of their master key: base64 of the first three bytes.
create index idempotency_keys_sealed on idempotency_keys (left(answer_body, 4)) where answer_body like 'AQ%';
