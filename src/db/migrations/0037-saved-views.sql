-- Filters of lists that a person keeps under a name.

create table saved_views (
  account_id uuid not null,
  owner_id   uuid not null, -- The person, or the secret key, that saved it.
  id         uuid not null,
  page       text not null check (char_length(page) between 1 and 40), -- Of the dashboard.
  name       text not null check (char_length(name) between 1 and 60),
  query      text not null check (char_length(query) <= 2000), -- The filters, as in an address.
  created_at timestamptz not null,
  primary key (account_id, owner_id, id),
  -- A page has each name once.
  unique (account_id, owner_id, page, name)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end
$$;
