-- Which mails a person wants (docs/decisions/mail.md).

-- A choice of a person for one account. Without one, the person's permissions decide.
create table people.notification_choices (
  person_id  uuid not null,
  account_id uuid not null,
  -- The same as in src/mail/notifications.ts.
  kind       text not null check (kind in ('approval', 'dispute', 'webhook', 'cashout', 'key')),
  is_wanted  boolean not null, -- Whether the person wants mails of this kind.
  updated_at timestamptz not null default now(), -- By the database's clock.
  primary key (person_id, account_id, kind),
  -- A person who leaves an account leaves no choice behind.
  foreign key (person_id, account_id)
    references people.memberships (person_id, account_id) on delete cascade
);

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end
$$;
