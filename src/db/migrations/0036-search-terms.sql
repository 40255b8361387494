-- What a person can search payments by (docs/decisions/lists.md). A worker adds the terms of a
-- payment within seconds of its first event.

create table search_terms (
  account_id     uuid not null,
  -- A word of the customer's name, an e-mail address, a document, an end-to-end id, or = and the
  -- amount in cents. In small letters without accents.
  term           text not null collate "C" check (char_length(term) between 2 and 120),
  created_at     timestamptz not null, -- Of the payment.
  transaction_id uuid not null,
  -- The payments of a term, the newest first.
  primary key (account_id, term, created_at, transaction_id)
) with (autovacuum_analyze_threshold = 500, autovacuum_analyze_scale_factor = 0.02);

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end
$$;
