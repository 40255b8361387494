-- Few accounts are suspended: queues look them up to leave their money where it is.
create index accounts_suspended on accounts (id) where status = 'suspended';

-- Whether an account has paid a key before: a cashout to one it never paid may have to wait.
create index cashouts_of_paid_keys on cashouts (account_id, pix_key) where completed_at is not null;

-- An account without cashout settings followed the usual rules until now, and has none from now on: it keeps what it had.
update accounts set settings = settings || '{"cashout": {"enabled": true, "ownerCheck": "beneficiary",
  "duplicateWindowSeconds": 600,
  "limits": {"perOperation": 99999999999, "perDay": 99999999999, "perNight": 99999999999}}}'
where not settings ? 'cashout';
