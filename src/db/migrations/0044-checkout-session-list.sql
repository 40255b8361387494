-- The list of checkout sessions, and of those of one link (docs/design/checkout.md).
create index checkout_sessions_newest
  on checkout_sessions (account_id, created_at desc, id desc);

create index checkout_sessions_of_link
  on checkout_sessions (account_id, link_id, created_at desc, id desc)
  where link_id is not null;
