-- What is history stays as it was written: evidence, where references lead, what was used once, what a provider's file said,
-- what a person decided about a case.

create trigger dispute_evidence_append_only before update or delete on dispute_evidence
  for each row execute function refuse_change();
create trigger dispute_evidence_no_truncate before truncate on dispute_evidence
  for each statement execute function refuse_change();
create trigger provider_references_append_only before update or delete on provider_references
  for each row execute function refuse_change();
create trigger provider_references_no_truncate before truncate on provider_references
  for each statement execute function refuse_change();
create trigger secure_ids_append_only before update or delete on secure_ids
  for each row execute function refuse_change();
create trigger secure_ids_no_truncate before truncate on secure_ids
  for each statement execute function refuse_change();
create trigger cashout_references_append_only before update or delete on cashout_references
  for each row execute function refuse_change();
create trigger cashout_references_no_truncate before truncate on cashout_references
  for each statement execute function refuse_change();
create trigger spent_card_tokens_append_only before update or delete on spent_card_tokens
  for each row execute function refuse_change();
create trigger spent_card_tokens_no_truncate before truncate on spent_card_tokens
  for each statement execute function refuse_change();
create trigger spent_wallet_tokens_append_only before update or delete on spent_wallet_tokens
  for each row execute function refuse_change();
create trigger spent_wallet_tokens_no_truncate before truncate on spent_wallet_tokens
  for each statement execute function refuse_change();

-- A file's lines are written anew as long as its reading may break off, and never again once it was read. Which object of
-- ours a line speaks of may be found later.
create function keep_lines_as_read() returns trigger language plpgsql as $$
begin
  if exists (select from settlement_files where provider_id = old.provider_id and sequence = old.sequence and status = 'READ') then
    raise exception 'settlement_lines of a file that was read are append-only' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger settlement_lines_as_read before delete or update of provider_id, sequence, line, kind, reference, provider_reference,
  amount, fee, net, number, parts, due_days, date, facts on settlement_lines
  for each row execute function keep_lines_as_read();
create trigger settlement_lines_no_truncate before truncate on settlement_lines
  for each statement execute function refuse_change();

-- A difference that a person closed and that is another one later is another case of the same subject.
alter table reconciliation_cases
  add column occurrence integer not null default 1 check (occurrence > 0),
  drop constraint reconciliation_cases_provider_id_kind_subject_key,
  add unique (provider_id, kind, subject, occurrence);

create function keep_decided_cases() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'reconciliation_cases are never deleted' using errcode = 'restrict_violation';
  end if;
  if old.resolved_by is not null then
    raise exception 'case % was closed by a person', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reconciliation_cases_decided before update or delete on reconciliation_cases
  for each row execute function keep_decided_cases();
create trigger reconciliation_cases_no_truncate before truncate on reconciliation_cases
  for each statement execute function refuse_change();

-- Since when the bank of a charge whose time is over says that it has none. Bookkeeping of the queue, as check_at.
alter table transactions add column not_found_at timestamptz;

create or replace function restrict_to_append(role name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', role);
  execute format('grant select, insert, update, delete on all tables in schema public to %I', role);
  execute format('grant usage, select on all sequences in schema public to %I', role);
  execute format('revoke update, delete, truncate on ledger_transfers, ledger_digests, events, dispute_evidence, provider_references,
    secure_ids, cashout_references, spent_card_tokens, spent_wallet_tokens from %I', role);
  execute format('revoke delete, truncate on receivables, transactions, balances, refunds, disputes, cashouts, attempts,
    reconciliation_cases, settlement_files from %I', role);
  -- What only a migration writes.
  execute format('revoke insert, update, delete, truncate on migrations, transaction_moves, dispute_moves, cashout_moves from %I', role);
end $$;
do $$ begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end $$;
