-- Differences between a provider and the books that wait for an agreement or a person.

-- A case. One that a person has closed is never changed (docs/decisions/reconciliation.md).
create table reconciliation_cases (
  id          uuid primary key,
  provider_id uuid not null references providers,
  kind        text not null, -- From the catalogue in src/cases/case.ts.
  -- What differs. Provider, kind and subject identify the difference, so that a difference that is
  -- found again opens no second case.
  subject     text not null collate "C",
  -- Grows when the same subject differs again after a person has closed its case.
  occurrence  integer not null default 1 check (occurrence > 0),
  -- OPEN until both sides agree or a person closes it.
  status      text not null default 'OPEN' check (status in ('OPEN', 'RESOLVED')),
  account_id  uuid, -- Of the object. Null: no object is known.
  -- What object_id is.
  object_type text check (object_type in ('transaction', 'refund', 'dispute', 'cashout')),
  object_id   uuid, -- The object of the gateway. Null: none is known.
  reference   text, -- The provider's name of the object.
  expected    jsonb, -- What the books say. Amounts are cents. Null: nothing.
  found       jsonb, -- What the provider says. Amounts are cents. Null: nothing.
  sequence    integer, -- The file that shows it, by its sequence number.
  line        integer, -- The line in that file, from 1.
  opened_at   timestamptz not null, -- When the difference was found.
  resolved_at timestamptz, -- When the case was closed.
  resolved_by text, -- The person. Null: both sides agree now.
  resolution  text, -- How it ended, for a reader.
  -- A difference has one case for each occurrence.
  unique (provider_id, kind, subject, occurrence),
  -- A closed case has an instant and a resolution. Only a closed case has a person.
  check ((status = 'RESOLVED') = (resolved_at is not null)),
  check ((status = 'RESOLVED') = (resolution is not null)),
  check (resolved_by is null or status = 'RESOLVED')
);

-- The list of cases.
create index reconciliation_cases_newest
  on reconciliation_cases (opened_at desc, id desc);

-- The open cases of a provider.
create index reconciliation_cases_open
  on reconciliation_cases (provider_id, id)
  where status = 'OPEN';

-- The list of the cases of an account.
create index reconciliation_cases_of_account
  on reconciliation_cases (account_id, opened_at desc, id desc)
  where account_id is not null;

-- The list of the cases of a file.
create index reconciliation_cases_of_file
  on reconciliation_cases (provider_id, sequence, opened_at desc, id desc)
  where sequence is not null;

-- The lines of a file that opened a case.
create index reconciliation_cases_of_line
  on reconciliation_cases (provider_id, sequence, line)
  where line is not null;

-- The list of cases by status.
create index reconciliation_cases_by_status
  on reconciliation_cases (status, opened_at desc, id desc);

-- What the planner expects where its sample has not seen the rare values of these columns
-- (docs/decisions/lists.md#rare-values).
alter table reconciliation_cases
  alter column status set (n_distinct = 2);

-- Refuses a deletion, and the change of a case that a person has closed, except of the personal
-- data of a payer.
create function keep_decided_cases()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'reconciliation_cases are never deleted'
      using errcode = 'restrict_violation';
  end if;
  if old.resolved_by is not null and not is_pseudonymising() then
    raise exception 'case % was closed by a person', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create trigger reconciliation_cases_decided
  before update or delete on reconciliation_cases
  for each row execute function keep_decided_cases();

create trigger reconciliation_cases_no_truncate
  before truncate on reconciliation_cases
  for each statement execute function refuse_change();
