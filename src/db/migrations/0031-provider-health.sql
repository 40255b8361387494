-- What each process sees of the providers it calls, for the operator's page of their health.

-- Calls of one operation in one minute or one hour, of all processes together. A process adds its
-- calls of the last seconds in one statement. Minutes are kept for two hours, hours for a day.
create table provider_calls (
  width       text not null check (width in ('minute', 'hour')),
  starts_at   timestamptz not null, -- By the database's clock.
  provider_id uuid not null references providers,
  operation   text not null, -- A function of the port, such as sale, createCharge or disputes.list.
  failures    integer not null, -- Calls without a usable response.
  latencies   integer[] not null, -- Calls by latency; the bounds are in src/providers/health.
  primary key (width, starts_at, provider_id, operation)
);

-- The latest instants of each provider, by business time.
create table provider_signs (
  provider_id uuid primary key references providers,
  answered_at timestamptz, -- The end of the last call with a usable response.
  failed_at   timestamptz, -- The end of the last call without one.
  noticed_at  timestamptz, -- The last notice at our callback address.
  -- When a process last reported that it sends the provider one probe at a time, by the database's
  -- clock. -infinity: the provider responded to it again.
  silent_at   timestamptz
);

-- When the callback address that the provider was offered last was made, by the database's clock.
-- Null: before this column existed.
alter table providers add column callback_made_at timestamptz;

-- The newest file of a provider, and the list of its files.
create index settlement_files_of_provider
  on settlement_files (provider_id, started_at desc, name desc);

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end
$$;
