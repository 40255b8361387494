-- Transfers in the order of each account, each carrying what the account's books hold after it: any balance at any
-- instant is one row, and a row that was edited, removed or slipped in contradicts its neighbours.

alter table ledger_transfers
  -- The payment it is about, however indirect its cause.
  add column transaction_id uuid,
  -- 1, 2, 3 … per account, without gaps.
  add column number bigint,
  add column pending_after bigint,
  add column available_after bigint,
  add column blocked_after bigint,
  -- What the merchant owes: the one book of a merchant that grows by a debit.
  add column debt_after bigint,
  -- SHA-256 of the row's line, as it was written.
  add column seal bytea;

-- The row as one line of text: what is sealed, chained, exported and verified (docs/decisions/ledger.md). Tabs between fields.
create function ledger_line(account_id uuid, number bigint, posted_at timestamptz, debit_book text, credit_book text, amount bigint,
  cause_type text, cause_id uuid, effect text, transaction_id uuid, pending bigint, available bigint, blocked bigint, debt bigint,
  id uuid) returns text language sql stable as $$
  select concat_ws(E'\t', account_id, number, to_char(posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), debit_book,
    credit_book, amount, cause_type, cause_id, effect, coalesce(transaction_id::text, ''), pending, available, blocked, debt, id)
$$;

create function ledger_seal(line text) returns bytea language sql immutable as $$ select sha256(convert_to(line, 'UTF8')) $$;

alter table ledger_transfers disable trigger ledger_append_only;
with ordered as (
  select account_id, id,
    row_number() over w as number,
    sum((credit_book = 'pending')::int * amount - (debit_book = 'pending')::int * amount) over w as pending,
    sum((credit_book = 'available')::int * amount - (debit_book = 'available')::int * amount) over w as available
  from ledger_transfers
  window w as (partition by account_id order by posted_at, effect <> 'sale', id)
)
update ledger_transfers t set number = o.number, transaction_id = t.cause_id, pending_after = o.pending,
  available_after = o.available, blocked_after = 0, debt_after = 0,
  seal = ledger_seal(ledger_line(t.account_id, o.number, t.posted_at, t.debit_book, t.credit_book, t.amount, t.cause_type, t.cause_id,
    t.effect, t.cause_id, o.pending::bigint, o.available::bigint, 0, 0, t.id))
from ordered o where t.account_id = o.account_id and t.id = o.id;
alter table ledger_transfers enable trigger ledger_append_only;

drop index ledger_transfers_newest;
alter table ledger_transfers
  alter column number set not null,
  alter column pending_after set not null,
  alter column available_after set not null,
  alter column blocked_after set not null,
  alter column debt_after set not null,
  alter column seal set not null,
  drop constraint ledger_transfers_pkey,
  add primary key (account_id, number),
  add constraint ledger_transfers_covered check (least(pending_after, available_after, blocked_after, debt_after) >= 0),
  add constraint ledger_transfers_books check (
    (debit_book in ('pending', 'available', 'blocked', 'debt', 'fees', 'orphan-funds') or debit_book like 'clearing:%') and
    (credit_book in ('pending', 'available', 'blocked', 'debt', 'fees', 'orphan-funds') or credit_book like 'clearing:%'));
create index ledger_transfers_by_time on ledger_transfers (account_id, posted_at, number);
create index ledger_transfers_of_transaction on ledger_transfers (account_id, transaction_id, number) where transaction_id is not null;

-- A merchant's books, kept ready to read: what the last transfer says. Platform books are sums of transfers.
drop table balances;
create table balances (
  account_id     uuid primary key,
  pending        bigint not null default 0 check (pending >= 0),
  available      bigint not null default 0 check (available >= 0),
  blocked        bigint not null default 0 check (blocked >= 0),
  debt           bigint not null default 0 check (debt >= 0),
  last_number    bigint not null default 0,
  last_posted_at timestamptz
) with (fillfactor = 50);
insert into balances
select distinct on (account_id) account_id, pending_after, available_after, blocked_after, debt_after, number, posted_at
from ledger_transfers order by account_id, number desc;

-- Days are closed in order: what is posted late belongs to the day that is open.
create table ledger_closing (
  only_row     boolean primary key default true check (only_row),
  closed_until timestamptz
);
insert into ledger_closing default values;

-- One a day that had transfers: the end of a chain over every line of the day, which begins with the digest before.
create table ledger_digests (
  date        date primary key,
  first_at    timestamptz not null,
  until_at    timestamptz not null,
  transfers   bigint not null check (transfers > 0),
  previous    bytea not null check (length(previous) = 32),
  digest      bytea not null check (length(digest) = 32),
  -- What every book was debited and credited from the beginning to the end of the day: {"fees": [debits, credits], …}.
  totals      jsonb not null,
  made_at     timestamptz not null default now()
);
create trigger ledger_digests_append_only before update or delete on ledger_digests
  for each row execute function refuse_change();
create trigger ledger_digests_no_truncate before truncate on ledger_digests
  for each statement execute function refuse_change();

