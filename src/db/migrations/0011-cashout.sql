-- Money leaving: withdrawals and transfers by PIX.
alter table accounts add column payout_provider uuid references providers;

create table cashouts (
  account_id      uuid not null,
  id              uuid not null,
  version         integer not null check (version > 0),
  status          text not null check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED', 'REFUNDED')),
  -- What the beneficiary gets; the fee is on top of it.
  amount          bigint not null check (amount > 0),
  fee             bigint not null check (fee >= 0),
  returned_amount bigint not null default 0 check (returned_amount between 0 and amount),
  -- In its normal form (brazil.md 1.5).
  key_type        text not null check (key_type in ('CPF', 'CNPJ', 'PHONE', 'EMAIL', 'EVP')),
  pix_key         text not null,
  external_ref    text,
  provider_id     uuid not null,
  -- What is shown and never queried: order, approval, failure, returns.
  facts           json not null,
  end_to_end_id   text collate "C",
  -- The limit it counts in: a day or a night of the account.
  period          text not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  sent_at         timestamptz,
  completed_at    timestamptz,
  -- When a worker looks at it next, and what it found so far: bookkeeping of the queue.
  check_at        timestamptz,
  queries         integer not null default 0,
  primary key (account_id, id),
  check ((status in ('COMPLETED', 'REFUNDED')) = (completed_at is not null)),
  check ((status = 'REFUNDED') <= (returned_amount = amount))
);
create index cashouts_newest on cashouts (account_id, created_at desc, id desc);
create index cashouts_by_status on cashouts (account_id, status, created_at desc, id desc);
create index cashouts_by_external_ref on cashouts (account_id, external_ref, created_at desc, id desc)
  where external_ref is not null;
create index cashouts_to_check on cashouts (check_at, account_id) where check_at is not null;
create index cashouts_pending on cashouts (created_at, account_id) where status = 'PENDING';

-- The moves of product.md 5, the same as in cashout.ts (a test compares them).
create table cashout_moves (
  from_status text not null,
  to_status   text not null,
  primary key (from_status, to_status)
);
insert into cashout_moves values
  ('PENDING', 'PROCESSING'), ('PENDING', 'CANCELED'),
  ('PROCESSING', 'COMPLETED'), ('PROCESSING', 'FAILED'),
  ('COMPLETED', 'REFUNDED');

create function enforce_cashout_move() returns trigger language plpgsql as $$
begin
  if new.version <> old.version + 1 then
    raise exception 'cashout % goes from version % to %', old.id, old.version, new.version using errcode = 'check_violation';
  end if;
  if (new.amount, new.fee, new.key_type, new.pix_key, new.provider_id) is distinct from
     (old.amount, old.fee, old.key_type, old.pix_key, old.provider_id) then
    raise exception 'cashout %: amount, fee, key and provider never change', old.id using errcode = 'check_violation';
  end if;
  if new.returned_amount < old.returned_amount then
    raise exception 'cashout %: what came back stays', old.id using errcode = 'check_violation';
  end if;
  if new.status <> old.status and not exists
    (select from cashout_moves where from_status = old.status and to_status = new.status) then
    raise exception 'cashout % cannot go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger cashouts_moves before update of version, status, amount, fee, key_type, pix_key, provider_id, returned_amount on cashouts
  for each row execute function enforce_cashout_move();

-- Where the id a bank knows a cashout by leads: its notices know no account.
create table cashout_references (
  provider_id uuid not null,
  reference   text not null collate "C",
  account_id  uuid not null,
  cashout_id  uuid not null,
  primary key (provider_id, reference)
);

-- What was asked for last to a key in an amount (reliability I9): the same again is refused until `free_at`.
create table cashout_guards (
  account_id uuid not null,
  pix_key    text not null,
  amount     bigint not null,
  cashout_id uuid not null,
  free_at    timestamptz not null,
  primary key (account_id, pix_key, amount)
);
create index cashout_guards_oldest on cashout_guards (free_at);

-- What an account sent in one of its days or nights.
create table cashout_usage (
  account_id uuid not null,
  period     text not null,
  used       bigint not null default 0 check (used >= 0),
  primary key (account_id, period)
);

-- Withdrawals that happen by themselves: one plan an account.
create table cashout_schedules (
  account_id uuid primary key,
  version    integer not null check (version > 0),
  plan       json not null,
  -- Null: switched off.
  next_at    timestamptz,
  -- Who holds it may run it until then, by the database's clock.
  lease_ends_at timestamptz,
  updated_at timestamptz not null
);
create index cashout_schedules_due on cashout_schedules (next_at) where next_at is not null;

do $$ begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end $$;
