-- The cashouts that a bank has, or may have.

-- The cashouts whose bank is asked for their result. When it responds again after an outage, all of
-- them are due at once. A completed cashout has a check_at for months, because it may be returned.
create index cashouts_processing
  on cashouts (provider_id, check_at, account_id)
  where status = 'PROCESSING';
