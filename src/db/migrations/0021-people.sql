-- People who sign in: persons, their logins, second factors, memberships, invitations and choices.
--
-- persons, logins, credentials, verifications and device_codes belong to better-auth, which calls
-- them user, session, account, verification and deviceCode. src/people/auth.ts maps the names, and
-- a test compares the columns with those that better-auth expects.

create schema people;

-- A human with a login.
create table people.persons (
  id uuid primary key,
  -- How the person is called. Free of invisible characters.
  name text not null,
  -- The names that the person had, each with the time of its end:
  -- [{"name": "Ana", "until": "2026-11-21T12:00:00Z"}]. By business time, because a request for
  -- approval is compared with it.
  earlier_names jsonb not null default '[]',
  -- In lower case. The name with which the person signs in.
  email text not null unique check (email = lower(email)),
  -- Whether the person opened a link that was sent to the address.
  email_verified boolean not null,
  -- Unused. better-auth requires the column.
  image text,
  -- The language of mails to this person.
  language text not null default 'pt' check (language in ('pt', 'en')),
  -- A suspended person cannot sign in and has no login.
  status text not null default 'active' check (status in ('active', 'suspended')),
  -- The account that the person chose last. A request without Guiche-Account acts for it.
  last_account_id uuid references accounts,
  -- By real time.
  created_at timestamptz not null default now(),
  -- By real time.
  updated_at timestamptz not null default now()
);

-- A person signed in on one browser or command line. A login that ends is deleted.
create table people.logins (
  id uuid primary key,
  person_id uuid not null references people.persons on delete cascade,
  -- The digest of the token, HMAC-SHA-256 in hexadecimal. The token itself is never stored.
  token text not null unique check (token ~ '^[0-9a-f]{64}$'),
  -- Decides after how much idle time the login ends.
  kind text not null check (kind in ('browser', 'cli')),
  -- second-factor: the password was right and the second factor is missing. Opens nothing else.
  state text not null check (state in ('second-factor', 'open')),
  -- When the second factor was shown last. Sensitive changes need a recent one.
  proved_at timestamptz,
  -- The address of the sign-in.
  ip_address text,
  -- The browser or program of the sign-in.
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The last request, to within a minute. An idle login ends.
  last_seen_at timestamptz not null default now(),
  -- When the login ends in any case, by real time.
  expires_at timestamptz not null
);
create index logins_person on people.logins (person_id);

