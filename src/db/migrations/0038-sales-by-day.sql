-- The sales of all accounts by day, for the overview of the operator. The index has no column that
-- counting changes.
create index transfer_days_of_sales
  on transfer_days (day, account_id)
  where cause_type = 'transaction' and effect = 'sale';
