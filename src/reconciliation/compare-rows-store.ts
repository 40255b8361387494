import type { LineRule } from './rule-store.ts'

/**
 * Rows without a counterpart in our books: unreadable rows, and money that the provider moved on
 * its own initiative.
 */
export const unmatchedLines: LineRule = {
  lineKinds: ['unreadable', 'adjustment'],
  kinds: ['row-unreadable', 'adjustment-unexplained'],
  statement: (sql, { lines }) => sql`
    select
      case l.kind
        when 'unreadable' then 'row-unreadable'
        else 'adjustment-unexplained'
      end as kind,
      concat_ws(' ', l.sequence, l.line) as subject, null::uuid as account_id,
      null::text as object_type, null::uuid as object_id, l.reference, null::jsonb as expected,
      case l.kind
        when 'adjustment' then jsonb_build_object(
          'amount', l.amount, 'type', l.reference, 'text', l.facts ->> 'text')
        else jsonb_build_object('problem', l.facts ->> 'problem')
      end as found,
      l.sequence, l.line
    from settlement_lines l
    where l.kind in ('unreadable', 'adjustment') and ${lines}`,
}
