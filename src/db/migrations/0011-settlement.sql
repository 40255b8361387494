-- Receivables: when the money of a sale becomes available (docs/decisions/receivables.md).

-- One part of the money of a sale. A card sale has one part for each installment. The facts never
-- change; taken, status and settled_at do.
create table receivables (
  account_id        uuid not null,
  id                uuid not null,
  version           integer not null check (version > 0),
  transaction_id    uuid not null,
  method            text not null, -- Of the sale.
  number            integer not null, -- Which part it is, from 1.
  parts             integer not null check (number between 1 and parts), -- How many there are.
  gross             bigint not null check (gross >= 0), -- Cents that the payer pays.
  -- Cents that the platform keeps.
  fee               bigint not null check (fee between 0 and gross),
  -- Cents that refunds and disputes took before the settlement. The rest becomes available.
  taken             bigint not null default 0 check (taken between 0 and gross - fee),
  due_on            date not null, -- The bank day in São Paulo on which it settles.
  -- SCHEDULED until its day, SETTLED from then on, even if nothing of it is left.
  status            text not null check (status in ('SCHEDULED', 'SETTLED')),
  settled_at        timestamptz, -- When it was settled.
  -- Merchant, arrangement, acquirer and due_on name the unit of registration
  -- (docs/design/brazil.md#installments-and-settlement).
  merchant_document text not null, -- CPF or CNPJ without punctuation.
  arrangement       text, -- Brand and kind, such as VISA_CREDIT. Null: not a card.
  provider_id       uuid not null, -- The acquirer.
  seal              bytea not null, -- receivable_seal() of the facts.
  release_at        timestamptz, -- Queue: when a worker settles it.
  created_at        timestamptz not null,
  primary key (account_id, id),
  unique (account_id, transaction_id, number),
  -- A settled part has the instant of its settlement.
  check ((status = 'SETTLED') = (settled_at is not null))
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

-- The list of receivables by status and day (docs/decisions/lists.md).
create index receivables_by_status_and_date
  on receivables (account_id, status, due_on, id);

-- What the planner expects where its sample has not seen the rare values of these columns
-- (docs/decisions/lists.md#rare-values).
alter table receivables
  alter column status set (n_distinct = 2);

-- The queue of receivables to settle.
create index receivables_to_release
  on receivables (release_at, account_id)
  where release_at is not null;

-- The sum of what is scheduled for an account, from the index alone.
create index receivables_scheduled
  on receivables (account_id)
  include (gross, fee, taken)
  where status = 'SCHEDULED';

-- SHA-256 of the facts as a line of text with tabs between the fields.
create function receivable_seal(
  account_id uuid,
  id uuid,
  transaction_id uuid,
  method text,
  number integer,
  parts integer,
  gross bigint,
  fee bigint,
  due_on date,
  merchant_document text,
  arrangement text,
  provider_id uuid
)
returns bytea
language sql
stable
as $$
  select sha256(convert_to(
    concat_ws(
      E'\t',
      account_id,
      id,
      transaction_id,
      method,
      number,
      parts,
      gross,
      fee,
      to_char(due_on, 'YYYY-MM-DD'),
      merchant_document,
      coalesce(arrangement, ''),
      provider_id
    ),
    'UTF8'
  ))
$$;

-- Refuses a deletion, a skipped version, changed facts, and any change of a settled receivable.
create function enforce_receivable_move()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'receivables are never deleted'
      using errcode = 'restrict_violation';
  end if;
  if new.version <> old.version + 1
    and (new.version, new.status, new.taken)
      is distinct from (old.version, old.status, old.taken)
  then
    raise exception 'receivable % goes from version % to %', old.id, old.version, new.version
      using errcode = 'check_violation';
  end if;
  if (
    new.account_id,
    new.id,
    new.transaction_id,
    new.method,
    new.number,
    new.parts,
    new.gross,
    new.fee,
    new.due_on,
    new.merchant_document,
    new.arrangement,
    new.provider_id,
    new.seal,
    new.created_at
  ) is distinct from (
    old.account_id,
    old.id,
    old.transaction_id,
    old.method,
    old.number,
    old.parts,
    old.gross,
    old.fee,
    old.due_on,
    old.merchant_document,
    old.arrangement,
    old.provider_id,
    old.seal,
    old.created_at
  ) then
    raise exception 'receivable %: its facts never change', old.id
      using errcode = 'check_violation';
  end if;
  if old.status <> 'SCHEDULED'
    and (new.status, new.taken) is distinct from (old.status, old.taken)
  then
    raise exception 'receivable % is % for good', old.id, old.status
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create trigger receivables_moves
  before update or delete on receivables
  for each row execute function enforce_receivable_move();

create trigger receivables_no_truncate
  before truncate on receivables
  for each statement execute function refuse_change();
