-- Each lock of a person in a row is twice as long as the one before (docs/decisions/people.md).

alter table people.sign_in_failures
  -- The locks in a row. They are forgotten a week after the last one.
  add column locks integer not null default 0 check (locks >= 0);
