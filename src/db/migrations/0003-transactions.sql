-- The payment.
create table transactions (
  account_id      uuid not null,
  id              uuid not null,
  version         integer not null check (version > 0),
  status          text not null check (status in
                    ('WAITING_PAYMENT','AUTHORIZED','PAID','REFUSED','CANCELED','REFUNDED','IN_PROTEST','CHARGEDBACK')),
  method          text not null check (method in ('PIX','BOLETO','CREDIT_CARD')),
  amount          bigint not null check (amount > 0),
  refunded_amount bigint not null default 0 check (refunded_amount between 0 and amount),
  installments    integer not null check (installments between 1 and 99),
  fee             bigint not null check (fee between 0 and amount),
  external_ref    text,
  provider_id     uuid not null,
  secure_id       text not null,
  -- What is echoed or shown but never queried: order facts, price, rail facts. json, not jsonb: metadata keeps its text.
  facts           json not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  paid_at         timestamptz,
  expires_at      timestamptz,
  -- When a worker looks at this one next: bookkeeping of the queue, not a fact of the payment.
  check_at        timestamptz,
  primary key (account_id, id),
  check ((status in ('PAID','REFUNDED','IN_PROTEST','CHARGEDBACK')) <= (paid_at is not null))
);

create index transactions_newest on transactions (account_id, created_at desc, id desc);
create index transactions_by_status on transactions (account_id, status, created_at desc, id desc);
create index transactions_by_external_ref on transactions (account_id, external_ref, created_at desc, id desc)
  where external_ref is not null;
create index transactions_to_check on transactions (check_at, account_id) where check_at is not null;

-- The payment page's address carries only this name.
create table secure_ids (
  secure_id      text primary key,
  account_id     uuid not null,
  transaction_id uuid not null
);

-- Where a provider's reference leads: how a callback, which knows no account, finds its payment.
create table provider_references (
  provider_id    uuid not null,
  reference      text not null collate "C",
  account_id     uuid not null,
  transaction_id uuid not null,
  primary key (provider_id, reference)
);

-- The moves of product.md 5, the same as in transaction.ts (a test compares them).
create table transaction_moves (
  from_status text not null,
  to_status   text not null,
  primary key (from_status, to_status)
);
insert into transaction_moves values
  ('WAITING_PAYMENT','PAID'), ('WAITING_PAYMENT','REFUSED'), ('WAITING_PAYMENT','CANCELED'), ('WAITING_PAYMENT','AUTHORIZED'),
  ('AUTHORIZED','PAID'), ('AUTHORIZED','CANCELED'),
  ('PAID','REFUNDED'), ('PAID','IN_PROTEST'), ('PAID','CHARGEDBACK'),
  ('IN_PROTEST','PAID'), ('IN_PROTEST','CHARGEDBACK'), ('IN_PROTEST','REFUNDED'),
  ('CHARGEDBACK','PAID'),
  ('CANCELED','PAID');

create function enforce_transaction_move() returns trigger language plpgsql as $$
begin
  if new.version <> old.version + 1 then
    raise exception 'transaction % goes from version % to %', old.id, old.version, new.version using errcode = 'check_violation';
  end if;
  if new.amount <> old.amount or new.method <> old.method or new.fee <> old.fee then
    raise exception 'transaction %: amount, method and fee never change', old.id using errcode = 'check_violation';
  end if;
  if new.status <> old.status and not exists
    (select from transaction_moves where from_status = old.status and to_status = new.status) then
    raise exception 'transaction % cannot go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger transactions_moves before update of version, status, amount, method, fee on transactions
  for each row execute function enforce_transaction_move();

-- One row per call that may have charged someone (reliability U1).
create table attempts (
  account_id     uuid not null,
  id             uuid not null,
  transaction_id uuid not null,
  provider_id    uuid not null,
  operation      text not null check (operation in ('sale', 'capture', 'cancel')),
  -- The order id the acquirer sees.
  attempt_ref    text not null,
  state          text not null check (state in ('sending','unknown','analysing','approved','refused','voided','not-executed')),
  version        integer not null default 1,
  amount         bigint not null check (amount > 0),
  -- The acquirer's id and its raw code, as they came.
  reference      text,
  code           text,
  queries        integer not null default 0,
  not_found      integer not null default 0,
  last_not_found_at timestamptz,
  sent_at        timestamptz not null,
  answered_at    timestamptz,
  -- When the reconciler asks next; null: nothing left to ask.
  due_at         timestamptz,
  primary key (account_id, id),
  unique (account_id, attempt_ref),
  foreign key (account_id, transaction_id) references transactions (account_id, id) deferrable initially deferred
);
create index attempts_of_transaction on attempts (account_id, transaction_id);
create index attempts_due on attempts (due_at, account_id) where due_at is not null;

-- A one-time card token is spent once (compatibility 1.12).
create table spent_card_tokens (
  account_id uuid not null,
  digest     bytea not null,
  spent_at   timestamptz not null default now(),
  primary key (account_id, digest)
);

-- Numbers boletos across every account: a nosso número is never used twice.
create sequence boleto_sequence minvalue 1 maxvalue 9999999999 no cycle;
