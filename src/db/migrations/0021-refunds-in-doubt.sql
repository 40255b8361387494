alter table refunds
  -- When the acquirer first said that it will not do this cancel. Its word alone decides nothing.
  add column denied_at timestamptz;

-- `sent` is committed before a request leaves and taken back on proof that none did. Until now it was written after.
update refunds set sent = true where status = 'PROCESSING';
alter table refunds alter column sent set default true;
