-- The progress of a rotation of the master key (docs/decisions/key-rotation.md).
alter table master_key_proofs
  -- How many values the workers have moved to this version.
  add column moved_values bigint not null default 0,
  add column moved_from timestamptz, -- The first move, by the database's clock. Null: none yet.
  add column moved_until timestamptz; -- The last move, by the database's clock.
