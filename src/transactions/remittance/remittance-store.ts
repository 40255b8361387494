import type { TimedSql } from '../../db/business-time.ts'
import { columnar, columnsOf } from '../../db/columnar.ts'
import type { DueRows } from '../../db/due-rows.ts'
import { ofAccounts } from '../../db/of-accounts.ts'
import type { Queryable } from '../../db/pool.ts'
import type { Fragment } from '../../db/statement.ts'
import type { RowWriter } from '../../journal/change.ts'
import { writtenRows } from '../../journal/written-rows.ts'
import type { RemittanceInstruction } from '../../providers/ports/boleto.ts'
import type { Transaction } from '../transaction.ts'
import { rejectionsOf } from './movement-store.ts'

/** An instruction about one boleto. */
export interface RemittanceRecord {
  readonly accountId: string
  readonly transactionId: string
  readonly instruction: RemittanceInstruction
  readonly providerId: string
  readonly createdAt: Date
  /** When it may get into a file. Null: not before its bank has registered the boleto. */
  readonly dueAt: Date | null
}

/** A new instruction, which waits for a file. */
export const remittanceRecordsWriter: RowWriter<RemittanceRecord> = {
  name: 'remittance-records',
  ...writtenRows(
    (sql, rows) => {
      const { columns, arrays } = columnar(rows, {
        account_id: 'uuid',
        transaction_id: 'uuid',
        instruction: 'text',
        provider_id: 'uuid',
        created_at: 'timestamptz',
        due_at: 'timestamptz',
      })
      return sql`written as (
        insert into remittance_records (${columns})
        select * from unnest(${arrays})
        on conflict do nothing
        returning transaction_id || instruction as key)`
    },
    ({ transactionId, instruction }) => transactionId + instruction,
  ),
}

export const registrationOf = (transaction: Transaction): RemittanceRecord => ({
  accountId: transaction.accountId,
  transactionId: transaction.id,
  instruction: 'REGISTER',
  providerId: transaction.providerId,
  createdAt: transaction.createdAt,
  dueAt: nextFileAt(transaction.createdAt),
})

/** Takes back a registration. Loses when it is in a file, because the bank may have it. */
export const withdrawnRegistrationsWriter: RowWriter<Withdrawn> = {
  name: 'remittance-records-withdrawn',
  ...writtenRows(
    (sql, rows) => {
      const { columns, arrays } = columnar(rows, { account_id: 'uuid', transaction_id: 'uuid' })
      return sql`written as (
        update remittance_records r set due_at = null
        from unnest(${arrays}) as n (${columns})
        where r.account_id = n.account_id and r.transaction_id = n.transaction_id
          and r.instruction = 'REGISTER' and r.due_at is not null ${ofAccounts(sql, 'r', rows)}
        returning r.transaction_id as key)`
    },
    ({ transactionId }) => transactionId,
  ),
}

/** Whether the registration of a boleto is in no file yet, so that it can be taken back. */
export async function isWithdrawable(
  sql: Queryable,
  { accountId, id }: Pick<Transaction, 'accountId' | 'id'>,
): Promise<boolean> {
  const [row] = await sql<{ isIt: boolean }[]>`
    select exists (
      select from remittance_records
      where account_id = ${accountId} and transaction_id = ${id} and instruction = 'REGISTER'
        and due_at is not null
    ) as "isIt"`
  return row?.isIt ?? false
}

type Withdrawn = Pick<RemittanceRecord, 'accountId' | 'transactionId'>

/** A bank processes files a few times a day, so one holds the instructions of some minutes. */
const periodMs = 15 * 60_000

/** A file is made at each end of a period. */
export const nextFileAt = (at: Date): Date =>
  new Date(Math.ceil(at.getTime() / periodMs) * periodMs)

/** A request to write off a boleto. */
export interface WriteOffRequest extends RemittanceRecord {
  /** How many instructions about the boleto the bank has rejected. */
  readonly rejections: number
}

