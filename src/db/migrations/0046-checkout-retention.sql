-- When a worker looks at a session that may be deleted (docs/design/checkout.md).
alter table checkout_sessions
  add column clean_at timestamptz; -- Queue: its first end. Null: a payment was tried.

update checkout_sessions s
set clean_at = expires_at
where not exists (
  select from transactions t
  where t.account_id = s.account_id and t.checkout_session_id = s.id);

create index checkout_sessions_to_clean
  on checkout_sessions (clean_at)
  where clean_at is not null;
