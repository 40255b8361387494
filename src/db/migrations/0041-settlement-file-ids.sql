-- An id for each file of a provider, and the cases of a file, for the operator's page of a file.

alter table settlement_files
  add column id uuid not null default gen_random_uuid() unique;

-- The list of the cases of a file.
create index reconciliation_cases_of_file
  on reconciliation_cases (provider_id, sequence, opened_at desc, id desc)
  where sequence is not null;

-- The lines of a file that opened a case.
create index reconciliation_cases_of_line
  on reconciliation_cases (provider_id, sequence, line)
  where line is not null;
