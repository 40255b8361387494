-- Cashouts whose merchant's program was to approve them, and that nobody looks at since the rule that named it was changed:
-- they are looked at again, and given up a day after they were asked for.
update cashouts set check_at = business_now()
where status = 'PENDING' and check_at is null
  and facts -> 'approval' ->> 'by' = 'callback' and facts -> 'approval' ->> 'state' = 'waiting';
