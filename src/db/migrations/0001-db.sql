-- What every other table relies on: business time, the identity of the database, and the trigger
-- that protects history.
--
-- Conventions of all files:
-- - Every table of merchant data begins with account_id, the account of the merchant. Every query
--   on behalf of a merchant names it.
-- - id is the id of the row: a UUID made by the gateway, of version 7 (ordered by time) or version
--   8 (derived from what must have one id only).
-- - provider_id and transaction_id are ids of rows of providers and transactions.
-- - version starts at 1 and grows by 1 with each change. A change is written only over the version
--   that it read (docs/design/rules.md#l4).
-- - created_at and updated_at are the instants of the first and the last change.
-- - An instant is by business time, unless its comment names the clock of the database.
-- - An amount is a whole number of cents of BRL.
-- - A queue is an instant such as due_at or check_at, at which a worker claims the row. Null: no
--   work is left.

-- Business time: the clock of the database plus an offset. Only a sandbox moves it
-- (docs/design/rules.md#d5).
create table business_clock (
  -- The table has exactly one row.
  only_row    boolean primary key default true check (only_row),
  -- How far business time is ahead of the clock of the database, ms. It never shrinks.
  offset_ms   bigint not null default 0 check (offset_ms >= 0),
  -- How often all workers were asked to do all due work. A worker serves the highest request
  -- (docs/decisions/moving-the-clock.md).
  dry_request bigint not null default 0
);

insert into business_clock default values;

create function business_now()
returns timestamptz
language sql
stable
as $$
  select now() + (select offset_ms from business_clock) * interval '1 millisecond'
$$;

-- Statements of the gateway receive the instant as a parameter.
comment on function business_now() is
  'Business time, for people at psql and for scripts. No statement of the gateway calls it.';

-- The servers of a sandbox. Each one writes its row every second. The table is unlogged, because a
-- row that a crash of the database removes is written again within a second.
create unlogged table clock_processes (
  id          uuid primary key, -- The process.
  works       boolean not null, -- Whether it has the role worker.
  offset_ms   bigint not null, -- The offset of business time that the process uses, ms.
  ran_dry_for bigint not null, -- The last dry_request after which its worker found no due work.
  worked_for  bigint not null, -- The last dry_request for which its worker found due work.
  seen_at     timestamptz not null default now() -- When it wrote the row, by the database's clock.
);

-- The installation that owns this database. The first process writes the row, and each later
-- process has to match it (docs/decisions/database-identity.md).
create table database_identity (
  -- The table has at most one row.
  is_only      boolean primary key default true check (is_only),
  -- A sandbox and production never share a database.
  mode         text not null check (mode in ('sandbox', 'production')),
  -- HMAC of a constant under the pepper: proves that a process has the same pepper.
  pepper_proof bytea not null,
  created_at   timestamptz not null default now() -- By the database's clock.
);

-- One sealed constant for each version of the master key: proves that a process has the same key
-- (docs/decisions/key-rotation.md).
create table master_key_proofs (
  version      integer primary key check (version between 1 and 65535), -- Of the master key.
  sealed       bytea not null, -- The constant, sealed under this version.
  created_at   timestamptz not null default now(), -- By the database's clock.
  -- Since then no value is sealed under it. A process may start without it.
  retired_at   timestamptz,
  -- How many values the workers have moved to this version.
  moved_values bigint not null default 0,
  moved_from   timestamptz, -- The first move, by the database's clock. Null: none yet.
  moved_until  timestamptz -- The last move, by the database's clock.
);

-- A version of the pepper that a process has started with (docs/decisions/pepper-rotation.md).
create table pepper_versions (
  version    integer primary key check (version between 1 and 65535),
  -- HMAC of a constant under the pepper: proves that a process has the same one. The proof of the
  -- first pepper of the installation is that of database_identity too.
  proof      bytea not null,
  -- The keys of digests that outlive the pepper, sealed (docs/design/rules.md#k5).
  kept_keys  bytea not null,
  created_at timestamptz not null default now(), -- By the database's clock.
  retired_at timestamptz -- Since then a process may start without it.
);

-- Refuses every change of a table that is history. A table uses it in two triggers: one for update
-- and delete of rows, one for truncate (docs/design/rules.md#l1).
create function refuse_change()
returns trigger
language plpgsql
as $$
begin
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation';
end
$$;

-- Whether this transaction replaces a payer by a pseudonym (docs/operating/data.md). Then personal
-- data of history may change. The role of the gateway has no right to do it.
create function is_pseudonymising()
returns boolean
language sql
stable
as $$
  select coalesce(current_setting('guiche.pseudonymises', true), '') = 'on'
$$;

-- Tables that grow with every payment have a partition for each month, by UTC, and one more for
-- rows of any other month (docs/decisions/data-that-grows.md). The partitions are in a schema of
-- their own: the role of the gateway reaches them through their table only.
create schema months;

-- Months whose retention has ended. The gateway does not read them. Operators export and drop them.
create schema detached;

-- The lowest id that begins with an instant (RFC 9562, version 7 and later).
create function lowest_id(at timestamptz)
returns uuid
language sql
immutable
as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- The column by which a table is partitioned by month, and the bounds of one month.
create function month_bounds(
  parent name,
  month date,
  out key name,
  out lower_bound text,
  out upper_bound text
)
language plpgsql
stable
set search_path = pg_catalog, public
as $$
declare
  starts timestamptz := date_trunc('month', month::timestamp) at time zone 'UTC';
  ends timestamptz := (date_trunc('month', month::timestamp) + interval '1 month')
    at time zone 'UTC';
begin
  select
    attname,
    case atttypid when 'uuid'::regtype then lowest_id(starts)::text
      else (starts at time zone 'UTC')::date::text end,
    case atttypid when 'uuid'::regtype then lowest_id(ends)::text
      else (ends at time zone 'UTC')::date::text end
  into key, lower_bound, upper_bound
  from pg_partitioned_table
  join pg_class on pg_class.oid = partrelid
  join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
  where relname = parent
    and relnamespace = 'public'::regnamespace
    and partstrat = 'r'
    and atttypid in ('uuid'::regtype, 'date'::regtype);
  if key is null then
    raise exception '% is not partitioned by month', parent
      using errcode = 'wrong_object_type';
  end if;
end
$$;

-- Adds the partition of a month. False: it exists, or the partition for other months has rows of
-- it, where they stay. It blocks no read and no write of other partitions. Runs with the rights of
-- the owner, because the role of the gateway may create no table.
create function add_month(parent name, month date)
returns boolean
language plpgsql
security definer
set search_path = pg_catalog, public
set lock_timeout = '2s'
as $$
declare
  part name := parent || to_char(month, '_YYYY_MM');
  bounds record;
  is_taken boolean;
  planned record;
begin
  select * into bounds from month_bounds(parent, month);
  perform pg_advisory_xact_lock(hashtextextended('months of ' || parent, 0));
  -- Citus cannot read a partition for no column.
  execute format(
    'select exists (select true from months.%I where %I >= %L and %I < %L)',
    parent || '_other', bounds.key, bounds.lower_bound, bounds.key, bounds.upper_bound
  ) into is_taken;
  if is_taken or to_regclass(format('months.%I', part)) is not null
    or to_regclass(format('detached.%I', part)) is not null
  then
    return false;
  end if;
  -- A statement that creates a partition at once would block every read of the table.
  execute format(
    'create table months.%I
      (like public.%I including defaults including generated including constraints)
    with (
      fillfactor = %s,
      autovacuum_analyze_threshold = 500,
      autovacuum_analyze_scale_factor = 0.02
    )',
    part, parent, case parent when 'deliveries' then 50 else 100 end
  );
  -- The planner reads what it expects of a column from each partition.
  for planned in
    select attname as name, array_to_string(attoptions, ', ') as options
    from pg_attribute
    where attrelid = format('public.%I', parent)::regclass and attoptions is not null
  loop
    execute format(
      'alter table months.%I alter column %I set (%s)', part, planned.name, planned.options
    );
  end loop;
  if exists (
    select from pg_trigger
    where tgrelid = format('public.%I', parent)::regclass and tgname = parent || '_no_truncate'
  ) then
    execute format(
      'create trigger %I before truncate on months.%I
        for each statement execute function public.refuse_change()',
      part || '_no_truncate', part
    );
  end if;
  execute format(
    'alter table public.%I attach partition months.%I for values from (%L) to (%L)',
    parent, part, bounds.lower_bound, bounds.upper_bound
  );
  return true;
end
$$;

-- Takes a month out of its table, which is then read without it. No row changes. False: there is no
-- such partition. Reads and writes of the table wait for the end of this statement.
create function detach_month(parent name, month date)
returns boolean
language plpgsql
security definer
set search_path = pg_catalog, public
set lock_timeout = '2s'
as $$
declare
  part name := parent || to_char(month, '_YYYY_MM');
begin
  perform month_bounds(parent, month);
  if month > business_now() - interval '3 months' then
    raise exception '%: a month of the last three stays', parent
      using errcode = 'restrict_violation';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('months of ' || parent, 0));
  if to_regclass(format('months.%I', part)) is null then
    return false;
  end if;
  execute format('alter table public.%I detach partition months.%I', parent, part);
  execute format('alter table months.%I set schema detached', part);
  return true;
end
$$;

-- Adds this month and the next two to a new table.
create function add_first_months(parent name)
returns void
language sql
as $$
  select add_month(
    parent,
    (date_trunc('month', now() at time zone 'UTC') + n * interval '1 month')::date
  )
  from generate_series(0, 2) as n
$$;

revoke execute on function add_month from public;
revoke execute on function detach_month from public;
revoke execute on function add_first_months from public;
