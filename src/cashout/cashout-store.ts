import type { Destination } from '../brazil/pix-key.ts'
import { columnar } from '../db/columnar.ts'
import { createdBetween, newestFirst } from '../db/newest-first-store.ts'
import { ofAccounts } from '../db/of-accounts.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import type { RowWriter } from '../journal/change.ts'
import { lostById } from '../journal/lost-rows.ts'
import { inIdOrder } from '../journal/written-rows.ts'
import { bareId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import type { Cashout, CashoutStatus } from './cashout.ts'

/** A cashout and when a worker next processes it. Without a time, nothing is left to do. */
export interface StoredCashout {
  readonly cashout: Cashout
  readonly checkAt?: Date
}

/** Inserts a cashout and the account that its id belongs to. Loses when the id exists. */
export const newCashoutsWriter: RowWriter<StoredCashout> = {
  name: 'cashouts-new',
  async write(tx, rows) {
    const all = rows.map(withCheckAt)
    const { columns, arrays } = columnar(all, {
      account_id: 'uuid',
      id: 'uuid',
      version: 'int',
      status: 'text',
      amount: 'bigint',
      fee: 'bigint',
      key_type: ['text', (row) => row.key.type],
      pix_key: ['text', (row) => row.key.value],
      external_ref: ['text', (row) => row.order.externalRef],
      provider_id: 'uuid',
      facts: ['json', factsJson],
      period: 'text',
      created_at: 'timestamptz',
      check_at: 'timestamptz',
    })
    const references = columnar(all, {
      provider_id: 'uuid',
      reference: ['text', ({ id }) => bareId(id)],
      account_id: 'uuid',
      cashout_id: ['uuid', ({ id }) => id],
    })
    const [written] = await Promise.all([
      tx<{ id: string }[]>`
        insert into cashouts (${columns}, updated_at)
        select ${columns}, created_at from unnest(${arrays}) as n (${columns})
        on conflict do nothing
        returning id`,
      tx`
        insert into cashout_references (${references.columns})
        select * from unnest(${references.arrays})
        on conflict do nothing`,
    ])
    return lostById(all, written)
  },
}

/** The next version of a cashout. Loses unless the stored version is the previous one. */
export const cashoutsWriter: RowWriter<StoredCashout> = {
  name: 'cashouts',
  async write(tx, rows) {
    const all = rows.map(withCheckAt)
    const { columns, arrays } = columnar(inIdOrder(all), {
      account_id: 'uuid',
      id: 'uuid',
      version: 'int',
      status: 'text',
      returned_amount: 'bigint',
      facts: ['json', factsJson],
      end_to_end_id: 'text',
      updated_at: 'timestamptz',
      sent_at: 'timestamptz',
      completed_at: 'timestamptz',
      check_at: 'timestamptz',
    })
    const written = await tx<{ id: string }[]>`
      update cashouts c
      set version = n.version, status = n.status, returned_amount = n.returned_amount,
        facts = n.facts, end_to_end_id = n.end_to_end_id, updated_at = n.updated_at,
        sent_at = n.sent_at, completed_at = n.completed_at, check_at = n.check_at,
        queries = case when n.status = c.status then c.queries else 0 end
      from unnest(${arrays}) as n (${columns})
      where c.account_id = n.account_id and c.id = n.id and c.version = n.version - 1
        ${ofAccounts(tx, 'c', all)}
      returning c.id`
    return lostById(all, written)
  },
}

export async function cashoutById(
  sql: Queryable,
  accountId: string,
  id: string,
): Promise<Cashout | undefined> {
  const [row] = await sql<
    Row[]
  >`select ${columns(sql)} from cashouts c where account_id = ${accountId} and id = ${id}`
  return row && cashoutFrom(row)
}

/**
 * Whether the account has ever completed a cashout to this key. The money of a code whose key no
 * bank verified may have gone to another one.
 */
export async function isPaidKey(sql: Sql, accountId: string, pixKey: string): Promise<boolean> {
  const rows = await sql`
    select from cashouts
    where account_id = ${accountId} and pix_key = ${pixKey} and completed_at is not null
      and facts -> 'code' ->> 'isVerified' is distinct from 'false'
    limit 1`
  return rows.length > 0
}

/** Filters of a list. Instants are compared with the creation time. */
export interface CashoutFilter {
  readonly statuses?: readonly CashoutStatus[]
  readonly from?: Date
  readonly to?: Date
  readonly externalRef?: string
}

/** A cursor in a list that is sorted by newest first. */
export interface CashoutCursor {
  readonly createdAt: Date
  readonly id: string
}

/** Cashouts, newest first. Each status is a range of one index. */
export const cashoutList = newestFirst<CashoutFilter, CashoutCursor, Row, Cashout>({
  table: 'cashouts',
  as: 'c',
  sortedBy: 'created_at',
  instantOf: ({ createdAt }) => createdAt,
  ranges(sql, { statuses, externalRef, ...period }) {
    const within = createdBetween(sql, period)
    // One reference is one order of the merchant, so it has few cashouts.
    if (externalRef !== undefined)
      return [
        sql`and external_ref = ${externalRef} ${within}
          ${statuses ? sql`and status = any(${[...statuses]})` : sql``}`,
      ]
    if (!statuses) return [within]
    return [...new Set(statuses)].map((status) => sql`and status = ${status} ${within}`)
  },
  columns: (sql) => columns(sql),
  itemFrom: cashoutFrom,
})

/** Cashouts of every account that wait for a person's approval, the oldest first. */
export async function cashoutsToApprove(
  sql: Sql,
  { limit, after }: { readonly limit: number; readonly after?: CashoutCursor },
): Promise<Cashout[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)}
    from cashouts c
    where status = 'PENDING' and facts -> 'approval' ->> 'state' = 'waiting'
      ${after ? sql`and (created_at, id) > (${after.createdAt}, ${after.id}::uuid)` : sql``}
    order by created_at, id limit ${limit}`
  return rows.map(cashoutFrom)
}

/** Cashouts of one account that wait for approval, the newest first. */
export async function waitingCashouts(
  sql: Queryable,
  accountId: string,
  { limit, after }: { readonly limit: number; readonly after?: CashoutCursor },
): Promise<Cashout[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)}
    from cashouts c
    where account_id = ${accountId} and status = 'PENDING'
      and facts -> 'approval' ->> 'state' = 'waiting'
      ${after ? sql`and (created_at, id) < (${after.createdAt}, ${after.id}::uuid)` : sql``}
    order by created_at desc, id desc
    limit ${limit}`
  return rows.map(cashoutFrom)
}

