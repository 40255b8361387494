-- One spelling, as everywhere else: installment.
drop index settlement_lines_due;
alter table settlement_lines disable trigger settlement_lines_as_read;
update settlement_lines set kind = 'installment' where kind = 'instalment';
alter table settlement_lines enable trigger settlement_lines_as_read;
create index settlement_lines_due on settlement_lines (provider_id, date) include (net) where kind = 'installment';

alter table reconciliation_cases disable trigger reconciliation_cases_decided;
update reconciliation_cases set kind = replace(kind, 'instalment', 'installment'),
  expected = replace(expected::text, '"instalments":', '"installments":')::jsonb,
  found = replace(found::text, '"instalments":', '"installments":')::jsonb
where kind like '%instalment%';
alter table reconciliation_cases enable trigger reconciliation_cases_decided;
