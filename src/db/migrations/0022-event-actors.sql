-- Who made the change of an event.

alter table events
  -- The actor as JSON (src/primitives/actor.ts): kind, id, name, request and address. Null: an
  -- event from before actors were recorded.
  add column actor jsonb;

-- The changes of an account that people made, for the audit log.
create index events_by_people
  on events (account_id, id)
  where actor ->> 'kind' in ('person', 'operator-token', 'cli');
