-- Who made a key: the person cannot approve what the key asks for.

alter table api_keys
  -- The actor as JSON: kind, id and name (src/primitives/actor.ts). Null: a key from before makers
  -- were recorded.
  add column made_by jsonb;
