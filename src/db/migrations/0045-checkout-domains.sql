-- The hostname of the checkout page at each acquirer with Device Pay. It is the operator's and
-- belongs to no account (docs/decisions/device-pay-at-checkout.md).
create table checkout_domains (
  provider_id     uuid not null, -- The acquirer.
  -- Of the address of the checkout page.
  hostname        text not null check (hostname = lower(hostname) and length(hostname) <= 253),
  content_digest  bytea not null, -- SHA-256 of the association file that the acquirer requires.
  verified_at     timestamptz, -- Since when the acquirer finds that file. Null: it does not.
  last_error      jsonb, -- {stage, seen} of the last check, if it found a fault.
  last_checked_at timestamptz, -- When the file was last checked.
  failures        integer not null default 0, -- Checks in a row that did not find the file.
  check_at        timestamptz not null, -- Queue: when a worker has the file checked.
  primary key (provider_id, hostname)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end
$$;