/**
 * Requests write-offs. Of one that is requested already, and not rejected since, nothing changes.
 * A rejected one gets into another file.
 */
export const writeOffRequestsWriter: RowWriter<WriteOffRequest> = {
  name: 'write-off-requests',
  ...writtenRows(
    (sql, rows) => sql`written as (${requested(sql, rows)})`,
    ({ transactionId }) => transactionId,
  ),
}

function requested(sql: Queryable, rows: readonly WriteOffRequest[]): Fragment {
  const { columns, arrays } = columnar(rows, {
    account_id: 'uuid',
    transaction_id: 'uuid',
    instruction: 'text',
    provider_id: 'uuid',
    created_at: 'timestamptz',
    due_at: 'timestamptz',
    rejections: 'int',
  })
  const isRejected = sql`r.file_sequence is not null and excluded.rejections > r.rejections`
  return sql`
    insert into remittance_records as r (${columns})
    select * from unnest(${arrays})
    on conflict (account_id, transaction_id, instruction) do update
    set due_at = case when ${isRejected} then excluded.due_at else r.due_at end,
      rejections = case when ${isRejected} then excluded.rejections else r.rejections end,
      file_sequence = case when ${isRejected} then null else r.file_sequence end
    returning r.transaction_id as key`
}

/** The request of now. It is due once the bank has registered the boleto. */
export const writeOffOf = async (
  sql: Queryable,
  transaction: Transaction,
  now: Date,
): Promise<WriteOffRequest> => ({
  accountId: transaction.accountId,
  transactionId: transaction.id,
  instruction: 'WRITE_OFF',
  providerId: transaction.providerId,
  createdAt: now,
  dueAt: transaction.boleto?.registration === 'CONFIRMED' ? nextFileAt(now) : null,
  rejections: await rejectionsOf(sql, transaction),
})

/** Requests the write-off of a boleto that has expired. Each later sync repeats it. */
export async function requestWriteOff(
  sql: Queryable,
  transaction: Transaction,
  now: Date,
): Promise<void> {
  await sql`${requested(sql, [await writeOffOf(sql, transaction, now)])}`
}

/** Keeps a requested write-off out of the files: the bank rejects it during a protest. */
export async function holdWriteOff(
  sql: Queryable,
  { accountId, id }: Pick<Transaction, 'accountId' | 'id'>,
): Promise<void> {
  await sql`
    update remittance_records set due_at = null
    where account_id = ${accountId} and transaction_id = ${id} and instruction = 'WRITE_OFF'
      and due_at is not null`
}

/** Makes a requested write-off due: the bank has registered the boleto. */
export async function releaseWriteOff(
  sql: Queryable,
  { accountId, id }: Pick<Transaction, 'accountId' | 'id'>,
  now: Date,
): Promise<void> {
  await sql`
    update remittance_records set due_at = ${nextFileAt(now)}
    where account_id = ${accountId} and transaction_id = ${id} and instruction = 'WRITE_OFF'
      and due_at is null and file_sequence is null`
}

/** The instructions that may get into a file now. */
export const dueRecords = ({ sql, clock }: Timed): DueRows => ({
  rows: sql`remittance_records r where r.due_at <= ${clock.now()}`,
})

type Timed = Pick<TimedSql, 'clock'> & { readonly sql: Queryable }

export async function providersWithDueRecords(app: Timed): Promise<string[]> {
  const rows = await app.sql<{ id: string }[]>`
    select distinct r.provider_id as id from ${dueRecords(app).rows}`
  return rows.map(({ id }) => id)
}

/** Names an instruction. */
export type RemittanceKey = Pick<RemittanceRecord, 'accountId' | 'transactionId' | 'instruction'>

/** Its columns, for statements over several. */
export const keyColumns = columnsOf<RemittanceKey>()({
  account_id: 'uuid',
  transaction_id: 'uuid',
  instruction: 'text',
})
