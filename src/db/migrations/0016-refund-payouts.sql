-- Refunds that leave as a payment of their own, to a key that was given: a boleto has no other way back, and a PIX of long ago.
alter table refunds
  -- Which bank sends it, to which key, and whose that must be. Null: back the way the money came.
  add column payout json,
  -- What the key's bank gave back after it had arrived.
  add column returned_amount bigint not null default 0,
  add constraint refunds_returned_amount_check
    check (returned_amount between 0 and amount and (returned_amount = 0 or (status = 'COMPLETED' and payout is not null)));

-- The price of a cashout stands in the account's price list, beside the others.
update accounts set settings = jsonb_set(settings #- '{cashout,price}', '{prices,CASHOUT}',
  coalesce(settings #> '{cashout,price}', '{"fixed": 0, "basisPoints": 0}'));
