-- Money that goes back to a payer (docs/decisions/refunds.md).

-- A refund. The payment lists its refunds, and each refund is a new version of the payment. So the
-- version of the payment guards the sum of its refunds.
create table refunds (
  account_id      uuid not null,
  id              uuid not null,
  transaction_id  uuid not null,
  version         integer not null check (version > 0),
  -- PROCESSING until the provider gives a definite answer.
  status          text not null check (status in ('PROCESSING', 'COMPLETED', 'FAILED')),
  amount          bigint not null check (amount > 0), -- Cents.
  -- The books from which the money was taken. It returns there when the refund fails.
  holds           json not null,
  -- The paying bank, the PIX key and the document of its owner, for a refund to a key. Null: the
  -- money goes back the way it came.
  payout          json,
  -- Cents that the key's bank returned after the payment to the key had arrived.
  returned_amount bigint not null default 0,
  return_id       text, -- The provider's id of the refund.
  -- Whether a request may have reached the provider. It is committed before the request leaves
  -- (docs/design/rules.md#u2), and taken back on proof that no byte left.
  sent            boolean not null default true,
  -- When the acquirer first said that it will not do this cancel. This alone decides nothing.
  denied_at       timestamptz,
  queries         integer not null default 0, -- How often the provider was asked.
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  due_at          timestamptz, -- Queue: when a worker sends it or asks the provider.
  primary key (account_id, id),
  foreign key (account_id, transaction_id) references transactions (account_id, id),
  -- Only a refund to a key that has arrived can be returned.
  constraint refunds_returned_amount_check check (
    returned_amount between 0 and amount
    and (returned_amount = 0 or (status = 'COMPLETED' and payout is not null))
  )
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

-- The refunds of a payment.
create index refunds_of_transaction
  on refunds (account_id, transaction_id, created_at desc);

-- The queue of refunds to send or ask about.
create index refunds_due
  on refunds (due_at, account_id)
  where due_at is not null;

-- The refunds for which money of an account is blocked.
create index refunds_under_way
  on refunds (account_id, id)
  where status = 'PROCESSING';

-- The refunds that a provider's file of a day must contain.
create index refunds_completed
  on refunds (updated_at)
  where status = 'COMPLETED';

-- A refund by its id alone: files of providers name no account.
create index refunds_by_id
  on refunds (id);
