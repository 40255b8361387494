-- Statements of the gateway receive the business instant as a parameter. The function stays for SQL written by hand.
comment on function business_now() is
  'Business time, for people at psql and for scripts. No statement of the gateway calls it.';
