import {
  type PaymentMethod,
  paymentMethods,
  type TransactionStatus,
  transactionStatuses,
} from '../../contract/fields.ts'
import { endOfLocalDay, startOfLocalDay } from '../brazil/local-time.ts'
import { columnar } from '../db/columnar.ts'
import { createdBetween, newestFirst } from '../db/newest-first-store.ts'
import { ofAccounts } from '../db/of-accounts.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import { rowsByIds } from '../db/rows-by-ids.ts'
import type { Fragment } from '../db/statement.ts'
import { pairsOf } from '../db/union-all.ts'
import { workQueue } from '../db/work-queue-store.ts'
import type { RowWriter } from '../journal/change.ts'
import { writtenRows } from '../journal/written-rows.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { isCardSale } from './methods/card-sale-store.ts'
import type { Transaction } from './transaction.ts'

/** A new transaction. Loses when its id is taken. */
export const newTransactionsWriter: RowWriter<Stored> = {
  name: 'transactions-new',
  ...writtenRows((sql, rows) => {
    const all = rows.map(withCheckAt)
    const { columns, arrays } = columnar(all, {
      account_id: 'uuid',
      id: 'uuid',
      version: 'int',
      status: 'text',
      method: 'text',
      amount: 'bigint',
      installments: 'int',
      fee: 'bigint',
      external_ref: ['text', (row) => row.order.externalRef],
      provider_id: 'uuid',
      secure_id: 'text',
      checkout_session_id: ['uuid', (row) => row.checkout?.sessionId],
      payment_link_id: ['uuid', (row) => row.checkout?.linkId],
      facts: ['json', factsJson],
      created_at: 'timestamptz',
      paid_at: 'timestamptz',
      expires_at: 'timestamptz',
      check_at: 'timestamptz',
    })
    const addresses = columnar(all, {
      secure_id: 'text',
      account_id: 'uuid',
      transaction_id: ['uuid', (row) => row.id],
    })
    return sql`
      addresses as (
        insert into secure_ids (${addresses.columns})
        select * from unnest(${addresses.arrays})
        on conflict do nothing
      ), written as (
        insert into transactions (${columns}, updated_at)
        select ${columns}, created_at from unnest(${arrays}) as n (${columns})
        on conflict do nothing
        returning id as key)`
  }, idOf),
}

/** The next version of a transaction. Loses unless the stored version is the previous one. */
export const transactionsWriter: RowWriter<Stored> = {
  name: 'transactions',
  ...writtenRows((sql, rows) => {
    const all = rows.map(withCheckAt)
    const { columns, arrays } = columnar(all, {
      account_id: 'uuid',
      id: 'uuid',
      version: 'int',
      status: 'text',
      amount: 'bigint',
      refunded_amount: 'bigint',
      fee: 'bigint',
      facts: ['json', factsJson],
      updated_at: 'timestamptz',
      paid_at: 'timestamptz',
      expires_at: 'timestamptz',
      check_at: 'timestamptz',
    })
    return sql`written as (
      update transactions t
      set version = n.version, status = n.status, amount = n.amount,
        refunded_amount = n.refunded_amount, fee = n.fee, facts = n.facts,
        updated_at = n.updated_at, paid_at = n.paid_at, expires_at = n.expires_at,
        check_at = n.check_at
      from unnest(${arrays}) as n (${columns})
      where t.account_id = n.account_id and t.id = n.id and t.version = n.version - 1
        ${ofAccounts(sql, 't', all)}
      returning t.id as key)`
  }, idOf),
}

function idOf({ transaction }: Stored): string {
  return transaction.id
}

/** A transaction and the time of its next check. Absent: no check is needed. */
export interface Stored {
  readonly transaction: Transaction
  readonly checkAt?: Date
}

/** The transaction of a provider's reference. Loses when the reference was used before. */
export const providerReferencesWriter: RowWriter<ProviderReference> = {
  name: 'provider-references',
  ...writtenRows(
    (sql, rows) => {
      const { columns, arrays } = columnar(rows, {
        provider_id: 'uuid',
        reference: 'text',
        account_id: 'uuid',
        transaction_id: 'uuid',
      })
      return sql`written as (
      insert into provider_references (${columns})
      select * from unnest(${arrays})
      on conflict do nothing
      returning provider_id || reference as key)`
    },
    ({ providerId, reference }) => providerId + reference,
  ),
}

