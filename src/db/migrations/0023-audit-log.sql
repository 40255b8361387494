-- The audit log: changes that are not events, each with its actor. A chain makes an entry that was
-- changed, removed, added or moved visible (src/audit-log/verify-audit.ts).

create table audit_entries (
  -- The account of the change. Zeros: the change is of the operator.
  account_id   uuid not null,
  id           uuid not null, -- Ordered by time, as the ids of events are.
  number       bigint not null unique, -- 1, 2, 3 … without gaps, in the order of the commits.
  at           timestamptz not null, -- When the change happened.
  -- Action, actor, object, and what changed, as JSON (src/audit-log/audit-entry.ts). Null: removed
  -- when its retention ended.
  content      text,
  content_hash bytea not null, -- SHA-256 of the content.
  hash         bytea not null unique, -- HMAC of the hash before, the number, and the content hash.
  primary key (account_id, id)
);

-- The list for operators, over all accounts.
create index audit_entries_by_id on audit_entries (id);

-- The queue of contents whose retention has ended.
create index audit_entries_with_content
  on audit_entries (at)
  where content is not null;

-- The end of the chain. A new entry locks it, so that entries have one order.
create table audit_chain (
  is_only boolean primary key default true check (is_only), -- There is one row.
  number  bigint not null, -- Of the last entry. 0: there is none.
  hash    bytea not null, -- Of the last entry. 32 zero bytes: there is none.
  -- HMAC of number and hash: the end cannot be moved back to an earlier entry. Null: no entry.
  seal    bytea
);

insert into audit_chain (number, hash) values (0, decode(repeat('00', 32), 'hex'));

-- Entries are added and never removed; only a content whose retention has ended is.
create function refuse_audit_change()
returns trigger
language plpgsql
as $$
begin
  if new.content is null
    and (new.account_id, new.id, new.number, new.at, new.content_hash, new.hash)
      = (old.account_id, old.id, old.number, old.at, old.content_hash, old.hash)
  then
    return new;
  end if;
  raise exception 'rows of % are added and never changed', tg_table_name;
end
$$;

create trigger audit_entries_never_change
  before update on audit_entries
  for each row execute function refuse_audit_change();

create trigger audit_entries_never_removed
  before delete on audit_entries
  for each row execute function refuse_change();

create trigger audit_entries_never_truncated
  before truncate on audit_entries
  for each statement execute function refuse_change();

-- The chain at the end of each day: a digest to keep outside the database. With it a chain that was
-- made anew, or restored from an old copy, is seen.
create table audit_days (
  date     date primary key, -- A day of São Paulo that has ended and had entries.
  number   bigint not null, -- Of the last entry at its end.
  hash     bytea not null, -- Of that entry.
  previous bytea not null, -- The digest before. Zeros: the first.
  digest   bytea not null, -- SHA-256 of previous, date, number and hash.
  made_at  timestamptz not null default now() -- By the database's clock.
);

create trigger audit_days_append_only
  before update or delete on audit_days
  for each row execute function refuse_change();

create trigger audit_days_no_truncate
  before truncate on audit_days
  for each statement execute function refuse_change();