-- How a person signs in. Only passwords are used.
create table people.credentials (
  id uuid primary key,
  person_id uuid not null references people.persons on delete cascade,
  -- The id of the person. No merchant account: better-auth calls a credential an account.
  account_id text not null,
  -- credential: a password.
  provider_id text not null,
  -- Unused.
  access_token text,
  -- Unused.
  refresh_token text,
  -- Unused.
  id_token text,
  -- Unused.
  access_token_expires_at timestamptz,
  -- Unused.
  refresh_token_expires_at timestamptz,
  -- Unused.
  scope text,
  -- argon2id in the PHC text format.
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index credentials_person on people.credentials (person_id);

-- Values that are used once: password resets and challenges of passkeys.
create table people.verifications (
  id uuid primary key,
  -- A digest: the secret itself is not stored.
  identifier text not null,
  -- What the secret stands for.
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on people.verifications (identifier);
create index verifications_expiry on people.verifications (expires_at);

-- A command line that waits for a person to approve its login in a browser (RFC 8628).
create table people.device_codes (
  id uuid primary key,
  -- The secret of the command line.
  device_code text not null,
  -- What the person compares and approves.
  user_code text not null,
  -- Who opened the code. Null: no one yet.
  person_id uuid references people.persons on delete cascade,
  expires_at timestamptz not null,
  -- pending, approved or denied.
  status text not null,
  last_polled_at timestamptz,
  -- The least time between polls, ms.
  polling_interval integer,
  client_id text,
  scope text
);
create unique index "device_codes_device_code_uidx" on people.device_codes (device_code);
create unique index "device_codes_user_code_uidx" on people.device_codes (user_code);
create index device_codes_expiry on people.device_codes (expires_at);

-- The authenticator app of a person (RFC 6238).
create table people.second_factors (
  person_id uuid primary key references people.persons on delete cascade,
  -- Sealed for this person.
  secret bytea not null,
  -- When the person showed the first code. Null: not in use yet.
  confirmed_at timestamptz,
  -- The time step of the last accepted code. A code of this or an earlier step is refused.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

-- Codes that replace the second factor, each once.
create table people.recovery_codes (
  person_id uuid not null references people.persons on delete cascade,
  -- HMAC-SHA-256. The code itself is not stored.
  digest bytea not null,
  -- Null: not used yet.
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (person_id, digest)
);

-- A passkey of a person (WebAuthn).
create table people.passkeys (
  id uuid primary key,
  person_id uuid not null references people.persons on delete cascade,
  -- The id given by the authenticator, base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- The signature counter. A smaller one than the last says that the key was copied.
  counter bigint not null,
  -- How a browser reaches the authenticator.
  transports text[] not null,
  -- Chosen by the person.
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_person on people.passkeys (person_id);

-- A browser or command line of a person. A sign-in on another one is mailed to the person
-- (docs/decisions/mail.md).
create table people.known_devices (
  person_id    uuid not null references people.persons on delete cascade,
  -- HMAC-SHA-256 of the name that the program gives itself, without its version.
  digest       bytea not null,
  first_at     timestamptz not null default now(), -- By the database's clock.
  last_seen_at timestamptz not null default now(), -- The last sign-in, by the database's clock.
  primary key (person_id, digest)
);

-- Wrong passwords and codes in a row. Ten of them lock the person for half an hour.
create table people.sign_in_failures (
  -- The id of a person, or one of a fixed number of buckets for addresses that no person has.
  bucket text primary key,
  failures integer not null,
  last_failed_at timestamptz not null,
  -- Null: not locked.
  locked_until timestamptz,
  -- The locks in a row. Each is twice as long as the one before. They are forgotten a week after
  -- the last one (docs/decisions/people.md).
  locks integer not null default 0 check (locks >= 0)
);

-- A set of permissions that an account made itself, under a name that its people use.
create table people.account_roles (
  account_id uuid not null references accounts,
  -- Memberships and invitations have the name.
  name text not null check (char_length(name) between 1 and 40),
  -- For the paths of the interface.
  id uuid not null unique,
  -- The name as people read it (src/primitives/same-name.ts): two names of one account that look
  -- alike are one name.
  read_as text not null,
  permissions text[] not null,
  -- The actor.
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, name),
  constraint account_roles_read_as unique (account_id, read_as)
);

-- A person belongs to an account, or to the operator.
create table people.memberships (
  id uuid primary key,
  person_id uuid not null references people.persons on delete cascade,
  -- Null: the operator of the gateway.
  account_id uuid references accounts,
  -- A role that every account has, or one of people.account_roles.
  role text not null check (char_length(role) between 1 and 40),
  -- The actor.
  created_by text not null,
  created_at timestamptz not null default now(),
  unique nulls not distinct (person_id, account_id)
);
create index memberships_account on people.memberships (account_id);

-- Which mails a person wants from one account (docs/decisions/mail.md). Without a choice, the
-- person's permissions decide.
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

-- A link with which one person joins an account.
create table people.invitations (
  id uuid primary key,
  -- HMAC-SHA-256 of the token in the link.
  digest bytea not null unique,
  -- Who is invited. The person gets this address.
  email text not null check (email = lower(email)),
  -- Null: the operator of the gateway.
  account_id uuid references accounts,
  -- The role of the membership that is created.
  role text not null check (char_length(role) between 1 and 40),
  -- The language of the mail and of the person.
  language text not null check (language in ('pt', 'en')),
  -- The actor.
  invited_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  -- The person who joined.
  accepted_by uuid references people.persons,
  -- Null: not withdrawn.
  withdrawn_at timestamptz
);
create index invitations_account on people.invitations (account_id, created_at);
