-- Each status is a range of an index in the order of the operator's lists
-- (docs/decisions/lists.md).
drop index disputes_by_deadline;

create index disputes_by_status_and_deadline
  on disputes (status, coalesce(answer_by, 'infinity'::timestamptz), id);

create index reconciliation_cases_by_status
  on reconciliation_cases (status, opened_at desc, id desc);
