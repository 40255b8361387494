-- A receivable whose day came is SETTLED, also when refunds and disputes left nothing of it: there is no third end.
alter table receivables drop constraint receivables_status_check,
  add constraint receivables_status_check check (status in ('SCHEDULED', 'SETTLED'));
