-- What an operator reads of the books: the days that were computed again, and money whose owner is
-- unknown.

-- When the digest of a closed day was last computed again from its transfers. Null: not yet.
create table ledger_day_checks (
  date          date primary key references ledger_digests,
  checked_at    timestamptz, -- By business time.
  is_same       boolean, -- Whether the digest was the stored one.
  lease_ends_at timestamptz -- Of the process that computes it, by the database's clock.
);

-- The entries of money whose owner is unknown. They are few. Of any other posting PostgreSQL only
-- checks the condition.
create index ledger_transfers_of_orphans
  on ledger_transfers (account_id, posted_at, number)
  where 'orphan-funds' in (debit_book, credit_book);

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end
$$;
