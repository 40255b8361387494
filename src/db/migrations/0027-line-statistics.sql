-- The statistics of the lines of providers' files.

-- Updates PostgreSQL's statistics of the lines in a month. Runs with the rights of the owner:
-- PostgreSQL skips a table for a role that does not own it.
create function analyze_lines(month date)
returns void
language plpgsql
security definer
set search_path = pg_catalog, public
as $$
begin
  execute format(
    'analyze %s',
    coalesce(
      to_regclass(to_char(month, '"months.settlement_lines"_YYYY_MM')),
      'months.settlement_lines_other'::regclass
    )
  );
end
$$;

create function restrict_line_statistics(role name)
returns void
language plpgsql
as $$
begin
  execute format('grant execute on function analyze_lines to %I', role);
end
$$;

revoke execute on function analyze_lines from public;
revoke execute on function restrict_line_statistics from public;

do $$
begin
  if exists (select from pg_roles where rolname = 'guiche_app') then
    perform restrict_to_append('guiche_app');
  end if;
end
$$;