export interface ProviderReference {
  readonly providerId: string
  readonly reference: string
  readonly accountId: string
  readonly transactionId: string
}

export async function transactionById(
  sql: Queryable,
  accountId: string,
  id: string,
): Promise<Transaction | undefined> {
  const [row] = await sql<
    Row[]
  >`select ${columns(sql)} from transactions where account_id = ${accountId} and id = ${id}`
  return row && transactionFrom(row)
}

/** Payments of any accounts, in no order. */
export async function transactionsByKeys(
  sql: Queryable,
  keys: readonly { readonly accountId: string; readonly id: string }[],
): Promise<Transaction[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql, sql`t.`)} from transactions t
    join unnest(
      ${keys.map(({ accountId }) => accountId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]
    ) as k (account_id, id) on t.account_id = k.account_id and t.id = k.id
    where true ${ofAccounts(sql, 't', keys)}`
  return rows.map(transactionFrom)
}

/** The payment with a provider's reference, of any account. */
export async function transactionByReference(
  sql: Sql,
  providerId: string,
  reference: string,
): Promise<Transaction | undefined> {
  const [found] = await sql<{ accountId: string; transactionId: string }[]>`
    select account_id as "accountId", transaction_id as "transactionId" from provider_references
    where provider_id = ${providerId} and reference = ${reference}`
  return found && transactionById(sql, found.accountId, found.transactionId)
}

/** The payments with some references of a provider, of any accounts. */
export const keysOfReferences = (
  sql: Queryable,
  providerId: string,
  references: readonly string[],
): Promise<ReferenceOwner[]> =>
  sql<ReferenceOwner[]>`
    select reference, account_id as "accountId", transaction_id as id from provider_references
    where provider_id = ${providerId} and reference = any(${[...references]}::text[])`

export interface ReferenceOwner {
  readonly reference: string
  readonly accountId: string
  readonly id: string
}

/**
 * The payment with an acquirer's own number, of any account. If the acquirer used the number twice,
 * its other numbers decide. `undefined` if they do not.
 */
export async function transactionByTid(
  sql: Sql,
  providerId: string,
  named: { readonly tid: string; readonly nsu?: string; readonly authorizationCode?: string },
): Promise<Transaction | undefined> {
  const rows = await sql<Row[]>`
    select ${columns(sql)} from transactions
    where provider_id = ${providerId} and ${isCardSale(sql)}
      and facts #>> '{card,tid}' = ${named.tid}
    limit 10`
  const agrees = (ours: string | undefined, theirs: string | undefined) =>
    ours === undefined || theirs === undefined || ours === theirs
  const found = rows
    .map(transactionFrom)
    .filter(
      ({ card }) =>
        agrees(card?.nsu, named.nsu) && agrees(card?.authorizationCode, named.authorizationCode),
    )
  return found.length === 1 ? found[0] : undefined
}

/**
 * The payment with an acquirer's sequence number and the issuer's authorization code, of any
 * account: acquirers use a sequence number again after some days. The acquirer's date of the sale
 * can be a day from ours. If several payments agree, the one of exactly this amount is meant.
 */
export async function transactionByNsu(
  sql: Sql,
  providerId: string,
  named: {
    readonly nsu: string
    readonly authorizationCode: string
    readonly soldOn: string
    readonly amount: Cents
  },
): Promise<Transaction | undefined> {
  const soldOn = Temporal.PlainDate.from(named.soldOn)
  const rows = await sql<Row[]>`
    select ${columns(sql)} from transactions
    where provider_id = ${providerId} and ${isCardSale(sql)}
      and facts #>> '{card,nsu}' = ${named.nsu}
      and facts #>> '{card,authorizationCode}' = ${named.authorizationCode}
      and created_at >= ${startOfLocalDay(soldOn.subtract({ days: 1 }))}
      and created_at <= ${endOfLocalDay(soldOn.add({ days: 1 }))}
      and amount >= ${named.amount}
    limit 10`
  const found = rows.map(transactionFrom)
  const exact = found.filter(({ amount }) => amount === named.amount)
  const [only, ...others] = exact.length > 0 ? exact : found
  return others.length === 0 ? only : undefined
}

/** The payment of a payment page's address. */
export async function transactionBySecureId(
  sql: Sql,
  secureId: string,
): Promise<Transaction | undefined> {
  const [found] = await sql<{ accountId: string; transactionId: string }[]>`
    select account_id as "accountId", transaction_id as "transactionId"
    from secure_ids
    where secure_id = ${secureId}`
  return found && transactionById(sql, found.accountId, found.transactionId)
}

/** The payments of checkout sessions, the newest first. Each session limits their number. */
export async function transactionsOfSessions(
  sql: Queryable,
  accountId: string,
  sessionIds: readonly string[],
): Promise<Transaction[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)} from transactions
    where account_id = ${accountId} and checkout_session_id = any(${[...sessionIds]}::uuid[])
    order by created_at desc, id desc`
  return rows.map(transactionFrom)
}

