-- Plans made on an empty table read all of it. These grow from nothing to much within a minute of a first day, so they are
-- looked at long before the usual fifth of their rows has changed.
do $$
declare name text;
begin
  foreach name in array array['transactions', 'attempts', 'secure_ids', 'provider_references', 'events', 'deliveries',
    'idempotency_keys', 'ledger_transfers', 'receivables', 'refunds'] loop
    execute format('alter table %I set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02)', name);
  end loop;
end $$;
