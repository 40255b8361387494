-- Until then the process that sent the sale may still be waiting for its answer, by the database's clock. Null: it has
-- recorded an outcome, or the sale is older than this column.
alter table attempts add column owner_lease_ends_at timestamptz;