export const transactionsOfSession = (
  sql: Queryable,
  accountId: string,
  sessionId: string,
): Promise<Transaction[]> => transactionsOfSessions(sql, accountId, [sessionId])

/** The filters of a list. Instants are compared with the creation time. */
export interface TransactionFilter {
  readonly statuses?: readonly TransactionStatus[]
  readonly methods?: readonly PaymentMethod[]
  readonly from?: Date
  readonly to?: Date
  readonly externalRef?: string
  readonly checkoutSessionId?: string
  readonly paymentLinkId?: string
}

/** A cursor in a list that is sorted by newest first. */
export interface TransactionCursor {
  readonly createdAt: Date
  readonly id: string
}

/**
 * Payments, the newest first. Each pair of status and method is a range of one index.
 */
export const transactionList = newestFirst<TransactionFilter, TransactionCursor, Row, Transaction>({
  table: 'transactions',
  as: 't',
  sortedBy: 'created_at',
  instantOf: ({ createdAt }) => createdAt,
  ranges(sql, filter) {
    const { statuses, methods, externalRef, checkoutSessionId, paymentLinkId, ...period } = filter
    const within = createdBetween(sql, period)
    const ofLink = paymentLinkId === undefined ? sql`` : sql`and payment_link_id = ${paymentLinkId}`
    // One reference is one order of the merchant, and a session is one purchase: few payments.
    if (externalRef !== undefined || checkoutSessionId !== undefined)
      return [
        sql`${externalRef === undefined ? sql`` : sql`and external_ref = ${externalRef}`}
          ${ofSession(sql, checkoutSessionId)} ${ofLink} ${within}
          ${statuses ? sql`and status = any(${[...statuses]})` : sql``}
          ${methods ? sql`and method = any(${[...methods]})` : sql``}`,
      ]
    if (!statuses && !methods && !paymentLinkId) return [within]
    return pairsOf(methods ?? paymentMethods, statuses ?? transactionStatuses).map(
      ([method, status]) => sql`and method = ${method} and status = ${status} ${ofLink} ${within}`,
    )
  },
  columns: (sql) => columns(sql),
  itemFrom: transactionFrom,
})

const ofSession = (sql: Queryable, sessionId: string | undefined) =>
  sessionId === undefined ? sql`` : sql`and checkout_session_id = ${sessionId}`

