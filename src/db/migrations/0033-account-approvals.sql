-- What waits for the people of an account, and who may decide it.

-- The names that a person had, each with the time of its end:
-- [{"name": "Ana", "until": "2026-11-21T12:00:00Z"}]. By business time, because a request for
-- approval is compared with it.
alter table people.persons add column earlier_names jsonb not null default '[]';

-- The requests of an account, the newest first (docs/decisions/lists.md).
create index approvals_newest
  on approvals (account_id, requested_at desc, id desc);

-- The same by status.
create index approvals_by_status
  on approvals (account_id, status, requested_at desc, id desc);

-- The cashouts of an account that wait for approval, the newest first.
create index cashouts_to_approve
  on cashouts (account_id, created_at desc, id desc)
  where status = 'PENDING' and facts -> 'approval' ->> 'state' = 'waiting';

-- The disputes of an account that wait for an answer, by deadline.
create index disputes_to_answer
  on disputes (account_id, answer_by, id)
  where status = 'NEEDS_RESPONSE';