export interface Row {
  readonly accountId: string
  readonly id: string
  readonly version: number
  readonly status: CashoutStatus
  readonly amount: number
  readonly fee: number
  readonly returnedAmount: number
  readonly keyType: Destination['type']
  readonly pixKey: string
  readonly providerId: string
  readonly facts: Facts
  readonly endToEndId: string | null
  readonly period: string
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly sentAt: Date | null
  readonly completedAt: Date | null
}

type Facts = Pick<
  Cashout,
  | 'order'
  | 'code'
  | 'origin'
  | 'requestedBy'
  | 'ownerDocument'
  | 'ownerQuery'
  | 'approval'
  | 'notBefore'
  | 'provenUnsent'
  | 'receiver'
  | 'returns'
  | 'failure'
  | 'canceledReason'
>

export const columns = (sql: Queryable) => sql`
  c.account_id as "accountId", c.id, c.version, c.status, c.amount, c.fee,
  c.returned_amount as "returnedAmount", c.key_type as "keyType", c.pix_key as "pixKey",
  c.provider_id as "providerId", c.facts, c.end_to_end_id as "endToEndId", c.period,
  c.created_at as "createdAt", c.updated_at as "updatedAt", c.sent_at as "sentAt",
  c.completed_at as "completedAt"`

export function cashoutFrom(row: Row): Cashout {
  const { facts, keyType, pixKey, endToEndId, sentAt, completedAt, ...rest } = row
  return {
    ...rest,
    ...facts,
    amount: cents(row.amount),
    fee: cents(row.fee),
    returnedAmount: cents(row.returnedAmount),
    key: { type: keyType, value: pixKey },
    ...(endToEndId !== null && { endToEndId }),
    ...(sentAt && { sentAt }),
    ...(completedAt && { completedAt }),
  }
}

function factsJson({
  order,
  code,
  origin,
  requestedBy,
  ownerDocument,
  ownerQuery,
  approval,
  notBefore,
  provenUnsent,
  receiver,
  returns,
  failure,
  canceledReason,
}: Cashout): string {
  return JSON.stringify({
    order,
    code,
    origin,
    requestedBy,
    ownerDocument,
    ownerQuery,
    approval,
    notBefore,
    provenUnsent,
    receiver,
    returns,
    failure,
    canceledReason,
  } satisfies Partial<Record<keyof Facts, unknown>>)
}

const withCheckAt = ({ cashout, checkAt }: StoredCashout) => ({ ...cashout, checkAt })
