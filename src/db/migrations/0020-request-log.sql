-- The requests of accounts in the last seven days (docs/decisions/request-log.md). Unlogged: they
-- are in no archive of the write-ahead log, and a crash of the server empties them.

create table api_requests (
  account_id      uuid not null,
  id              uuid not null, -- The X-Request-Id of the response.
  slot            smallint not null check (slot between 0 and 8), -- As in api_request_days.
  at              timestamptz not null,
  method          text not null,
  status_class    text not null check (status_class in ('2xx', '3xx', '4xx', '5xx')),
  status          smallint not null,
  route           text not null,
  path            text not null, -- Without the query, and with ids as its only values.
  error_code      text,
  actor_kind      text not null check (actor_kind in ('key', 'person')),
  actor_id        uuid not null, -- The key or the person.
  actor_name      text not null,
  tenths_of_ms    integer not null check (tenths_of_ms >= 0), -- The duration.
  idempotency_key text, -- Its last characters.
  request_body    text check (octet_length(request_body) <= 4096), -- JSON, redacted.
  response_body   text check (octet_length(response_body) <= 4096), -- JSON, redacted.
  primary key (account_id, id, slot)
) partition by list (slot);

create unlogged table api_requests_0 partition of api_requests for values in (0);
create unlogged table api_requests_1 partition of api_requests for values in (1);
create unlogged table api_requests_2 partition of api_requests for values in (2);
create unlogged table api_requests_3 partition of api_requests for values in (3);
create unlogged table api_requests_4 partition of api_requests for values in (4);
create unlogged table api_requests_5 partition of api_requests for values in (5);
create unlogged table api_requests_6 partition of api_requests for values in (6);
create unlogged table api_requests_7 partition of api_requests for values in (7);
create unlogged table api_requests_8 partition of api_requests for values in (8);

create index api_requests_newest on api_requests (account_id, at, id);
create index api_requests_outcomes on api_requests (account_id, method, status_class, at, id);
create index api_requests_actors on api_requests (account_id, actor_id, at, id);
create index api_requests_errors on api_requests (account_id, error_code, at, id)
  where error_code is not null;

-- What the planner expects where its sample has not seen the rare values of these columns
-- (docs/decisions/lists.md#rare-values).
do $$
begin
  for slot in 0..8 loop
    execute format(
      'alter table api_requests_%s
        alter column method set (n_distinct = 5),
        alter column status_class set (n_distinct = 4),
        alter column actor_id set (n_distinct = 10)',
      slot
    );
  end loop;
end
$$;

-- The day of each slot. A slot is emptied before it gets the next day.
create table api_request_days (
  slot smallint primary key check (slot between 0 and 8),
  day  date -- Of UTC, by business time. Null: none yet.
);

insert into api_request_days (slot) select generate_series(0, 8);
