-- Totals of an account by day, for its overview, its statement of a month and the calendar of its
-- receivables (docs/decisions/totals.md). A worker counts events and transfers in their order. Each
-- table can be emptied and counted again. Days are days of São Paulo.

-- How far the totals of an account have counted. The row is locked while its account is counted.
create table totals_cursors (
  account_id      uuid primary key,
  -- The version of the rules in src/overview/totals-store.ts by which it was counted.
  rule            integer not null,
  event_position  bigint not null, -- The last counted event, by its position in the feed.
  transfer_number bigint not null, -- The last counted transfer.
  terms_position  bigint not null default 0, -- The last event whose search terms were added.
  counted_at      timestamptz, -- By the database's clock. Null: never.
  -- When a worker last tried to count, also without success. The oldest is next.
  tried_at        timestamptz not null default now()
);

-- What became of payments: the count and the amount of each outcome.
create table outcome_days (
  account_id uuid not null,
  day        date not null, -- Of the event.
  method     text not null, -- As in transactions.
  -- created: a charge was made that a payer pays at a bank. approved, refused: an acquirer decided.
  outcome    text not null check (outcome in ('created', 'approved', 'refused')),
  reason     text not null, -- Why it was refused, at most 120 characters. Empty: not refused.
  count      bigint not null check (count >= 0),
  amount     bigint not null check (amount >= 0), -- Cents.
  primary key (account_id, day, method, outcome, reason)
);

-- What moved between two books, by its cause.
create table transfer_days (
  account_id  uuid not null,
  day         date not null, -- Of posted_at.
  cause_type  text not null, -- As in ledger_transfers.
  effect      text not null, -- As in ledger_transfers, without the number behind the name.
  debit_book  text not null, -- As in ledger_transfers.
  credit_book text not null, -- As in ledger_transfers.
  count       bigint not null check (count >= 0),
  amount      bigint not null check (amount >= 0), -- Cents.
  primary key (account_id, day, cause_type, effect, debit_book, credit_book)
);

-- The sales of all accounts by day, for the overview of the operator. The index has no column that
-- counting changes.
create index transfer_days_of_sales
  on transfer_days (day, account_id)
  where cause_type = 'transaction' and effect = 'sale';

-- The money of receivables by the day on which it arrives.
create table receivable_days (
  account_id uuid not null,
  due_on     date not null, -- As in receivables.
  scheduled  bigint not null, -- Cents to come.
  settled    bigint not null, -- Cents that have become available.
  primary key (account_id, due_on)
);

-- Filters of lists that a person keeps under a name.
create table saved_views (
  account_id uuid not null,
  owner_id   uuid not null, -- The person, or the secret key, that saved it.
  id         uuid not null,
  page       text not null check (char_length(page) between 1 and 40), -- Of the dashboard.
  name       text not null check (char_length(name) between 1 and 60),
  query      text not null check (char_length(query) <= 2000), -- The filters, as in an address.
  created_at timestamptz not null,
  primary key (account_id, owner_id, id),
  -- A page has each name once.
  unique (account_id, owner_id, page, name)
);
