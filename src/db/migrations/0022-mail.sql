-- Mails to persons (docs/decisions/mail.md).

-- A mail to one person, and its place in the queue. What was sent is not kept.
create table mails (
  account_id uuid not null, -- The account the mail is about. All zeros: the operators.
  id         uuid not null,
  template   text not null, -- A name of src/mail/templates.ts.
  language   text not null check (language in ('pt', 'en')), -- Of the recipient.
  -- waiting: to be sent. sent: the mail server has accepted it. given-up: it will not be sent.
  state      text not null default 'waiting' check (state in ('waiting', 'sent', 'given-up')),
  -- The address and the data of the template, sealed (docs/design/rules.md#k5): the data may hold a
  -- one-time link. Null: removed, because the mail was sent or its time is over.
  sealed     bytea,
  attempts   integer not null default 0, -- Queue: how often a worker has claimed it.
  due_at     timestamptz, -- Queue: when a worker sends it next, or the end of its lease.
  useful_to  timestamptz not null, -- After it the mail says nothing useful and is not sent.
  created_at timestamptz not null,
  settled_at timestamptz, -- When it was sent or given up.
  last_error text, -- Why the last try failed, without the address.
  primary key (account_id, id),
  -- Only a waiting mail is in the queue.
  check ((state = 'waiting') = (due_at is not null)),
  check ((state = 'waiting') = (settled_at is null)),
  -- A waiting mail has its content, a sent one has none.
  check (state <> 'waiting' or sealed is not null),
  check (state <> 'sent' or sealed is null)
);

-- The queue of mails to send.
create index mails_due
  on mails (due_at, account_id)
  where due_at is not null;

-- The mails that wait, the oldest first: whether the queue is stuck.
create index mails_waiting
  on mails (created_at)
  where state = 'waiting';

-- The mails that were sent or given up: the last one, and those whose row is removed.
create index mails_settled
  on mails (state, settled_at)
  where settled_at is not null;

-- The contents that are removed when their time is over.
create index mails_kept
  on mails (settled_at)
  where settled_at is not null and sealed is not null;
