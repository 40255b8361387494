-- What narrows a secret key.

alter table api_keys
  -- Names of contract/permission.ts. Null: every permission that a key can have.
  add column permissions text[],
  -- Networks in CIDR notation from which the key opens anything. Null: from everywhere.
  add column addresses text[],
  -- The key, and one that replaces it, is invalid from then on. Null: no end.
  add column valid_until timestamptz;
