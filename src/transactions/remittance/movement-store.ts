import { localDate } from '../../brazil/local-time.ts'
import { columnar } from '../../db/columnar.ts'
import type { Queryable } from '../../db/pool.ts'
import { cents } from '../../primitives/money.ts'
import type { MovementKind } from '../../providers/ports/settlement-file.ts'
import type { Transaction } from '../transaction.ts'
import type { ReferenceOwner } from '../transaction-store.ts'
import type { Movement } from './boleto-state.ts'

/** What the bank's daily files reported about a boleto, in the order of the files. */
export async function movementsOf(
  sql: Queryable,
  { accountId, id, providerId }: Transaction,
): Promise<Movement[]> {
  const rows = await sql<
    {
      movement: MovementKind
      amount: number
      date: string
      reason: string | null
      sequence: number
      line: number
    }[]
  >`
    select movement, amount, date, reason, sequence, line from boleto_movements
    where account_id = ${accountId} and transaction_id = ${id} and provider_id = ${providerId}
    order by sequence, line`
  return rows.map(({ amount, reason, ...row }) => ({
    ...row,
    amount: cents(amount),
    ...(reason !== null && { reason }),
  }))
}

/**
 * Whether a daily file before `sequence` was not read yet that may report about a boleto: one after
 * the last file of the days before its creation. A file that is not the bank's is not missing.
 */
export async function isReturnMissing(
  sql: Queryable,
  { providerId, createdAt }: Pick<Transaction, 'providerId' | 'createdAt'>,
  sequence: number,
): Promise<boolean> {
  const [row] = await sql<{ isMissing: boolean }[]>`
    with files as (
      select sequence, status, date from settlement_files
      where provider_id = ${providerId} and sequence <= ${sequence}
    ), first as (
      select coalesce(
        max(sequence) filter (where status = 'READ' and date < ${localDate(createdAt).toString()}),
        min(sequence)
      ) as sequence
      from files
    )
    select exists (
      select from first, generate_series(first.sequence, ${sequence} - 1) as s (sequence)
      where not exists (
        select from files f
        where f.sequence = s.sequence and f.status not in ('READING', 'BROKEN'))
    ) as "isMissing"`
  return row?.isMissing ?? false
}

/** How many instructions about a boleto its bank has rejected after the registration. */
export async function rejectionsOf(
  sql: Queryable,
  { accountId, id, providerId }: Transaction,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int from boleto_movements
    where account_id = ${accountId} and transaction_id = ${id} and provider_id = ${providerId}
      and movement = 'NOT_DONE'`
  return row?.count ?? 0
}

/** A line of a daily file about one boleto. */
export interface MovementLine extends Omit<Movement, 'sequence' | 'reason'> {
  readonly reference: string
  readonly reason: string | null
}

/**
 * Keeps what a daily file that was read whole reports about our boletos. Repetition keeps the same.
 * Lines about other boletos are left out.
 */
export async function keepMovements(
  sql: Queryable,
  { providerId, sequence }: { readonly providerId: string; readonly sequence: number },
  {
    lines,
    owners,
  }: {
    readonly lines: readonly MovementLine[]
    readonly owners: readonly ReferenceOwner[]
  },
): Promise<void> {
  const ownerOf = new Map(owners.map((owner) => [owner.reference, owner]))
  const rows = lines.flatMap((line) => {
    const owner = ownerOf.get(line.reference)
    return owner ? [{ ...line, accountId: owner.accountId, transactionId: owner.id }] : []
  })
  const { columns, arrays } = columnar(rows, {
    account_id: 'uuid',
    transaction_id: 'uuid',
    line: 'int',
    movement: 'text',
    amount: 'bigint',
    date: 'date',
    reason: 'text',
  })
  await sql`
    insert into boleto_movements (${columns}, provider_id, sequence)
    select ${columns}, ${providerId}::uuid, ${sequence}::int
    from unnest(${arrays}) as n (${columns})
    on conflict do nothing`
}
