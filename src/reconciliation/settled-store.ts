import type { CaseKind } from '../cases/case.ts'
import type { Sql } from '../db/pool.ts'
import { readableJson } from '../db/readable-json.ts'
import { copyObjects, objectsOfCases } from './our-objects-store.ts'

/** Kinds that a provider's response opened, and that close when their matter ends. */
export const settledKinds: readonly CaseKind[] = [
  'sale-unresolved',
  'sale-approved-late',
  'authorization-unresolved',
  'sale-void-unexplained',
  'refund-unresolved',
  'charge-unresolved',
  'boleto-unconfirmed',
  'boleto-instruction-rejected',
  'boleto-not-written',
  'payout-unresolved',
  'dispute-answer-unresolved',
]

/**
 * The cases, of some open cases that a provider's response opened, whose matter has ended since.
 */
export const settledSince = (sql: Sql, ids: readonly string[]): Promise<string[]> =>
  sql.begin(async (tx) => {
    await copyObjects(tx, () => objectsOfCases(tx, ids))
    const rows = await tx<{ id: string }[]>`
      select c.id from reconciliation_cases c
      where c.id = any(${[...ids]}::uuid[]) and c.kind = any(${[...settledKinds]}::text[])
        and case c.kind
        when 'sale-unresolved' then not exists (
          select from attempts a
          where a.account_id = c.account_id and a.transaction_id = c.object_id
            and a.state in ('sending', 'unknown', 'analysing'))
        when 'sale-approved-late' then exists (
          select from attempts a
          where a.account_id = c.account_id and a.transaction_id = c.object_id
            and a.state = 'voided')
        when 'authorization-unresolved' then exists (
          select from transactions t
          where t.account_id = c.account_id and t.id = c.object_id and t.status <> 'AUTHORIZED')
        when 'sale-void-unexplained' then exists (
          select from transactions t
          where t.account_id = c.account_id and t.id = c.object_id and t.status <> 'PAID')
        when 'refund-unresolved' then exists (
          select from refunds r
          where r.account_id = c.account_id and r.id = c.object_id and r.status <> 'PROCESSING')
        when 'boleto-unconfirmed' then exists (
          select from transactions t
          where t.account_id = c.account_id and t.id = c.object_id
            and (t.status <> 'WAITING_PAYMENT'
              or ${readableJson(tx, tx`t.facts`)} #>> '{boleto,registration}' = 'CONFIRMED'))
        when 'boleto-not-written' then exists (
          select from transactions t
          where t.account_id = c.account_id and t.id = c.object_id
            and (t.status <> 'WAITING_PAYMENT' or exists (
              select from remittance_records r
              join remittance_files f
                on f.provider_id = r.provider_id and f.sequence = r.file_sequence
              where r.account_id = c.account_id and r.transaction_id = c.object_id
                and r.instruction = c.found ->> 'instruction' and f.published_at is not null)))
        when 'dispute-answer-unresolved' then exists (
          select from disputes d
          where d.account_id = c.account_id and d.id = c.object_id
            and (d.status <> 'NEEDS_RESPONSE'
              or d.facts #> '{answer}' is null
              or d.facts #>> '{answer,sentAt}' is not null
              or d.facts #>> '{answer,rejected}' is not null))
        when 'payout-unresolved' then exists (
          select from cashouts o
          where o.account_id = c.account_id and o.id = c.object_id and o.status <> 'PROCESSING')
        else exists (
          select from transactions t
          where t.account_id = c.account_id and t.id = c.object_id
            and t.status <> 'WAITING_PAYMENT')
      end`
    return rows.map(({ id }) => id)
  })
