-- Double entry by transfers: balanced by construction, append-only, one effect per cause.
create table ledger_transfers (
  account_id  uuid not null,
  id          uuid not null,
  debit_book  text not null,
  credit_book text not null,
  amount      bigint not null check (amount > 0),
  cause_type  text not null,
  cause_id    uuid not null,
  effect      text not null,
  posted_at   timestamptz not null,
  primary key (account_id, id),
  unique (account_id, cause_type, cause_id, effect),
  check (debit_book <> credit_book)
);
create index ledger_transfers_newest on ledger_transfers (account_id, posted_at desc, id desc);

create trigger ledger_append_only before update or delete on ledger_transfers
  for each row execute function refuse_change();
create trigger ledger_no_truncate before truncate on ledger_transfers
  for each statement execute function refuse_change();

-- A merchant's books, kept ready to read. Platform books are sums of transfers.
create table balances (
  account_id uuid not null,
  book       text not null check (book in ('pending', 'available', 'blocked')),
  amount     bigint not null check (amount >= 0),
  primary key (account_id, book)
);
