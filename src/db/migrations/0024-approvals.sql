-- Changes that one person asks for and another one decides.

create table approvals (
  -- The account of the change. Zeros: the change is of the operator.
  account_id   uuid not null,
  id           uuid not null,
  version      integer not null default 1,
  -- PENDING, APPROVED (decided, and not applied yet), DONE, FAILED (approved, and not possible any
  -- more), REJECTED, WITHDRAWN, EXPIRED.
  status       text not null check (
    status in ('PENDING', 'APPROVED', 'DONE', 'FAILED', 'REJECTED', 'WITHDRAWN', 'EXPIRED')
  ),
  action       text not null, -- A change of src/approved-changes.
  permission   text not null, -- What a person needs to decide (contract/permission.ts).
  subject      jsonb not null, -- What changes: type, id and name.
  before       jsonb not null, -- The fields that change, as they were. Never a secret.
  after        jsonb not null, -- The same fields, as they will be.
  payload      bytea, -- The change itself, sealed: it may hold a secret. Null: it has ended.
  requested_by jsonb not null, -- Who asked (Party in src/approvals/approval.ts).
  requested_at timestamptz not null,
  reason       text, -- Why, in the words of the person who asked. Null: not said.
  expires_at   timestamptz not null, -- Undecided until then, it is EXPIRED.
  decided_by   jsonb, -- Who decided or withdrew. Null: not decided.
  decided_at   timestamptz,
  decision     text, -- Why, in the words of the person who decided. Null: not said.
  ended_at     timestamptz, -- When the change was applied, or was found impossible.
  failure      text, -- The code of the rejection of a FAILED change.
  result       bytea, -- What only the person who asked may see, sealed, until it is seen once.
  due_at       timestamptz, -- When a worker takes it next. Null: never.
  primary key (account_id, id)
);

-- What waits for a decision, the oldest first, for an account and for the operator.
create index approvals_pending on approvals (account_id, id) where status = 'PENDING';

-- What a worker has to apply or to expire.
create index approvals_due on approvals (due_at) where due_at is not null;

-- The requests of an account, the newest first (docs/decisions/lists.md).
create index approvals_newest
  on approvals (account_id, requested_at desc, id desc);

-- The same by status.
create index approvals_by_status
  on approvals (account_id, status, requested_at desc, id desc);

-- What the planner expects where its sample has not seen the rare values of these columns
-- (docs/decisions/lists.md#rare-values).
alter table approvals
  alter column status set (n_distinct = 6);
