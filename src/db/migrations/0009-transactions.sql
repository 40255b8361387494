-- Payments, the calls to card acquirers, and the tokens that were used.

-- A payment (docs/design/interface.md#transaction).
create table transactions (
  account_id      uuid not null,
  id              uuid not null,
  version         integer not null check (version > 0),
  -- Only the moves of transaction_moves (docs/design/interface.md#transaction-status).
  status          text not null check (
    status in (
      'WAITING_PAYMENT',
      'AUTHORIZED',
      'PAID',
      'REFUSED',
      'CANCELED',
      'REFUNDED',
      'IN_PROTEST',
      'CHARGEDBACK'
    )
  ),
  -- How the payer pays.
  method          text not null check (method in ('PIX', 'BOLETO', 'CREDIT_CARD')),
  -- Cents. It changes once at most: a PIX with a due date is paid with the amount of that day.
  amount          bigint not null check (amount > 0),
  refunded_amount bigint not null default 0 check (refunded_amount between 0 and amount), -- Cents.
  installments    integer not null check (installments between 1 and 99), -- 1 for PIX and boleto.
  fee             bigint not null check (fee between 0 and amount), -- Cents, of that amount.
  external_ref    text, -- The merchant's own reference.
  provider_id     uuid not null, -- The acquirer or bank of the payment.
  secure_id       text not null, -- The unguessable name of the payment page.
  -- What is shown and never queried: order, price, facts of the method. json and not jsonb, because
  -- metadata keeps the text of the merchant.
  facts           json not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  paid_at         timestamptz, -- When it was first paid. It stays when the money goes back.
  expires_at      timestamptz, -- Until when it can be paid. Null: no limit.
  check_at        timestamptz, -- Queue: when a worker asks the provider.
  -- Queue: since when the bank of an expired charge says that it has no such charge
  -- (docs/design/rules.md#u6).
  not_found_at    timestamptz,
  answered_at     timestamptz, -- Queue: when the bank last reported the state of the charge.
  -- The checkout session that the payment pays, and the link of that session. They never change.
  checkout_session_id uuid,
  payment_link_id     uuid,
  primary key (account_id, id),
  -- A status that follows PAID has the instant of the payment.
  check (
    (status in ('PAID', 'REFUNDED', 'IN_PROTEST', 'CHARGEDBACK')) <= (paid_at is not null)
  )
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

-- The list of payments (docs/decisions/lists.md).
create index transactions_newest
  on transactions (account_id, created_at desc, id desc);

-- The list of payments by method and status.
create index transactions_by_method_and_status
  on transactions (account_id, method, status, created_at desc, id desc);

-- What the planner expects where its sample has not seen the rare values of these columns
-- (docs/decisions/lists.md#rare-values).
alter table transactions
  alter column status set (n_distinct = 8),
  alter column method set (n_distinct = 3),
  alter column payment_link_id set (n_distinct = 100);

-- The list of payments by the merchant's reference.
create index transactions_by_external_ref
  on transactions (account_id, external_ref, created_at desc, id desc)
  where external_ref is not null;

-- The queue of payments to ask about.
create index transactions_to_check
  on transactions (check_at, account_id)
  where check_at is not null;

-- A card payment by the acquirer's number (tid). Acquirers name disputed sales by it.
create index transactions_by_tid
  on transactions (provider_id, (facts #>> '{card,tid}'))
  where method = 'CREDIT_CARD' and facts #>> '{card,tid}' is not null;

-- A card payment by the acquirer's sequence number. Cielo names a claim that waits by it.
create index transactions_by_nsu
  on transactions (provider_id, (facts #>> '{card,nsu}'))
  where method = 'CREDIT_CARD' and facts #>> '{card,nsu}' is not null;

-- The payments that a provider's file of a day must contain.
create index transactions_paid
  on transactions (provider_id, paid_at)
  where paid_at is not null;

-- The attempts of a session.
create index transactions_of_checkout_session
  on transactions (account_id, checkout_session_id, created_at desc, id desc)
  where checkout_session_id is not null;

-- The list of the payments of a link, by method and status.
create index transactions_of_payment_link
  on transactions (account_id, payment_link_id, method, status, created_at desc, id desc)
  where payment_link_id is not null;

-- The moves of the status, the same as in src/transactions/transaction.ts
-- (docs/design/rules.md#l4). A test compares them.
create table transaction_moves (
  from_status text not null, -- The status before the move.
  to_status   text not null, -- The status after the move.
  primary key (from_status, to_status)
);

insert into transaction_moves
values
  ('WAITING_PAYMENT', 'PAID'),
  ('WAITING_PAYMENT', 'REFUSED'),
  ('WAITING_PAYMENT', 'CANCELED'),
  ('WAITING_PAYMENT', 'AUTHORIZED'),
  ('AUTHORIZED', 'PAID'),
  ('AUTHORIZED', 'CANCELED'),
  ('PAID', 'REFUNDED'),
  ('PAID', 'IN_PROTEST'),
  ('PAID', 'CHARGEDBACK'),
  ('IN_PROTEST', 'PAID'),
  ('IN_PROTEST', 'CHARGEDBACK'),
  ('IN_PROTEST', 'REFUNDED'),
  ('CHARGEDBACK', 'PAID'),
  ('CANCELED', 'PAID');

-- Refuses a skipped version, another method, and a move that is not in the table. Amount and fee
-- change only when a PIX with a due date is paid.
create function enforce_transaction_move()
returns trigger
language plpgsql
as $$
begin
  if new.version <> old.version + 1 then
    raise exception 'transaction % goes from version % to %', old.id, old.version, new.version
      using errcode = 'check_violation';
  end if;
  if new.method <> old.method then
    raise exception 'transaction %: the method never changes', old.id
      using errcode = 'check_violation';
  end if;
  if (new.amount <> old.amount or new.fee <> old.fee) and not (
    new.status = 'PAID' and old.paid_at is null and old.facts -> 'pix' -> 'due' is not null
  ) then
    raise exception 'transaction %: amount and fee never change', old.id
      using errcode = 'check_violation';
  end if;
  if new.status <> old.status and not exists (
    select
    from transaction_moves
    where from_status = old.status and to_status = new.status
  ) then
    raise exception 'transaction % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create trigger transactions_moves
  before update of version, status, amount, method, fee on transactions
  for each row execute function enforce_transaction_move();

-- The payment of a payment page: its address has only this name. Never changed.
create table secure_ids (
  secure_id      text primary key, -- As in transactions.
  account_id     uuid not null,
  transaction_id uuid not null
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

create trigger secure_ids_append_only
  before update or delete on secure_ids
  for each row execute function refuse_change();

create trigger secure_ids_no_truncate
  before truncate on secure_ids
  for each statement execute function refuse_change();

-- The payment of a provider's reference, because a notice of a provider names no account. Never
-- changed.
create table provider_references (
  provider_id    uuid not null,
  reference      text not null collate "C", -- Such as the txid of a PIX.
  account_id     uuid not null,
  transaction_id uuid not null,
  primary key (provider_id, reference)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

create trigger provider_references_append_only
  before update or delete on provider_references
  for each row execute function refuse_change();

create trigger provider_references_no_truncate
  before truncate on provider_references
  for each statement execute function refuse_change();

-- A card sale that was sent to an acquirer and may have charged a card. The row is committed before
-- the request leaves (docs/design/rules.md#u1).
create table attempts (
  account_id          uuid not null,
  id                  uuid not null,
  transaction_id      uuid not null,
  provider_id         uuid not null,
  -- The gateway writes only sale.
  operation           text not null check (operation in ('sale', 'capture', 'cancel')),
  attempt_ref         text not null, -- The order id that the acquirer knows, made by the gateway.
  -- Only explicit evidence ends sending, unknown and analysing (docs/design/rules.md#u3).
  state               text not null check (
    state in (
      'sending',
      'unknown',
      'analysing',
      'approved',
      'refused',
      'voided',
      'not-executed'
    )
  ),
  version             integer not null default 1,
  amount              bigint not null check (amount > 0), -- Cents.
  reference           text, -- The acquirer's id of the sale.
  code                text, -- The acquirer's return code, unchanged.
  queries             integer not null default 0, -- How often the acquirer was asked.
  -- How many "not found" answers counted (docs/design/rules.md#u6).
  not_found           integer not null default 0,
  last_not_found_at   timestamptz, -- When the last of them came.
  sent_at             timestamptz not null, -- When the request was about to leave.
  answered_at         timestamptz, -- When the first definite answer came.
  due_at              timestamptz, -- Queue: when a worker asks the acquirer.
  -- Until then the process that sent the sale may still wait for its answer, by the database's
  -- clock. Null: that process has recorded an outcome.
  owner_lease_ends_at timestamptz,
  primary key (account_id, id),
  unique (account_id, attempt_ref),
  foreign key (account_id, transaction_id)
    references transactions (account_id, id)
    deferrable initially deferred
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

-- The attempts of a payment.
create index attempts_of_transaction
  on attempts (account_id, transaction_id);

-- The queue of attempts to ask about.
create index attempts_due
  on attempts (due_at, account_id)
  where due_at is not null;

-- Card tokens that were used. A card token pays once. Never changed.
create table spent_card_tokens (
  account_id uuid not null,
  digest     bytea not null, -- HMAC of the token.
  spent_at   timestamptz not null default now(), -- By the database's clock.
  primary key (account_id, digest)
);

create trigger spent_card_tokens_append_only
  before update or delete on spent_card_tokens
  for each row execute function refuse_change();

create trigger spent_card_tokens_no_truncate
  before truncate on spent_card_tokens
  for each statement execute function refuse_change();

-- Wallet tokens that were used. A wallet token pays once in the whole installation
-- (docs/design/rules.md#i7). Never changed.
create table spent_wallet_tokens (
  digest         bytea primary key, -- Of the bytes that the device has signed.
  account_id     uuid not null,
  transaction_id uuid not null, -- The sale that used the token.
  -- HMAC of the order: the same order with the same token gets that sale.
  fingerprint    bytea not null,
  spent_at       timestamptz not null default now() -- By the database's clock.
);

create trigger spent_wallet_tokens_append_only
  before update or delete on spent_wallet_tokens
  for each row execute function refuse_change();

create trigger spent_wallet_tokens_no_truncate
  before truncate on spent_wallet_tokens
  for each statement execute function refuse_change();

-- The numbers of boletos (nosso número) of all accounts. No number is used twice.
create sequence boleto_sequence
  minvalue 1
  maxvalue 9999999999
  no cycle;

-- What a person can search payments by (docs/decisions/lists.md). A worker adds the terms of a
-- payment within seconds of its first event.
create table search_terms (
  account_id     uuid not null,
  -- A word of the customer's name, an e-mail address, a document, an end-to-end id, or = and the
  -- amount in cents. In small letters without accents.
  term           text not null collate "C" check (char_length(term) between 2 and 120),
  created_at     timestamptz not null, -- Of the payment.
  transaction_id uuid not null,
  -- The payments of a term, the newest first.
  primary key (account_id, term, created_at, transaction_id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

-- An instruction about one boleto to a bank that takes files and no calls
-- (docs/decisions/boletos-by-file.md). It is in one file at most, until the bank rejects it or the
-- file goes without it.
create table remittance_records (
  account_id     uuid not null,
  transaction_id uuid not null,
  instruction    text not null check (instruction in ('REGISTER', 'WRITE_OFF')),
  provider_id    uuid not null,
  created_at     timestamptz not null,
  -- Queue: when a worker puts it into a file. Null: it is in one, waits for the registration or for
  -- the end of a protest, is withdrawn, or the boleto has ended.
  due_at         timestamptz,
  file_sequence  integer, -- The file that has it. Null: none.
  -- Of a write-off: how many rejections by the bank were known when it was requested. After another
  -- one it can be requested again.
  rejections     integer not null default 0 check (rejections >= 0),
  primary key (account_id, transaction_id, instruction),
  foreign key (account_id, transaction_id)
    references transactions (account_id, id)
    deferrable initially deferred
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

-- The queue of instructions that wait for a file.
create index remittance_records_due
  on remittance_records (due_at, account_id)
  where due_at is not null;

-- The instructions of a file.
create index remittance_records_of_file
  on remittance_records (provider_id, file_sequence)
  where file_sequence is not null;

-- A file of instructions. It is numbered, then stored as a part, then published under its name.
create table remittance_files (
  provider_id  uuid not null references providers,
  -- The contract with the bank, which may be that of several providers. It refuses a used number.
  agreement    text not null,
  sequence     integer not null check (sequence between 1 and 999999),
  made_at      timestamptz not null, -- When it got its number.
  -- The part that is chosen: only it is published. Null: none is yet, or the number is skipped.
  part         text,
  folder_id    text, -- Of the folder that has the part.
  -- When its name was known to be in the folder, or its number was skipped. Null: not yet.
  published_at timestamptz,
  due_at       timestamptz not null, -- Queue: when a worker completes it, unless it is published.
  primary key (provider_id, sequence),
  unique (agreement, sequence),
  check (num_nulls(part, folder_id) in (0, 2))
);

-- The queue of files that are not complete.
create index remittance_files_due
  on remittance_files (due_at)
  where published_at is null;

-- What a bank that takes files reported about a boleto, from a daily file that was read whole.
-- Never changed.
create table boleto_movements (
  account_id     uuid not null,
  transaction_id uuid not null,
  provider_id    uuid not null,
  sequence       integer not null, -- Of the daily file.
  line           integer not null, -- Of the daily file.
  movement       text not null, -- From BoletoMovement, such as REGISTERED or PAID.
  amount         bigint not null, -- Cents: paid, or what the boleto is about.
  date           date not null, -- In São Paulo.
  reason         text, -- The bank's reason, in Portuguese.
  primary key (account_id, transaction_id, provider_id, sequence, line),
  foreign key (account_id, transaction_id) references transactions (account_id, id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

create trigger boleto_movements_append_only
  before update or delete on boleto_movements
  for each row execute function refuse_change();

create trigger boleto_movements_no_truncate
  before truncate on boleto_movements
  for each statement execute function refuse_change();
