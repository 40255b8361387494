-- What the processes of the HTTP server share.

-- Rate limits as a token bucket by the generic cell rate algorithm (docs/design/rules.md#b3). The
-- table is unlogged: after a crash of the database all buckets are full.
create unlogged table rate_limits (
  bucket     text primary key, -- The limit and what it counts, such as a key or an address.
  -- The theoretical arrival time of the next request, by the database's clock.
  arrives_at timestamptz not null
);
