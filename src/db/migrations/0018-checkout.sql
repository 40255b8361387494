-- Payment links, checkout sessions and the brands of their pages (docs/design/checkout.md).

-- An offer that many payers can use.
create table payment_links (
  account_id   uuid not null,
  id           uuid not null,
  version      integer not null check (version > 0),
  status       text not null check (status in ('ACTIVE', 'INACTIVE')),
  slug         text not null, -- Its name in the address of the page. As in checkout_addresses.
  title        text not null check (char_length(title) between 1 and 120),
  search_title text not null, -- The title in small letters without accents.
  max_uses     integer check (max_uses > 0), -- Null: no limit.
  facts        json not null, -- What is shown and never queried: price, items, texts.
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  expires_at   timestamptz, -- Null: never.
  completed_at timestamptz, -- When its last use was paid.
  primary key (account_id, id)
);

-- The list of links.
create index payment_links_newest
  on payment_links (account_id, created_at desc, id desc);

-- The list of links by status.
create index payment_links_by_status
  on payment_links (account_id, status, created_at desc, id desc);

-- What the planner expects where its sample has not seen the rare values of these columns
-- (docs/decisions/lists.md#rare-values).
alter table payment_links
  alter column status set (n_distinct = 2);

-- How often a link was used. It is counted in the commit of each step of a payment.
create table payment_link_uses (
  account_id  uuid not null,
  link_id     uuid not null,
  taken       integer not null default 0, -- Payments that are neither refused nor canceled.
  paid        integer not null default 0 check (paid >= 0), -- Payments that were paid.
  paid_amount bigint not null default 0 check (paid_amount >= 0), -- Cents.
  check_at    timestamptz, -- Queue: when a worker looks whether the last use is paid.
  primary key (account_id, link_id),
  foreign key (account_id, link_id) references payment_links (account_id, id),
  check (taken >= paid)
);

-- The queue of links to look at.
create index payment_link_uses_to_check
  on payment_link_uses (check_at, account_id)
  where check_at is not null;

-- The purchase of one payer.
create table checkout_sessions (
  account_id uuid not null,
  id         uuid not null,
  version    integer not null check (version > 0),
  token      text not null, -- Its name in the address of the page. As in checkout_addresses.
  link_id    uuid, -- Null: the merchant's program opened it.
  amount     bigint not null check (amount > 0), -- Cents. Never changes.
  facts      json not null, -- What is shown and never queried: order, texts.
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null, -- Until when a payment can be attempted.
  -- Queue: when a worker looks whether the session may be deleted, at first when it ends. Null: a
  -- payment was tried.
  clean_at   timestamptz,
  primary key (account_id, id),
  foreign key (account_id, link_id) references payment_links (account_id, id)
);

-- The list of sessions.
create index checkout_sessions_newest
  on checkout_sessions (account_id, created_at desc, id desc);

-- The list of the sessions of a link.
create index checkout_sessions_of_link
  on checkout_sessions (account_id, link_id, created_at desc, id desc)
  where link_id is not null;

-- What the planner expects where its sample has not seen the rare values of these columns
-- (docs/decisions/lists.md#rare-values).
alter table checkout_sessions
  alter column link_id set (n_distinct = 100);

-- The queue of sessions to delete.
create index checkout_sessions_to_clean
  on checkout_sessions (clean_at)
  where clean_at is not null;

-- The account of a page: its address has only this name. Never changed.
create table checkout_addresses (
  address    text primary key collate "C", -- The slug of a link or the token of a session.
  account_id uuid not null,
  link_id    uuid,
  session_id uuid,
  check (num_nonnulls(link_id, session_id) = 1)
);

create trigger checkout_addresses_append_only
  before update or delete on checkout_addresses
  for each row execute function refuse_change();

create trigger checkout_addresses_no_truncate
  before truncate on checkout_addresses
  for each statement execute function refuse_change();

-- How a merchant looks on the page of a payer.
create table account_brands (
  account_id  uuid primary key,
  name        text check (char_length(name) between 1 and 60), -- Null: the name of the account.
  color       text check (color ~ '^#[0-9a-f]{6}$'), -- Null: the color of the gateway.
  logo        bytea check (octet_length(logo) <= 131072), -- Null: none.
  logo_type   text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  logo_digest text, -- SHA-256 of the logo, hex.
  updated_at  timestamptz not null,
  check (num_nonnulls(logo, logo_type, logo_digest) in (0, 3))
);
