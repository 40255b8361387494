-- The devices on which a person has signed in (docs/decisions/mail.md).

-- A browser or command line of a person. A sign-in on another one is mailed to the person.
create table people.known_devices (
  person_id    uuid not null references people.persons on delete cascade,
  -- HMAC-SHA-256 of the name that the program gives itself, without its version.
  digest       bytea not null,
  first_at     timestamptz not null default now(), -- By the database's clock.
  last_seen_at timestamptz not null default now(), -- The last sign-in, by the database's clock.
  primary key (person_id, digest)
);

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end
$$;