/** Those of some payments that pass the rest of a filter, the newest first. */
export async function transactionsOf(
  sql: Sql,
  accountId: string,
  given: {
    readonly ids: readonly string[]
    /** The payments of which no terms are needed. */
    readonly exact: readonly string[]
    readonly filter: TransactionFilter & {
      readonly minAmount?: number
      readonly maxAmount?: number
    }
    /** A condition on a payment `t`, starting with `and`. */
    readonly terms: Fragment
    readonly limit: number
  },
): Promise<Transaction[]> {
  const { ids, exact, filter, terms, limit } = given
  const { statuses, methods, externalRef, minAmount, maxAmount } = filter
  const { checkoutSessionId, paymentLinkId } = filter
  if (ids.length === 0) return []
  const rows = await sql<Row[]>`
    select ${columns(sql, sql`t.`)}
    from ${rowsByIds(sql, 'transactions', { as: 't', accountId, ids })}
    where (id = any(${[...exact]}::uuid[]) or (true ${terms}))
      ${statuses ? sql`and status = any(${[...statuses]}::text[])` : sql``}
      ${methods ? sql`and method = any(${[...methods]}::text[])` : sql``}
      ${externalRef === undefined ? sql`` : sql`and external_ref = ${externalRef}`}
      ${ofSession(sql, checkoutSessionId)}
      ${paymentLinkId === undefined ? sql`` : sql`and payment_link_id = ${paymentLinkId}`}
      ${minAmount === undefined ? sql`` : sql`and amount >= ${minAmount}`}
      ${maxAmount === undefined ? sql`` : sql`and amount <= ${maxAmount}`}
    order by created_at desc, id desc
    limit ${limit}`
  return rows.map(transactionFrom)
}

/** Transactions whose provider is queried for their payment. */
export const transactionQueue = workQueue<Row, Transaction>({
  table: 'transactions',
  transaction: 'id',
  as: 't',
  due: 'check_at',
  columns: (sql) => columns(sql, sql`t.`),
  itemFrom: transactionFrom,
})

/** The next number for a boleto. A number may be skipped and is never repeated. */
export async function nextBoletoSequence(sql: Sql): Promise<number> {
  const [row] = await sql<{ sequence: number }[]>`select nextval('boleto_sequence') as sequence`
  if (!row) throw new Error('the boleto sequence gave no number')
  return row.sequence
}

interface Row {
  readonly accountId: string
  readonly id: string
  readonly version: number
  readonly status: TransactionStatus
  readonly method: PaymentMethod
  readonly amount: number
  readonly refundedAmount: number
  readonly installments: number
  readonly fee: number
  readonly providerId: string
  readonly secureId: string
  readonly checkoutSessionId: string | null
  readonly paymentLinkId: string | null
  readonly facts: Facts
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly paidAt: Date | null
  readonly expiresAt: Date | null
}

type Facts = Pick<
  Transaction,
  | 'price'
  | 'terms'
  | 'order'
  | 'pix'
  | 'boleto'
  | 'card'
  | 'refusedReason'
  | 'canceledReason'
  | 'refunds'
  | 'disputes'
>

const columns = (
  sql: Queryable,
  of = sql``,
) => sql`${of}account_id as "accountId", ${of}id, ${of}version, ${of}status, ${of}method,
  ${of}amount, ${of}refunded_amount as "refundedAmount", ${of}installments, ${of}fee,
  ${of}provider_id as "providerId", ${of}secure_id as "secureId",
  ${of}checkout_session_id as "checkoutSessionId", ${of}payment_link_id as "paymentLinkId",
  ${of}facts,
  ${of}created_at as "createdAt", ${of}updated_at as "updatedAt", ${of}paid_at as "paidAt",
  ${of}expires_at as "expiresAt"`

function transactionFrom(given: Row): Transaction {
  const { facts, checkoutSessionId: sessionId, paymentLinkId: linkId, ...rest } = given
  const { paidAt, expiresAt, ...row } = rest
  return {
    ...row,
    ...facts,
    ...(sessionId !== null && { checkout: { sessionId, ...(linkId !== null && { linkId }) } }),
    amount: cents(row.amount),
    refundedAmount: cents(row.refundedAmount),
    fee: cents(row.fee),
    ...(paidAt && { paidAt }),
    ...(expiresAt && { expiresAt }),
  }
}

function factsJson({
  price,
  terms,
  order,
  pix,
  boleto,
  card,
  refusedReason,
  canceledReason,
  refunds,
  disputes,
}: Transaction): string {
  return JSON.stringify({
    price,
    terms,
    order,
    pix,
    boleto,
    card,
    refusedReason,
    canceledReason,
    refunds,
    disputes,
  } satisfies Partial<Record<keyof Facts, unknown>>)
}

const withCheckAt = ({ transaction, checkAt }: Stored) => ({ ...transaction, checkAt })
