import type { Queryable, Sql, Tx } from '../db/pool.ts'
import { isCardSale } from '../transactions/methods/card-sale-store.ts'
import type { LineKind } from './line.ts'
import { type LineScope, largeFileMs, mayHave } from './rule-store.ts'

/** Links each line that has no object yet to our object. Repetition is safe. */
export async function matchLines(sql: Sql, scope: LineScope): Promise<void> {
  const steps = matches.filter(({ lineKinds }) => mayHave(scope, lineKinds))
  if (steps.length === 0) return
  await sql.begin(
    async (tx) => {
      for (const { link } of steps) await link(tx, scope)
    },
    { statementMs: largeFileMs },
  )
}

/** One way to find our objects of some kinds of lines. */
interface Match {
  readonly lineKinds: readonly LineKind[]
  link(sql: Tx, scope: LineScope): Promise<unknown>
}

/** In their order: a later one links what no earlier one has linked. */
const matches: readonly Match[] = [
  {
    lineKinds: ['sale'],
    link: (sql, { providerId, lines }) => sql`
      update settlement_lines l
      set account_id = r.account_id, object_type = 'transaction', object_id = r.transaction_id
      from provider_references r
      where l.kind = 'sale' and l.object_id is null and ${lines}
        and r.provider_id = ${providerId}::uuid and r.reference = l.reference`,
  },
  // A provider may cut our reference.
  {
    lineKinds: ['sale'],
    link: (sql, { providerId, lines }) => sql`
      update settlement_lines l
      set account_id = r.account_id, object_type = 'transaction', object_id = r.transaction_id
      from provider_references r
      where l.kind = 'sale' and l.object_id is null and ${lines}
        and length(l.reference) = ${cutReference}::int and r.provider_id = ${providerId}::uuid
        and r.reference > l.reference and r.reference < l.reference || '~'`,
  },
  // The provider's own number identifies the sale's row. If that row is missing, or older than the
  // first file, it identifies the sale itself.
  {
    lineKinds: ['installment', 'refund'],
    link: (sql, { providerId, lines }) => sql`
      update settlement_lines l
      set account_id = s.account_id, object_type = 'transaction', object_id = s.object_id
      from settlement_lines s
      where l.kind in ('installment', 'refund') and l.object_id is null and ${lines}
        and s.provider_id = ${providerId}::uuid and s.provider_reference = l.provider_reference
        and s.kind = 'sale' and s.object_id is not null`,
  },
  {
    lineKinds: ['installment', 'refund'],
    link: (sql, { providerId, lines }) => sql`
      update settlement_lines l
      set account_id = t.account_id, object_type = 'transaction', object_id = t.id
      from transactions t
      where l.kind in ('installment', 'refund') and l.object_id is null and ${lines}
        and t.provider_id = ${providerId}::uuid and ${isCardSale(sql, sql`t.`)}
        and t.facts #>> '{card,tid}' = l.provider_reference`,
  },
  {
    lineKinds: ['refund'],
    link: (sql, { providerId, lines }) => sql`
      update settlement_lines l
      set account_id = r.account_id, object_type = 'transaction', object_id = r.transaction_id
      from refunds r join transactions t on t.account_id = r.account_id and t.id = r.transaction_id
      where l.kind = 'refund' and l.object_id is null and ${lines}
        and r.id = ${idIn(sql)} and t.provider_id = ${providerId}::uuid`,
  },
  {
    lineKinds: ['payout', 'payout-return'],
    link: (sql, { providerId, lines }) => sql`
      update settlement_lines l
      set account_id = r.account_id, object_type = 'cashout', object_id = r.cashout_id
      from cashout_references r
      where l.kind in ('payout', 'payout-return') and l.object_id is null and ${lines}
        and r.provider_id = ${providerId}::uuid and r.reference = l.reference`,
  },
  {
    lineKinds: ['payout', 'payout-return'],
    link: (sql, { providerId, lines }) => sql`
      update settlement_lines l
      set account_id = r.account_id, object_type = 'refund', object_id = r.id
      from refunds r
      where l.kind in ('payout', 'payout-return') and l.object_id is null and ${lines}
        and r.id = ${idIn(sql)} and r.payout ->> 'providerId' = ${providerId}::text`,
  },
]

/** The length to which Cielo's EDI cuts an order id. `~` follows every character of ours. */
const cutReference = 20

/** Our id in the form that providers take: without hyphens. */
const idIn = (sql: Queryable) =>
  sql`case when l.reference ~ '^[0-9a-f]{32}$' then l.reference::uuid end`
