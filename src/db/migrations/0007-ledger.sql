-- Double entry by transfers between books (docs/decisions/ledger.md).

-- A transfer of money from one book to another, never changed (docs/design/rules.md#l1). The books
-- of a merchant are pending, available, blocked and debt. The books of the platform are fees,
-- orphan-funds, and one clearing book for each rail, such as clearing:pix. The columns *_after hold
-- the books of the merchant after the transfer, so that the balance at any instant is one row, and
-- a row that was edited, removed or added later contradicts its neighbours.
create table ledger_transfers (
  account_id      uuid not null,
  number          bigint not null, -- 1, 2, 3 … for each account, without gaps.
  id              uuid not null,
  -- A debit lowers pending, available and blocked. It raises debt.
  debit_book      text not null,
  -- A credit raises pending, available and blocked. It lowers debt.
  credit_book     text not null,
  amount          bigint not null check (amount > 0), -- Cents.
  cause_type      text not null, -- What made the transfer necessary (src/ledger/effect.ts).
  cause_id        uuid not null, -- The id of the cause.
  effect          text not null, -- Which effect of its cause the transfer is.
  transaction_id  uuid, -- The payment it belongs to. Null: it belongs to none.
  -- The receivable it takes from, returns to or settles. It is not part of the seal.
  receivable_id   uuid,
  pending_after   bigint not null, -- Cents in pending after the transfer.
  available_after bigint not null, -- Cents in available after the transfer.
  blocked_after   bigint not null, -- Cents in blocked after the transfer.
  debt_after      bigint not null, -- Cents in debt after the transfer.
  posted_at       timestamptz not null, -- It never decreases within an account.
  seal            bytea not null, -- ledger_seal() of the line of the row.
  primary key (account_id, number),
  -- A cause has each of its effects once (docs/design/rules.md#l2).
  unique (account_id, cause_id, cause_type, effect),
  check (debit_book <> credit_book),
  -- No book of a merchant is below zero (docs/design/rules.md#l3).
  constraint ledger_transfers_covered
    check (least(pending_after, available_after, blocked_after, debt_after) >= 0),
  -- Only books that exist.
  constraint ledger_transfers_books check (
    (
      debit_book in ('pending', 'available', 'blocked', 'debt', 'fees', 'orphan-funds')
      or debit_book like 'clearing:%'
    ) and (
      credit_book in ('pending', 'available', 'blocked', 'debt', 'fees', 'orphan-funds')
      or credit_book like 'clearing:%'
    )
  )
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

-- The balance at an instant, and the transfers of a day.
create index ledger_transfers_by_time
  on ledger_transfers (account_id, posted_at, number);

-- The transfers of a payment.
create index ledger_transfers_of_transaction
  on ledger_transfers (account_id, transaction_id, number)
  where transaction_id is not null;

-- The transfers of a receivable.
create index ledger_transfers_of_receivable
  on ledger_transfers (account_id, receivable_id, number)
  where receivable_id is not null;

-- The statement of the book pending. A statement is of one book (docs/decisions/lists.md), and a
-- transfer is in one or two of these four indexes.
create index ledger_transfers_of_pending
  on ledger_transfers (account_id, posted_at, number)
  where 'pending' in (debit_book, credit_book);

-- The statement of the book available.
create index ledger_transfers_of_available
  on ledger_transfers (account_id, posted_at, number)
  where 'available' in (debit_book, credit_book);

-- The statement of the book blocked.
create index ledger_transfers_of_blocked
  on ledger_transfers (account_id, posted_at, number)
  where 'blocked' in (debit_book, credit_book);

-- The statement of the book debt.
create index ledger_transfers_of_debt
  on ledger_transfers (account_id, posted_at, number)
  where 'debt' in (debit_book, credit_book);

-- The entries of money whose owner is unknown. They are few. Of any other posting PostgreSQL only
-- checks the condition.
create index ledger_transfers_of_orphans
  on ledger_transfers (account_id, posted_at, number)
  where 'orphan-funds' in (debit_book, credit_book);

create trigger ledger_append_only
  before update or delete on ledger_transfers
  for each row execute function refuse_change();

create trigger ledger_no_truncate
  before truncate on ledger_transfers
  for each statement execute function refuse_change();

-- A transfer as one line of text with tabs between the fields: what is sealed, chained and
-- exported. pending, available, blocked and debt are the values after the transfer.
create function ledger_line(
  account_id uuid,
  number bigint,
  posted_at timestamptz,
  debit_book text,
  credit_book text,
  amount bigint,
  cause_type text,
  cause_id uuid,
  effect text,
  transaction_id uuid,
  pending bigint,
  available bigint,
  blocked bigint,
  debt bigint,
  id uuid
)
returns text
language sql
stable
as $$
  select concat_ws(
    E'\t',
    account_id,
    number,
    to_char(posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    debit_book,
    credit_book,
    amount,
    cause_type,
    cause_id,
    effect,
    coalesce(transaction_id::text, ''),
    pending,
    available,
    blocked,
    debt,
    id
  )
$$;

-- SHA-256 of a line.
create function ledger_seal(line text)
returns bytea
language sql
immutable
as $$
  select sha256(convert_to(line, 'UTF8'))
$$;

-- The books of each merchant, ready to read: a copy of the account's last transfer. The books of
-- the platform have no row: they are sums of transfers. The lock of a row gives the transfers of
-- its account their order. The fill factor leaves room for updates on the same page.
create table balances (
  account_id     uuid primary key,
  pending        bigint not null default 0 check (pending >= 0), -- Cents not yet available.
  available      bigint not null default 0 check (available >= 0), -- Cents the merchant can use.
  -- Cents held for a claim or payout.
  blocked        bigint not null default 0 check (blocked >= 0),
  debt           bigint not null default 0 check (debt >= 0), -- Cents the merchant owes.
  last_number    bigint not null default 0, -- Of the last transfer.
  last_posted_at timestamptz -- Of the last transfer.
) with (fillfactor = 50);

-- Who corrected the books and why: one row for each transfer with the cause correction, never
-- changed.
create table ledger_corrections (
  account_id   uuid not null,
  id           uuid not null, -- The cause_id of the transfer.
  debit_book   text not null, -- As in the transfer.
  credit_book  text not null, -- As in the transfer.
  amount       bigint not null check (amount > 0), -- Cents.
  reason       text not null check (reason <> ''), -- Why, in the words of the person.
  corrected_by text not null check (corrected_by <> ''), -- The person.
  corrected_at timestamptz not null, -- When the transfer was posted.
  primary key (account_id, id)
);

-- The list of corrections for operators.
create index ledger_corrections_newest
  on ledger_corrections (corrected_at desc, id desc);

create trigger ledger_corrections_append_only
  before update or delete on ledger_corrections
  for each row execute function refuse_change();

create trigger ledger_corrections_no_truncate
  before truncate on ledger_corrections
  for each statement execute function refuse_change();
