-- The proof of the books: closed days, digests, the checks of the open day, and the freeze of
-- payouts (docs/decisions/ledger.md).

-- How far the days are closed. A transfer that is posted late belongs to the open day.
create table ledger_closing (
  -- The table has exactly one row.
  only_row     boolean primary key default true check (only_row),
  closed_until timestamptz -- No transfer is posted before this instant. Null: no day is closed.
);

insert into ledger_closing default values;

-- The digest of each day that had transfers, never changed. It is the end of a hash chain over
-- every line of the day. The chain begins with the digest of the day before.
create table ledger_digests (
  date      date primary key, -- In São Paulo.
  first_at  timestamptz not null, -- The beginning of the day.
  until_at  timestamptz not null, -- The end of the day, which is not part of it.
  transfers bigint not null check (transfers > 0), -- How many the day had.
  previous  bytea not null check (length(previous) = 32), -- The digest before. Zeros: the first.
  digest    bytea not null check (length(digest) = 32), -- SHA-256.
  -- What each book was debited and credited from the beginning to the end of this day, cents:
  -- {"fees": [debits, credits], …}.
  totals    jsonb not null,
  made_at   timestamptz not null default now() -- By the database's clock.
);

create trigger ledger_digests_append_only
  before update or delete on ledger_digests
  for each row execute function refuse_change();

create trigger ledger_digests_no_truncate
  before truncate on ledger_digests
  for each statement execute function refuse_change();

-- When the digest of a closed day was last computed again from its transfers. Null: not yet.
create table ledger_day_checks (
  date          date primary key references ledger_digests,
  checked_at    timestamptz, -- By business time.
  is_same       boolean, -- Whether the digest was the stored one.
  lease_ends_at timestamptz -- Of the process that computes it, by the database's clock.
);

-- The last check of the open day. All instants are by the clock of the database.
create table ledger_samples (
  -- The table has at most one row.
  only_row   boolean primary key default true check (only_row),
  claimed_at timestamptz not null, -- When a worker last started a check.
  sampled_at timestamptz not null, -- When a check was last finished.
  breaches   integer not null -- How many rules were broken in that check.
);

-- Freezes of all payouts. A row without resumed_at freezes every cashout and every refund to a PIX
-- key (docs/design/rules.md#l6). A freeze that has ended stays and is never changed. All instants
-- are by the clock of the database.
create table cashout_stops (
  id         uuid primary key default gen_random_uuid(),
  only_row   boolean default true not null check (only_row), -- For cashout_stops_one.
  reason     text not null, -- Why payouts were frozen.
  since      timestamptz not null default now(), -- When they were frozen.
  -- The broken rules: [{"rule", "accountId", "subject"}, …].
  breaches   jsonb not null default '[]',
  resumed_at timestamptz, -- When an operator let payouts continue.
  resumed_by text check (resumed_by <> ''), -- The person.
  note       text check (note <> ''), -- What the person found and did.
  -- An end has an instant, a person and a note.
  check (num_nulls(resumed_at, resumed_by, note) in (0, 3))
);

-- At most one freeze is in force.
create unique index cashout_stops_one
  on cashout_stops (only_row)
  where resumed_at is null;

-- Refuses the change of a freeze that has ended, and every deletion.
create function keep_ended_stops()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' or old.resumed_at is not null then
    raise exception 'cashout_stops that are over are append-only'
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create trigger cashout_stops_ended
  before update or delete on cashout_stops
  for each row execute function keep_ended_stops();

create trigger cashout_stops_no_truncate
  before truncate on cashout_stops
  for each statement execute function refuse_change();
