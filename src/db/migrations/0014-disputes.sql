-- Claims against payments: chargebacks and PIX's special return mechanism. A dispute and its transaction change together, so
-- the transaction's version guards what all refunds and disputes of a payment may take.
create table disputes (
  account_id     uuid not null,
  id             uuid not null,
  version        integer not null check (version > 0),
  transaction_id uuid not null,
  kind           text not null check (kind in ('chargeback', 'med')),
  status         text not null check (status in ('NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST')),
  provider_id    uuid not null,
  -- The provider's id of the case.
  case_id        text collate "C" not null,
  amount         bigint not null check (amount > 0),
  -- Where the blocked money was taken from.
  holds          json not null,
  -- The sum of the holds: what is blocked.
  held           bigint not null check (held between 0 and amount),
  lost_amount    bigint not null default 0 check (lost_amount between 0 and amount),
  -- Less is held than could be lost: money that comes in is held too.
  short          boolean not null,
  -- What is shown and never queried: the payment as its provider names it, reason, answer, return id.
  facts          json not null,
  opened_at      timestamptz not null,
  answer_by      timestamptz,
  decided_at     timestamptz,
  updated_at     timestamptz not null,
  -- When a worker looks at it next, and how often it did since the last change: bookkeeping of the queue.
  due_at         timestamptz,
  queries        integer not null default 0,
  primary key (account_id, id),
  unique (account_id, provider_id, case_id),
  foreign key (account_id, transaction_id) references transactions (account_id, id),
  check ((status in ('WON', 'LOST')) = (decided_at is not null)),
  check (lost_amount = 0 or status = 'LOST'),
  check ((held = 0 and not short) or status in ('NEEDS_RESPONSE', 'UNDER_REVIEW'))
);
create index disputes_newest on disputes (account_id, opened_at desc, id desc);
create index disputes_by_status on disputes (account_id, status, opened_at desc, id desc);
create index disputes_of_transaction on disputes (account_id, transaction_id);
create index disputes_due on disputes (due_at, account_id) where due_at is not null;
create index disputes_short on disputes (account_id) where short;

create table dispute_moves (
  from_status text not null,
  to_status   text not null,
  primary key (from_status, to_status)
);
insert into dispute_moves values
  ('NEEDS_RESPONSE', 'UNDER_REVIEW'), ('NEEDS_RESPONSE', 'WON'), ('NEEDS_RESPONSE', 'LOST'),
  ('UNDER_REVIEW', 'NEEDS_RESPONSE'), ('UNDER_REVIEW', 'WON'), ('UNDER_REVIEW', 'LOST'),
  ('LOST', 'WON');

create function enforce_dispute_move() returns trigger language plpgsql as $$
begin
  if (new.version, new.status, new.held, new.lost_amount) is distinct from (old.version, old.status, old.held, old.lost_amount)
    and new.version <> old.version + 1 then
    raise exception 'dispute % goes from version % to %', old.id, old.version, new.version using errcode = 'check_violation';
  end if;
  if (new.transaction_id, new.kind, new.provider_id, new.case_id, new.amount) is distinct from
     (old.transaction_id, old.kind, old.provider_id, old.case_id, old.amount) then
    raise exception 'dispute %: its facts never change', old.id using errcode = 'check_violation';
  end if;
  if new.status <> old.status and not exists
    (select from dispute_moves where from_status = old.status and to_status = new.status) then
    raise exception 'dispute % cannot go from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger disputes_moves before update on disputes
  for each row execute function enforce_dispute_move();

-- What a merchant shows to prove a sale. Never changed.
create table dispute_evidence (
  account_id   uuid not null,
  dispute_id   uuid not null,
  id           uuid not null,
  name         text not null,
  content_type text not null check (content_type in ('application/pdf', 'image/png', 'image/jpeg')),
  size         integer not null check (size > 0),
  sha256       bytea not null,
  bytes        bytea not null,
  created_at   timestamptz not null,
  primary key (account_id, dispute_id, id),
  unique (account_id, dispute_id, sha256),
  foreign key (account_id, dispute_id) references disputes (account_id, id)
);

-- How far each provider's claims were read.
create table dispute_sweeps (
  provider_id uuid primary key references providers,
  -- When its desk is asked next, by business time: its usual pace, or a notice.
  due_at      timestamptz not null,
  -- Everything that changed until then is known.
  known_until timestamptz
);

-- An acquirer names a disputed sale by its own number.
create index transactions_by_tid on transactions (provider_id, (facts #>> '{card,tid}'))
  where method = 'CREDIT_CARD' and facts #>> '{card,tid}' is not null;
