-- An account makes roles of its own, under the names that its people use.

alter table people.account_roles
  drop constraint account_roles_name_check,
  add constraint account_roles_name_check check (char_length(name) between 1 and 40),
  -- For the paths of the interface. Memberships and invitations have the name.
  add column id uuid not null default gen_random_uuid() unique,
  -- The name as people read it (src/primitives/same-name.ts): two names of one account that look
  -- alike are one name.
  add column read_as text,
  add column updated_at timestamptz not null default now();

-- So far a name had small letters, digits and hyphens.
update people.account_roles
set read_as = replace(translate(replace(name, '-', ''), 'l1', 'ii'), '0', 'o');

alter table people.account_roles
  alter column id drop default,
  alter column read_as set not null,
  add constraint account_roles_read_as unique (account_id, read_as);

alter table people.memberships
  drop constraint memberships_role_check,
  add constraint memberships_role_check check (char_length(role) between 1 and 40);

alter table people.invitations
  drop constraint invitations_role_check,
  add constraint invitations_role_check check (char_length(role) between 1 and 40);
