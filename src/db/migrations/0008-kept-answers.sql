-- Answers that are still kept, oldest first: what is forgotten after 30 days is found without reading the rest.
create index idempotency_keys_kept on idempotency_keys (created_at) where answer_body is not null;
