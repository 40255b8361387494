-- Every filter of a list is a range of an index (docs/decisions/lists.md). An index that is replaced served less with as many
-- entries: the number of indexes of transactions, receivables and disputes stays.
create index transactions_by_method_and_status on transactions (account_id, method, status, created_at desc, id desc);
drop index transactions_by_status;

create index receivables_by_status_and_date on receivables (account_id, status, due_on, id);
drop index receivables_by_date;

create index disputes_by_kind_and_status on disputes (account_id, kind, status, opened_at desc, id desc);
drop index disputes_by_status;

create index deliveries_by_state on deliveries (account_id, state, created_at desc, id desc);
create index deliveries_of_endpoint on deliveries (account_id, webhook_endpoint_id, state, created_at desc, id desc)
  where webhook_endpoint_id is not null;
drop index deliveries_open_of_endpoint;

create index events_by_type on events (account_id, type, position) where position is not null;

-- A statement is of one book: each transfer of a merchant's money is in one of these, or in two.
create index ledger_transfers_of_pending on ledger_transfers (account_id, posted_at, number)
  where 'pending' in (debit_book, credit_book);
create index ledger_transfers_of_available on ledger_transfers (account_id, posted_at, number)
  where 'available' in (debit_book, credit_book);
create index ledger_transfers_of_blocked on ledger_transfers (account_id, posted_at, number)
  where 'blocked' in (debit_book, credit_book);
create index ledger_transfers_of_debt on ledger_transfers (account_id, posted_at, number)
  where 'debt' in (debit_book, credit_book);
