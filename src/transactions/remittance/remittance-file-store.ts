import assert from 'node:assert/strict'
import { leaseEnd, type TimedSql } from '../../db/business-time.ts'
import { columnar } from '../../db/columnar.ts'
import { mayHaveLostCommits } from '../../db/epoch-store.ts'
import { ofAccounts } from '../../db/of-accounts.ts'
import type { Queryable } from '../../db/pool.ts'
import { mostSearched } from '../../db/queue-load.ts'
import type { Fragment } from '../../db/statement.ts'
import type { StoredPart } from '../../providers/ports/outgoing-folder.ts'
import { dueRecords, keyColumns, nextFileAt, type RemittanceKey } from './remittance-store.ts'

/**
 * Takes the next number of an agreement for a file, and puts due instructions of a provider into
 * it, the oldest first. One about a boleto that has ended is left out for good. Returns how many.
 */
export const numberRemittance = (
  { sql, clock }: TimedSql,
  { providerId, agreement }: { readonly providerId: string; readonly agreement: string },
  limit: number,
): Promise<number> =>
  sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`remittances ${agreement}`}, 0))`
    const found = await tx<(RemittanceKey & { readonly isWaiting: boolean })[]>`
      select r.account_id as "accountId", r.transaction_id as "transactionId", r.instruction,
        exists (
          select from transactions t
          where t.account_id = r.account_id and t.id = r.transaction_id
            and t.status = 'WAITING_PAYMENT') as "isWaiting"
      from ${dueRecords({ sql: tx, clock }).rows} and r.provider_id = ${providerId}
      order by r.created_at
      limit ${limit}`
    const { due = [], ended = [] } = Object.groupBy(found, ({ isWaiting }) =>
      isWaiting ? 'due' : 'ended',
    )
    // A registration that is withdrawn at this moment is not due any more.
    const assign = async (records: readonly RemittanceKey[], sequence: number | null) => {
      const { columns, arrays } = columnar(records, keyColumns)
      return tx`
        update remittance_records r set file_sequence = ${sequence}::int, due_at = null
        from unnest(${arrays}) as n (${columns})
        where r.account_id = n.account_id and r.transaction_id = n.transaction_id
          and r.instruction = n.instruction and r.due_at is not null ${ofAccounts(tx, 'r', records)}
        returning r.transaction_id`
    }
    if (ended.length > 0) await assign(ended, null)
    if (due.length === 0) return ended.length
    const [next] = await tx<{ sequence: number }[]>`
      select coalesce(
        max(sequence),
        case when ${mayHaveLostCommits(tx)} then ${skippedAfterLoss}::int else 0 end
      ) + 1 as sequence
      from remittance_files
      where provider_id = ${providerId} or agreement = ${agreement}`
    assert(next)
    const taken = await assign(due, next.sequence)
    if (taken.length > 0)
      await tx`
        insert into remittance_files (provider_id, agreement, sequence, made_at, due_at)
        values (${providerId}, ${agreement}, ${next.sequence}, ${clock.now()}, ${clock.now()})`
    return found.length
  })

/** The bank may have that many numbers of an agreement whose first files are lost. */
const skippedAfterLoss = 1_000

/** A file that is not known to be complete. */
export interface OpenRemittance {
  readonly providerId: string
  readonly sequence: number
  readonly madeAt: Date
  /** The part that is chosen, and its folder. Null: none is yet. */
  readonly stored: StoredPart | null
}

/** SQL that is true while there is a file to complete. */
export const hasDueRemittances = ({ sql, clock }: TimedSql): Fragment => sql`
  exists (
    select from remittance_files where published_at is null and due_at <= ${clock.now()})`

/**
 * SQL with the providers that have instructions in no published file, and `since` when the oldest
 * of each should be in one. Citus joins no files with instructions, so a file counts as its own.
 */
export const unsentRemittances = ({ sql, clock }: TimedSql): Fragment => sql`
  select provider_id, min(since) as since
  from (
    (
      select provider_id, due_at as since from remittance_records
      where due_at <= ${clock.now()} order by due_at limit ${mostSearched}
    )
    union all
    (
      select provider_id, made_at from remittance_files
      where published_at is null order by made_at limit ${mostSearched}
    )
  ) as unsent
  group by provider_id`

/** Until a file that could not be numbered or sent is tried again. */
export const retryMs = 60_000

/** Claims files to complete. One that fails is due again after a minute. */
export const claimRemittances = (
  { sql, clock }: TimedSql,
  limit: number,
): Promise<OpenRemittance[]> =>
  sql<OpenRemittance[]>`
    update remittance_files f set due_at = ${leaseEnd(sql, clock, retryMs)}
    from (
      select provider_id, sequence from remittance_files
      where published_at is null and due_at <= ${clock.now()}
      order by due_at, sequence
      limit ${limit}
      for update skip locked
    ) as due
    where f.provider_id = due.provider_id and f.sequence = due.sequence
    returning f.provider_id as "providerId", f.sequence, f.made_at as "madeAt",
      case when f.part is not null
        then jsonb_build_object('part', f.part, 'folderId', f.folder_id)
      end as stored`

/** The instructions of a file, in their order. */
export const recordsOfRemittance = (
  sql: Queryable,
  { providerId, sequence }: Pick<OpenRemittance, 'providerId' | 'sequence'>,
): Promise<RemittanceKey[]> =>
  sql<RemittanceKey[]>`
    select account_id as "accountId", transaction_id as "transactionId", instruction
    from remittance_records
    where provider_id = ${providerId} and file_sequence = ${sequence}
    order by created_at, transaction_id, instruction`

/**
 * Records which part is chosen. Instructions that it does not have wait for a later file.
 * Without a part the number is skipped. False: another process has stored a part of its own.
 */
export const choosePart = (
  { sql, clock }: TimedSql,
  { providerId, sequence }: Pick<OpenRemittance, 'providerId' | 'sequence'>,
  {
    stored,
    leftOut,
  }: { readonly stored: StoredPart | null; readonly leftOut: readonly RemittanceKey[] },
): Promise<boolean> =>
  sql.begin(async (tx) => {
    const now = clock.now()
    const rows = await tx`
      update remittance_files set part = ${stored?.part ?? null},
        folder_id = ${stored?.folderId ?? null}, published_at = ${stored ? null : now}
      where provider_id = ${providerId} and sequence = ${sequence} and part is null
        and published_at is null
      returning sequence`
    if (rows.length === 0) return false
    if (leftOut.length > 0) {
      const { columns, arrays } = columnar(leftOut, keyColumns)
      // A protest may hold a write-off, so the next sync of its boleto releases it.
      await tx`
        update remittance_records r set file_sequence = null,
          due_at = case when r.instruction <> 'WRITE_OFF'
            then ${nextFileAt(new Date(now.getTime() + leftOutMs))}::timestamptz end
        from unnest(${arrays}) as n (${columns})
        where r.account_id = n.account_id and r.transaction_id = n.transaction_id
          and r.instruction = n.instruction and r.file_sequence = ${sequence}
          ${ofAccounts(tx, 'r', leftOut)}`
    }
    return true
  })

/** Until a registration that could not be written gets into another file. */
const leftOutMs = 3_600_000

export async function markPublished(
  sql: Queryable,
  { providerId, sequence }: Pick<OpenRemittance, 'providerId' | 'sequence'>,
  at: Date,
): Promise<void> {
  await sql`
    update remittance_files set published_at = ${at}
    where provider_id = ${providerId} and sequence = ${sequence} and published_at is null`
}
