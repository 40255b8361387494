-- A request that has ended needs its payload no more, and the payload may hold a secret.

alter table approvals
  alter column payload drop not null; -- Null: the request has ended.
