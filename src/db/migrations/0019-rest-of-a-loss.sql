-- What its provider took of a payment when a dispute was lost. A refund that was under way then may have had a part of it:
-- when it fails, that part is the dispute's.
alter table disputes add column provider_took bigint not null default 0;
alter table disputes disable trigger disputes_moves;
update disputes set provider_took = lost_amount where lost_amount > 0;
alter table disputes enable trigger disputes_moves;

-- `short` of a lost one: the rest of its loss can be taken.
do $$
declare was text;
begin
  select conname into strict was from pg_constraint
  where conrelid = 'disputes'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%short%';
  execute format('alter table disputes drop constraint %I', was);
end $$;
alter table disputes
  add constraint disputes_hold_while_open check (held = 0 or status in ('NEEDS_RESPONSE', 'UNDER_REVIEW')),
  add constraint disputes_won_want_nothing check (not short or status <> 'WON'),
  add constraint disputes_lose_what_was_taken check (lost_amount <= provider_took and provider_took <= amount);
