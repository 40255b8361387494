-- Money going back to a payer. The transaction's own list of refunds is what guards the sum: both change together.
create table refunds (
  account_id     uuid not null,
  id             uuid not null,
  transaction_id uuid not null,
  version        integer not null check (version > 0),
  status         text not null check (status in ('PROCESSING', 'COMPLETED', 'FAILED')),
  amount         bigint not null check (amount > 0),
  -- Where the money was taken from, to be put back should it fail.
  holds          json not null,
  -- The provider's id of the money on its way.
  return_id      text,
  -- Whether a request may have reached the provider.
  sent           boolean not null default false,
  queries        integer not null default 0,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  due_at         timestamptz,
  primary key (account_id, id),
  foreign key (account_id, transaction_id) references transactions (account_id, id)
);
create index refunds_of_transaction on refunds (account_id, transaction_id, created_at desc);
create index refunds_due on refunds (due_at, account_id) where due_at is not null;
