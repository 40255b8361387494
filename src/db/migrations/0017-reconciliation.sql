-- The daily files of providers, line by line, to compare them with the books
-- (docs/decisions/reconciliation.md).

-- How far the files of each provider have been processed.
create table reconciliations (
  provider_id   uuid primary key references providers,
  lease         uuid, -- The one reader of its files. Null: there is none.
  lease_ends_at timestamptz, -- By the database's clock.
  next_at       timestamptz not null, -- Queue: when a worker reads its files.
  -- Queue: when open cases are compared again after the provider was asked. Null: there are none.
  recheck_at    timestamptz,
  recheck_wait  interval -- The last wait before such a comparison. It doubles each time.
);

-- A daily file of a provider.
create table settlement_files (
  provider_id uuid not null references providers,
  name        text not null collate "C", -- As the provider lists it.
  id          uuid not null default gen_random_uuid() unique,
  -- READ, REJECTED (not a file of this merchant) and DOUBLED (its place is taken) are final. A
  -- BROKEN file is read again.
  status      text not null check (
    status in ('READING', 'READ', 'BROKEN', 'REJECTED', 'DOUBLED')
  ),
  sequence    integer check (sequence > 0), -- Its place in the order of the provider's files.
  date        date, -- Its day in São Paulo.
  merchant    text, -- The merchant number in its header.
  rows        integer, -- How many lines it has.
  sha256      bytea check (length(sha256) = 32), -- Of the rows as they were read, one JSON a line.
  started_at  timestamptz not null, -- When the last reading started.
  read_at     timestamptz, -- When the reading ended.
  judged_at   timestamptz, -- When the books of its day were compared with it.
  primary key (provider_id, name),
  -- A file that was read whole has all its facts.
  check ((status = 'READ') <= (num_nulls(sequence, date, merchant, rows, sha256, read_at) = 0))
);

-- Two files of a provider cannot have one place.
create unique index settlement_files_in_order
  on settlement_files (provider_id, sequence)
  where status in ('READING', 'READ');

-- The file of a day.
create index settlement_files_by_date
  on settlement_files (provider_id, date)
  where status = 'READ';

-- The list of files.
create index settlement_files_newest
  on settlement_files (started_at desc, name desc);

-- The newest file of a provider, and the list of its files.
create index settlement_files_of_provider
  on settlement_files (provider_id, started_at desc, name desc);

-- A line of a file. Partitioned by the month of the file.
create table settlement_lines (
  provider_id        uuid not null,
  sequence           integer not null, -- Of the file.
  line               integer not null, -- From 1.
  month              date not null, -- The first day of the month of the file.
  kind               text not null, -- From SettlementRow, such as sale, refund or payout.
  -- What the line is about: the reference of a sale, or the id of a refund, case or payout.
  reference          text collate "C",
  provider_reference text collate "C", -- The provider's own number of it.
  amount             bigint, -- Cents. Only an adjustment has a sign.
  fee                bigint, -- Cents that the provider keeps.
  net                bigint, -- Cents that the provider pays.
  number             integer, -- Which installment it is, from 1.
  parts              integer, -- How many installments the sale has.
  due_days           date[], -- The bank days of the installments of a sale.
  date               date, -- Of the operation, or of the payment of an installment.
  facts              json, -- What is shown and never queried.
  -- The object of the gateway that the line is about. Null: not found yet, or none.
  account_id         uuid,
  -- What object_id is.
  object_type        text check (object_type in ('transaction', 'refund', 'cashout')),
  object_id          uuid, -- The id of the object.
  -- A file has one month.
  primary key (provider_id, sequence, line, month),
  -- An object has account, type and id.
  check (num_nulls(account_id, object_type, object_id) in (0, 3))
) partition by range (month);

create table months.settlement_lines_other
  partition of settlement_lines default
  with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

-- The lines with a reference of the gateway.
create index settlement_lines_by_reference
  on settlement_lines (provider_id, reference, kind);

-- The lines with a number of the provider.
create index settlement_lines_by_provider_reference
  on settlement_lines (provider_id, provider_reference, kind)
  where provider_reference is not null;

-- The lines about an object.
create index settlement_lines_of_object
  on settlement_lines (account_id, object_id, kind)
  where object_id is not null;

-- The sum of the installments that a provider pays on a day, from the index alone.
create index settlement_lines_due
  on settlement_lines (provider_id, date)
  include (net)
  where kind = 'installment';

-- Refuses the change of a line whose file was read whole. Until then a reading can break off, and
-- its lines are written again. The object of a line can be found later.
create function keep_lines_as_read()
returns trigger
language plpgsql
as $$
begin
  if exists (
    select
    from settlement_files
    where provider_id = old.provider_id
      and sequence = old.sequence
      and status = 'READ'
  ) then
    raise exception 'settlement_lines of a file that was read are append-only'
      using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;

create trigger settlement_lines_as_read
  before delete or update of
    provider_id, sequence, line, month, kind, reference, provider_reference, amount, fee, net,
    number, parts, due_days, date, facts
  on settlement_lines
  for each row execute function keep_lines_as_read();

create trigger settlement_lines_no_truncate
  before truncate on settlement_lines
  for each statement execute function refuse_change();

create trigger settlement_lines_other_no_truncate
  before truncate on months.settlement_lines_other
  for each statement execute function refuse_change();

select add_first_months('settlement_lines');