-- A sale's money on its way to the merchant: one row a part. Its facts never change; what became of it does.
create table receivables (
  account_id        uuid not null,
  id                uuid not null,
  version           integer not null check (version > 0),
  transaction_id    uuid not null,
  method            text not null,
  number            integer not null,
  parts             integer not null check (number between 1 and parts),
  gross             bigint not null check (gross >= 0),
  fee               bigint not null check (fee between 0 and gross),
  -- Taken from it before it was settled: refunds, chargebacks. What is left is released.
  taken             bigint not null default 0 check (taken between 0 and gross - fee),
  -- A bank day in São Paulo.
  due_on            date not null,
  status            text not null check (status in ('SCHEDULED', 'SETTLED', 'CANCELED')),
  settled_at        timestamptz,
  -- The unit a registrar knows it by, together with due_on (brazil.md 4.3): merchant, arrangement, acquirer.
  merchant_document text not null,
  arrangement       text,
  provider_id       uuid not null,
  -- SHA-256 of the facts, as they were written.
  seal              bytea not null,
  -- When a worker releases it: bookkeeping of the queue. Null: nothing left to do.
  release_at        timestamptz,
  created_at        timestamptz not null,
  primary key (account_id, id),
  unique (account_id, transaction_id, number),
  check ((status = 'SETTLED') = (settled_at is not null))
);
create index receivables_by_date on receivables (account_id, due_on, id);
create index receivables_to_release on receivables (release_at, account_id) where release_at is not null;
create index receivables_scheduled on receivables (account_id) include (gross, fee, taken) where status = 'SCHEDULED';

create function receivable_seal(account_id uuid, id uuid, transaction_id uuid, method text, number integer, parts integer, gross bigint,
  fee bigint, due_on date, merchant_document text, arrangement text, provider_id uuid) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws(E'\t', account_id, id, transaction_id, method, number, parts, gross, fee, to_char(due_on, 'YYYY-MM-DD'),
    merchant_document, coalesce(arrangement, ''), provider_id), 'UTF8'))
$$;

create function enforce_receivable_move() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'receivables are never deleted' using errcode = 'restrict_violation';
  end if;
  if new.version <> old.version + 1 and
    (new.version, new.status, new.taken) is distinct from (old.version, old.status, old.taken) then
    raise exception 'receivable % goes from version % to %', old.id, old.version, new.version using errcode = 'check_violation';
  end if;
  if (new.account_id, new.id, new.transaction_id, new.method, new.number, new.parts, new.gross, new.fee, new.due_on, new.merchant_document,
      new.arrangement, new.provider_id, new.seal, new.created_at) is distinct from
     (old.account_id, old.id, old.transaction_id, old.method, old.number, old.parts, old.gross, old.fee, old.due_on, old.merchant_document,
      old.arrangement, old.provider_id, old.seal, old.created_at) then
    raise exception 'receivable %: its facts never change', old.id using errcode = 'check_violation';
  end if;
  if old.status <> 'SCHEDULED' and (new.status, new.taken) is distinct from (old.status, old.taken) then
    raise exception 'receivable % is % for good', old.id, old.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger receivables_moves before update or delete on receivables
  for each row execute function enforce_receivable_move();
create trigger receivables_no_truncate before truncate on receivables
  for each statement execute function refuse_change();

-- Sales made before there were receivables are settled as one part.
insert into receivables
select account_id, id, 1, id, method, 1, 1, amount, fee, 0, due_on, 'SCHEDULED', null, '', null, provider_id,
  receivable_seal(account_id, id, id, method, 1, 1, amount, fee, due_on, '', null, provider_id),
  due_on::timestamp at time zone 'America/Sao_Paulo', paid_at
from (
  select t.*, (paid_at at time zone 'America/Sao_Paulo')::date + case method when 'BOLETO' then 1 else 30 end as due_on
  from transactions t
  where exists (select from ledger_transfers l where l.account_id = t.account_id and l.cause_id = t.id and l.credit_book = 'pending')
) as sales;

update accounts set settings = settings || '{"settlementDays": {"PIX": 0, "BOLETO": 1, "CREDIT_CARD": 30}}'
where not settings ? 'settlementDays';

-- A row here stops every cashout until an operator takes it away (reliability L6).
create table cashout_stops (
  only_row boolean primary key default true check (only_row),
  reason   text not null,
  since    timestamptz not null default now()
);

-- What the last look at the books found.
create table ledger_samples (
  only_row   boolean primary key default true check (only_row),
  -- When somebody last set out to look, and when one last came to an end.
  claimed_at timestamptz not null,
  sampled_at timestamptz not null,
  breaches   integer not null
);

-- What the gateway's own role may do in production: everything but change or remove what is history. Migrations run as the
-- owner, the gateway as this role; call it again after a migration that adds tables (docs/guides/production.md).
create function restrict_to_append(role name) returns void language plpgsql as $$
begin
  execute format('grant usage on schema public to %I', role);
  execute format('grant select, insert, update, delete on all tables in schema public to %I', role);
  execute format('grant usage, select on all sequences in schema public to %I', role);
  execute format('revoke update, delete, truncate on ledger_transfers, ledger_digests, events from %I', role);
  execute format('revoke delete, truncate on receivables, transactions, balances from %I', role);
end $$;
revoke execute on function restrict_to_append from public;
do $$ begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end $$;
