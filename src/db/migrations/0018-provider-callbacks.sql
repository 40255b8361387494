-- A provider calls us at an address with a secret in it. While it is offered a new one the old one works on, until the
-- provider is known to use the new one: money is not missed because a bank was away when its address was renewed.
alter table providers
  add column next_callback_digest bytea unique,
  -- Whether the bank took the address last offered. Null: an operator registers it by hand.
  add column callback_registered boolean;
