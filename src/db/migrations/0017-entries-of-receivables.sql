-- Which receivable a transfer takes from, gives back to or settles: so that what was taken from one can be followed to why.
-- Not part of the sealed line: the books check compares it with the receivables themselves.
alter table ledger_transfers add column receivable_id uuid;

alter table ledger_transfers disable trigger ledger_append_only;
update ledger_transfers set receivable_id = cause_id where cause_type = 'receivable';
update ledger_transfers t set receivable_id = (h.value ->> 'receivableId')::uuid
from refunds r cross join lateral json_array_elements(r.holds) with ordinality as h (value, n)
where t.account_id = r.account_id and t.cause_type = 'refund' and t.cause_id = r.id
  and 'pending' in (t.debit_book, t.credit_book) and t.effect in ('hold-' || h.n, 'release-' || h.n);
alter table ledger_transfers enable trigger ledger_append_only;

create index ledger_transfers_of_receivable on ledger_transfers (account_id, receivable_id, number) where receivable_id is not null;

-- What waits for an answer, for operators: the open ones by deadline, then the others.
create index disputes_by_deadline on disputes ((decided_at is not null), coalesce(answer_by, 'infinity'::timestamptz), id);

-- What an account's blocked money waits for.
create index refunds_under_way on refunds (account_id, id) where status = 'PROCESSING';
create index disputes_that_block on disputes (account_id, id) where held > 0;
