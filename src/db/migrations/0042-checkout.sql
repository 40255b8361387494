-- Payment links and checkout sessions (docs/design/checkout.md).

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
  primary key (account_id, id),
  foreign key (account_id, link_id) references payment_links (account_id, id)
);

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

-- The checkout session that a payment pays, and the link of that session. They never change.
alter table transactions
  add column checkout_session_id uuid,
  add column payment_link_id uuid;

-- The attempts of a session.
create index transactions_of_checkout_session
  on transactions (account_id, checkout_session_id, created_at desc, id desc)
  where checkout_session_id is not null;

-- The list of the payments of a link, by method and status.
create index transactions_of_payment_link
  on transactions (account_id, payment_link_id, method, status, created_at desc, id desc)
  where payment_link_id is not null;

-- Rights of the gateway's role; restrict_to_append calls it after restrict_public.
create function restrict_public_checkout(role name)
returns void
language plpgsql
as $$
begin
  execute format('revoke update, delete, truncate on checkout_addresses from %I', role);
  execute format('revoke delete, truncate on payment_links, payment_link_uses from %I', role);
end
$$;

revoke execute on function restrict_public_checkout from public;

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end
$$;
