-- Few accounts are suspended: queues look them up to leave their money where it is.
create index accounts_suspended on accounts (id) where status = 'suspended';
