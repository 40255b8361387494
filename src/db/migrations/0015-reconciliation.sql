-- Providers' daily files beside our books (acquirers.md 8.3): what was read, line by line, and every difference a case.

-- Where the reading of a provider's files stands.
create table reconciliations (
  provider_id   uuid primary key references providers,
  -- Who holds it may read until then, by the database's clock. Nobody reads beside another.
  lease         uuid,
  lease_ends_at timestamptz,
  -- When it is done next, by business time.
  next_at       timestamptz not null,
  -- When open cases are looked at again after a provider was asked, and how long was waited before.
  recheck_at    timestamptz,
  recheck_wait  interval
);

create table settlement_files (
  provider_id uuid not null references providers,
  name        text not null collate "C",
  status      text not null check (status in ('READING', 'READ', 'BROKEN', 'REJECTED', 'DOUBLED')),
  sequence    integer check (sequence > 0),
  date        date,
  merchant    text,
  rows        integer,
  -- Of the rows as they were read, one JSON a line.
  sha256      bytea check (length(sha256) = 32),
  started_at  timestamptz not null,
  read_at     timestamptz,
  -- When what should stand in it, by our books, was looked for.
  judged_at   timestamptz,
  primary key (provider_id, name),
  check ((status = 'READ') <= (num_nulls(sequence, date, merchant, rows, sha256, read_at) = 0))
);
create unique index settlement_files_in_order on settlement_files (provider_id, sequence) where status in ('READING', 'READ');
create index settlement_files_by_date on settlement_files (provider_id, date) where status = 'READ';
create index settlement_files_newest on settlement_files (started_at desc, name desc);

create table settlement_lines (
  provider_id        uuid not null,
  sequence           integer not null,
  line               integer not null,
  kind               text not null,
  -- What it is about, in the provider's words: our reference of a sale, the id of a refund, a case, a payout.
  reference          text collate "C",
  provider_reference text collate "C",
  -- Cents; an adjustment's has a sign.
  amount             bigint,
  fee                bigint,
  net                bigint,
  -- Of an instalment; `parts` of a sale too.
  number             integer,
  parts              integer,
  -- Of a sale: the bank days on which its instalments fall.
  due_days           date[],
  date               date,
  -- What is shown and never queried.
  facts              json,
  -- What of ours it speaks of.
  account_id         uuid,
  object_type        text check (object_type in ('transaction', 'refund', 'cashout')),
  object_id          uuid,
  primary key (provider_id, sequence, line),
  check (num_nulls(account_id, object_type, object_id) in (0, 3))
);
create index settlement_lines_by_reference on settlement_lines (provider_id, reference, kind);
create index settlement_lines_by_provider_reference on settlement_lines (provider_id, provider_reference, kind)
  where provider_reference is not null;
create index settlement_lines_of_object on settlement_lines (account_id, object_id, kind) where object_id is not null;
create index settlement_lines_due on settlement_lines (provider_id, date) include (net) where kind = 'instalment';
alter table settlement_lines set (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

-- A difference between a provider and us, until both agree or a person has dealt with it.
create table reconciliation_cases (
  id          uuid primary key,
  provider_id uuid not null references providers,
  kind        text not null,
  -- What differs: with provider and kind the difference's identity, so that finding it again opens nothing.
  subject     text not null collate "C",
  status      text not null default 'OPEN' check (status in ('OPEN', 'RESOLVED')),
  account_id  uuid,
  object_type text check (object_type in ('transaction', 'refund', 'dispute', 'cashout')),
  object_id   uuid,
  -- What the provider calls it.
  reference   text,
  -- What our books say, and what the provider says.
  expected    jsonb,
  found       jsonb,
  sequence    integer,
  line        integer,
  opened_at   timestamptz not null,
  resolved_at timestamptz,
  -- The person; null: both sides came to agree.
  resolved_by text,
  resolution  text,
  unique (provider_id, kind, subject),
  check ((status = 'RESOLVED') = (resolved_at is not null)),
  check ((status = 'RESOLVED') = (resolution is not null)),
  check (resolved_by is null or status = 'RESOLVED')
);
create index reconciliation_cases_newest on reconciliation_cases (opened_at desc, id desc);
create index reconciliation_cases_open on reconciliation_cases (provider_id, id) where status = 'OPEN';
create index reconciliation_cases_of_account on reconciliation_cases (account_id, opened_at desc, id desc) where account_id is not null;

-- What of ours a day's file should hold.
create index transactions_paid on transactions (provider_id, paid_at) where paid_at is not null;
create index cashouts_completed on cashouts (provider_id, completed_at) where completed_at is not null;
create index cashouts_returned on cashouts (provider_id, updated_at) where returned_amount > 0;
create index refunds_completed on refunds (updated_at) where status = 'COMPLETED';
create index disputes_decided on disputes (provider_id, decided_at) where decided_at is not null;
-- Files name refunds and claims by their ids alone.
create index refunds_by_id on refunds (id);
create index disputes_by_case on disputes (provider_id, case_id);

do $$ begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end $$;
