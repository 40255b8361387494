-- The rights of the database role with which the gateway runs in production.

-- Gives a role the right to read and write everything, except to change or remove history.
-- Migrations run as the owner of the tables, the gateway as this role (docs/guides/production.md).
-- A migration that adds a table calls the function again for guiche_app, as at the end of this
-- file.
create function restrict_to_append(role name)
returns void
language plpgsql
as $$
begin
  execute format('grant usage on schema public to %I', role);
  execute format('grant select, insert, update, delete on all tables in schema public to %I', role);
  execute format('grant usage, select on all sequences in schema public to %I', role);

  -- Rows that are added and never changed.
  execute format(
    'revoke update, delete, truncate on
      events,
      ledger_transfers,
      ledger_digests,
      ledger_corrections,
      secure_ids,
      provider_references,
      cashout_references,
      spent_card_tokens,
      spent_wallet_tokens,
      dispute_evidence
    from %I',
    role
  );

  -- Rows that change and are never removed.
  execute format(
    'revoke delete, truncate on
      balances,
      cashout_stops,
      transactions,
      attempts,
      refunds,
      receivables,
      disputes,
      cashouts,
      reconciliation_cases,
      settlement_files
    from %I',
    role
  );

  -- Rows that only a migration writes.
  execute format(
    'revoke insert, update, delete, truncate on
      migrations,
      transaction_moves,
      dispute_moves,
      cashout_moves
    from %I',
    role
  );
end
$$;

revoke execute on function restrict_to_append from public;

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end
$$;
