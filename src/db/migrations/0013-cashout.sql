-- Money that leaves: withdrawals and transfers by PIX (docs/decisions/cashout.md).

-- A cashout.
create table cashouts (
  account_id      uuid not null,
  id              uuid not null,
  version         integer not null check (version > 0),
  -- PENDING: not sent. PROCESSING: a request may have reached the bank.
  status          text not null check (
    status in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED', 'REFUNDED')
  ),
  amount          bigint not null check (amount > 0), -- Cents that the beneficiary receives.
  fee             bigint not null check (fee >= 0), -- Cents, on top of the amount.
  -- Cents that came back after the payment had arrived.
  returned_amount bigint not null default 0 check (returned_amount between 0 and amount),
  -- Of pix_key. EVP is a random key, ACCOUNT an account at a bank.
  key_type        text not null check (
    key_type in ('CPF', 'CNPJ', 'PHONE', 'EMAIL', 'EVP', 'ACCOUNT')
  ),
  -- In its normal form (docs/design/brazil.md#pix-keys). Of an account: ISPB, branch, number, kind.
  pix_key         text not null,
  external_ref    text, -- The merchant's own reference.
  provider_id     uuid not null, -- The bank that sends it.
  -- What is shown and never queried: order, approval, failure, returns.
  facts           json not null,
  end_to_end_id   text collate "C", -- The id of the PIX (docs/design/brazil.md#pix-ids).
  -- The day or night of the account in whose limit it counts
  -- (docs/design/brazil.md#night-and-limits).
  period          text not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  sent_at         timestamptz, -- When it was first sent to the bank.
  completed_at    timestamptz, -- When the payment arrived.
  check_at        timestamptz, -- Queue: when a worker sends it or asks the bank.
  queries         integer not null default 0, -- Queue: how often the bank was asked.
  primary key (account_id, id),
  -- A completed cashout has the instant of its end.
  check ((status in ('COMPLETED', 'REFUNDED')) = (completed_at is not null)),
  -- REFUNDED: all of it came back.
  check ((status = 'REFUNDED') <= (returned_amount = amount))
);

-- The list of cashouts (docs/decisions/lists.md).
create index cashouts_newest
  on cashouts (account_id, created_at desc, id desc);

-- The list of cashouts by status.
create index cashouts_by_status
  on cashouts (account_id, status, created_at desc, id desc);

-- What the planner expects where its sample has not seen the rare values of these columns
-- (docs/decisions/lists.md#rare-values).
alter table cashouts
  alter column status set (n_distinct = 6);

-- The list of cashouts by the merchant's reference.
create index cashouts_by_external_ref
  on cashouts (account_id, external_ref, created_at desc, id desc)
  where external_ref is not null;

-- The queue of cashouts to send or ask about.
create index cashouts_to_check
  on cashouts (check_at, account_id)
  where check_at is not null;

-- The cashouts of all accounts that are not sent yet.
create index cashouts_pending
  on cashouts (created_at, account_id)
  where status = 'PENDING';

-- The cashouts of an account that wait for approval, the newest first.
create index cashouts_to_approve
  on cashouts (account_id, created_at desc, id desc)
  where status = 'PENDING' and facts -> 'approval' ->> 'state' = 'waiting';

-- Whether an account has paid a key before. A cashout to a new key may have to wait
-- (docs/decisions/new-accounts.md).
create index cashouts_of_paid_keys
  on cashouts (account_id, pix_key)
  where completed_at is not null;

-- The cashouts that a bank's file of a day must contain.
create index cashouts_completed
  on cashouts (provider_id, completed_at)
  where completed_at is not null;

-- The returned cashouts that a bank's file of a day must contain.
create index cashouts_returned
  on cashouts (provider_id, updated_at)
  where returned_amount > 0;

-- The moves of the status, the same as in src/cashout/cashout.ts (docs/design/rules.md#l4). A test
-- compares them.
create table cashout_moves (
  from_status text not null, -- The status before the move.
  to_status   text not null, -- The status after the move.
  primary key (from_status, to_status)
);

insert into cashout_moves
values
  ('PENDING', 'PROCESSING'),
  ('PENDING', 'CANCELED'),
  ('PROCESSING', 'COMPLETED'),
  ('PROCESSING', 'FAILED'),
  ('COMPLETED', 'REFUNDED');

-- Refuses a skipped version, changed facts, a smaller returned_amount, and a move that is not in
-- the table.
create function enforce_cashout_move()
returns trigger
language plpgsql
as $$
begin
  if new.version <> old.version + 1 then
    raise exception 'cashout % goes from version % to %', old.id, old.version, new.version
      using errcode = 'check_violation';
  end if;
  if (new.amount, new.fee, new.key_type, new.pix_key, new.provider_id)
    is distinct from (old.amount, old.fee, old.key_type, old.pix_key, old.provider_id)
  then
    raise exception 'cashout %: amount, fee, key and provider never change', old.id
      using errcode = 'check_violation';
  end if;
  if new.returned_amount < old.returned_amount then
    raise exception 'cashout %: what came back stays', old.id
      using errcode = 'check_violation';
  end if;
  if new.status <> old.status and not exists (
    select
    from cashout_moves
    where from_status = old.status and to_status = new.status
  ) then
    raise exception 'cashout % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create trigger cashouts_moves
  before update of
    version, status, amount, fee, key_type, pix_key, provider_id, returned_amount
  on cashouts
  for each row execute function enforce_cashout_move();

-- The cashout of the id that a bank knows, because a notice of a bank names no account. Never
-- changed.
create table cashout_references (
  provider_id uuid not null,
  reference   text not null collate "C", -- The id of the cashout without dashes.
  account_id  uuid not null,
  cashout_id  uuid not null, -- The cashout.
  primary key (provider_id, reference)
);

create trigger cashout_references_append_only
  before update or delete on cashout_references
  for each row execute function refuse_change();

create trigger cashout_references_no_truncate
  before truncate on cashout_references
  for each statement execute function refuse_change();

-- The last cashout to a key in an amount. The same request is refused until free_at as a probable
-- duplicate (docs/design/rules.md#i9).
create table cashout_guards (
  account_id uuid not null,
  pix_key    text not null, -- As in cashouts, or location and txid of a charge.
  amount     bigint not null, -- Cents. 0: of any amount, for a charge.
  cashout_id uuid not null, -- The last cashout.
  free_at    timestamptz not null, -- The end of the guard.
  primary key (account_id, pix_key, amount)
);

-- For the deletion of guards that have ended.
create index cashout_guards_oldest
  on cashout_guards (free_at);

-- What an account has sent in one of its days or nights.
create table cashout_usage (
  account_id uuid not null,
  period     text not null, -- As in cashouts.
  used       bigint not null default 0 check (used >= 0), -- Cents.
  primary key (account_id, period)
);

-- The automatic withdrawals of an account.
create table cashout_schedules (
  account_id    uuid primary key,
  version       integer not null check (version > 0),
  plan          json not null, -- Days, hour, reserve, floor and PIX key.
  next_at       timestamptz, -- Queue: when it runs next. Null: it is off.
  lease_ends_at timestamptz, -- The lease of the worker that runs it, by the database's clock.
  updated_at    timestamptz not null
);

-- The queue of schedules.
create index cashout_schedules_due
  on cashout_schedules (next_at)
  where next_at is not null;
