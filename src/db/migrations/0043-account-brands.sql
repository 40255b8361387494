-- How a merchant looks on the page of a payer (docs/design/checkout.md).
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

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end
$$;
