-- Claims against payments: chargebacks of cards and MED of PIX (docs/decisions/disputes.md).

-- A dispute. It changes together with its payment, so that the version of the payment guards what
-- all refunds and disputes of a payment can take.
create table disputes (
  account_id     uuid not null,
  id             uuid not null,
  version        integer not null check (version > 0),
  transaction_id uuid not null,
  -- Of a card or of a PIX (docs/design/brazil.md#chargebacks, docs/design/brazil.md#med).
  kind           text not null check (kind in ('chargeback', 'med')),
  -- Whose turn it is, or how it ended.
  status         text not null check (status in ('NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST')),
  provider_id    uuid not null,
  case_id        text collate "C" not null, -- The provider's id of the case.
  amount         bigint not null check (amount > 0), -- Cents that are claimed.
  holds          json not null, -- The books from which the blocked money was taken.
  held           bigint not null check (held between 0 and amount), -- Cents that are blocked.
  -- Cents that went back to the payer. 0 unless LOST.
  lost_amount    bigint not null default 0 check (lost_amount between 0 and amount),
  -- Cents that the provider took when the dispute was lost. It is more than lost_amount while
  -- refunds or other disputes of the payment have the rest.
  provider_took  bigint not null default 0,
  -- A shortfall. Open: less is blocked than can be lost, and money that arrives is blocked too.
  -- LOST: the rest of the loss can be collected.
  short          boolean not null,
  -- What is shown and never queried: reason, answers, return id, and the payment as its provider
  -- names it.
  facts          json not null,
  opened_at      timestamptz not null, -- When the provider opened it.
  answer_by      timestamptz, -- The deadline of the merchant's answer.
  decided_at     timestamptz, -- When it was won or lost.
  updated_at     timestamptz not null,
  due_at         timestamptz, -- Queue: when a worker sends the answer or a reminder.
  queries        integer not null default 0, -- Queue: how often since the last change.
  primary key (account_id, id),
  unique (account_id, provider_id, case_id),
  foreign key (account_id, transaction_id) references transactions (account_id, id),
  -- A decided dispute has the instant of its decision.
  check ((status in ('WON', 'LOST')) = (decided_at is not null)),
  -- Only a lost dispute takes money.
  check (lost_amount = 0 or status = 'LOST'),
  -- Only an open dispute blocks money.
  constraint disputes_hold_while_open
    check (held = 0 or status in ('NEEDS_RESPONSE', 'UNDER_REVIEW')),
  -- A won dispute has no shortfall.
  constraint disputes_won_want_nothing
    check (not short or status <> 'WON'),
  -- The merchant loses at most what the provider took, which is at most the claim.
  constraint disputes_lose_what_was_taken
    check (lost_amount <= provider_took and provider_took <= amount)
);

-- The list of disputes (docs/decisions/lists.md).
create index disputes_newest
  on disputes (account_id, opened_at desc, id desc);

-- The list of disputes by kind and status.
create index disputes_by_kind_and_status
  on disputes (account_id, kind, status, opened_at desc, id desc);

-- What the planner expects where its sample has not seen the rare values of these columns
-- (docs/decisions/lists.md#rare-values).
alter table disputes
  alter column kind set (n_distinct = 2),
  alter column status set (n_distinct = 4);

-- The list for operators: each status is a range, in the order of the deadlines.
create index disputes_by_status_and_deadline
  on disputes (status, coalesce(answer_by, 'infinity'::timestamptz), id);

-- The disputes of an account that wait for an answer, by deadline.
create index disputes_to_answer
  on disputes (account_id, answer_by, id)
  where status = 'NEEDS_RESPONSE';

-- The disputes of a payment.
create index disputes_of_transaction
  on disputes (account_id, transaction_id);

-- A dispute by the provider's id of its case: files of providers name no account.
create index disputes_by_case
  on disputes (provider_id, case_id);

-- The queue of disputes with an answer or a reminder to send.
create index disputes_due
  on disputes (due_at, account_id)
  where due_at is not null;

-- The accounts with a shortfall.
create index disputes_short
  on disputes (account_id)
  where short;

-- The disputes for which money of an account is blocked.
create index disputes_that_block
  on disputes (account_id, id)
  where held > 0;

-- The disputes that a provider's file of a day must contain.
create index disputes_decided
  on disputes (provider_id, decided_at)
  where decided_at is not null;

-- The moves of the status, the same as in src/disputes/dispute.ts (docs/design/rules.md#l4). A test
-- compares them.
create table dispute_moves (
  from_status text not null, -- The status before the move.
  to_status   text not null, -- The status after the move.
  primary key (from_status, to_status)
);

insert into dispute_moves
values
  ('NEEDS_RESPONSE', 'UNDER_REVIEW'),
  ('NEEDS_RESPONSE', 'WON'),
  ('NEEDS_RESPONSE', 'LOST'),
  ('UNDER_REVIEW', 'NEEDS_RESPONSE'),
  ('UNDER_REVIEW', 'WON'),
  ('UNDER_REVIEW', 'LOST'),
  ('LOST', 'WON');

-- Refuses a skipped version, changed facts, and a move that is not in the table.
create function enforce_dispute_move()
returns trigger
language plpgsql
as $$
begin
  if (new.version, new.status, new.held, new.lost_amount)
      is distinct from (old.version, old.status, old.held, old.lost_amount)
    and new.version <> old.version + 1
  then
    raise exception 'dispute % goes from version % to %', old.id, old.version, new.version
      using errcode = 'check_violation';
  end if;
  if (new.transaction_id, new.kind, new.provider_id, new.case_id, new.amount)
    is distinct from (old.transaction_id, old.kind, old.provider_id, old.case_id, old.amount)
  then
    raise exception 'dispute %: its facts never change', old.id
      using errcode = 'check_violation';
  end if;
  if new.status <> old.status and not exists (
    select
    from dispute_moves
    where from_status = old.status and to_status = new.status
  ) then
    raise exception 'dispute % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create trigger disputes_moves
  before update on disputes
  for each row execute function enforce_dispute_move();

-- A document that a merchant sends to prove a sale. Never changed.
create table dispute_evidence (
  account_id   uuid not null,
  dispute_id   uuid not null, -- The dispute.
  id           uuid not null,
  name         text not null, -- Of the file.
  -- By the first bytes of the document.
  content_type text not null check (
    content_type in ('application/pdf', 'image/png', 'image/jpeg')
  ),
  size         integer not null check (size > 0), -- Bytes.
  sha256       bytea not null, -- Of the document.
  bytes        bytea not null, -- The document.
  created_at   timestamptz not null,
  primary key (account_id, dispute_id, id),
  -- A dispute has each document once.
  unique (account_id, dispute_id, sha256),
  foreign key (account_id, dispute_id) references disputes (account_id, id)
);

create trigger dispute_evidence_append_only
  before update or delete on dispute_evidence
  for each row execute function refuse_change();

create trigger dispute_evidence_no_truncate
  before truncate on dispute_evidence
  for each statement execute function refuse_change();

-- How far the claims of each provider have been read.
create table dispute_sweeps (
  provider_id uuid primary key references providers,
  -- When the provider is asked next: at its usual interval, or earlier after a notice.
  due_at      timestamptz not null,
  known_until timestamptz -- Every change of a claim until then is known. Null: none is.
);
