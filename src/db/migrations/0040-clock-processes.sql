-- Requests that every worker does all due work, counted. A worker serves the highest number.
alter table business_clock add column dry_request bigint not null default 0;

-- The servers of a sandbox that follow business time. Each one writes its row every second, by the database's clock.
-- A row is worth nothing after a crash of the database: it is written again within a second.
create unlogged table clock_processes (
  id          uuid primary key,
  works       boolean not null,
  -- The offset of business time that the process goes by.
  offset_ms   bigint not null,
  -- The last request after which the worker found nothing due, and the last one for which it found something.
  ran_dry_for bigint not null,
  worked_for  bigint not null,
  seen_at     timestamptz not null default now()
);

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end $$;
