-- What an operator searches accounts by: the document, the beginning of the name, the status.
create index accounts_document on accounts (document);
create index accounts_name on accounts (lower(name) text_pattern_ops);
create index accounts_status on accounts (status, id);
