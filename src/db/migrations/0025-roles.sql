-- The rights of the database role with which the gateway runs in production.
--
-- Migrations run as the owner of the tables, the gateway as this role (docs/guides/production.md).
-- Operators call restrict_to_append. It calls each function restrict_<name> with the role, in the
-- order of their names. A migration that adds a table calls it again for guiche_app, as at the end
-- of this file. One whose table needs other rights adds such a function before.

-- Reads and writes everything in the schema public, except to change or remove history.
create function restrict_public(role name)
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
      boleto_movements,
      cashout_references,
      spent_card_tokens,
      spent_wallet_tokens,
      dispute_evidence,
      checkout_addresses,
      audit_entries,
      audit_days
    from %I',
    role
  );

  -- The content of an entry is removed when its retention has ended.
  execute format('grant update (content) on audit_entries to %I', role);

  -- Rows that change and are never removed.
  execute format(
    'revoke delete, truncate on
      balances,
      object_versions,
      cashout_stops,
      transactions,
      attempts,
      remittance_records,
      remittance_files,
      refunds,
      receivables,
      disputes,
      cashouts,
      reconciliation_cases,
      settlement_files,
      payment_links,
      payment_link_uses
    from %I',
    role
  );

  -- The one row is changed.
  execute format('revoke insert, delete, truncate on audit_chain from %I', role);

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

  -- Months of the tables that grow.
  execute format('grant execute on function add_month, detach_month to %I', role);

  -- A day of requests is emptied whole.
  execute format(
    'grant truncate on
      api_requests_0,
      api_requests_1,
      api_requests_2,
      api_requests_3,
      api_requests_4,
      api_requests_5,
      api_requests_6,
      api_requests_7,
      api_requests_8
    to %I',
    role
  );
end
$$;

-- The same in the schema people.
create function restrict_people(role name)
returns void
language plpgsql
as $$
begin
  execute format('grant usage on schema people to %I', role);
  execute format('grant select, insert, update, delete on all tables in schema people to %I', role);

  -- Rows that change and are never removed.
  execute format('revoke delete, truncate on people.persons, people.invitations from %I', role);
end
$$;

create function restrict_to_append(role name)
returns void
language plpgsql
as $$
declare
  part name;
begin
  for part in
    select proname from pg_proc
    where pronamespace = 'public'::regnamespace
      and proname ~ '^restrict_'
      and proname <> 'restrict_to_append'
    order by proname
  loop
    execute format('select public.%I(%L)', part, role);
  end loop;
end
$$;

revoke execute on function restrict_public from public;
revoke execute on function restrict_people from public;
revoke execute on function restrict_to_append from public;

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end
$$;
