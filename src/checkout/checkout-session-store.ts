import { columnar } from '../db/columnar.ts'
import { newestFirst } from '../db/newest-first-store.ts'
import { ofAccounts } from '../db/of-accounts.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import type { RowWriter } from '../journal/change.ts'
import { lostById } from '../journal/lost-rows.ts'
import { cents } from '../primitives/money.ts'
import type { CheckoutSession, SessionFacts } from './checkout-session.ts'

/** A new session. Loses when its id is taken. */
export const newSessionsWriter: RowWriter<CheckoutSession> = {
  name: 'checkout-sessions-new',
  async write(tx, rows) {
    const { columns, arrays } = columnar(rows, {
      account_id: 'uuid',
      id: 'uuid',
      version: 'int',
      token: 'text',
      link_id: 'uuid',
      amount: 'bigint',
      facts: ['json', factsJson],
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      expires_at: 'timestamptz',
      clean_at: ['timestamptz', ({ expiresAt }) => expiresAt],
    })
    const [written] = await Promise.all([
      tx<{ id: string }[]>`
        insert into checkout_sessions (${columns})
        select * from unnest(${arrays})
        on conflict do nothing
        returning id`,
      tx`
        insert into checkout_addresses (address, account_id, session_id)
        select token, account_id, id from unnest(${arrays}) as n (${columns})
        on conflict do nothing`,
    ])
    return lostById(rows, written)
  },
}

/** The next version of a session. Loses unless the stored version is the previous one. */
export const sessionsWriter: RowWriter<CheckoutSession> = {
  name: 'checkout-sessions',
  async write(tx, rows) {
    const { columns, arrays } = columnar(rows, {
      account_id: 'uuid',
      id: 'uuid',
      version: 'int',
      updated_at: 'timestamptz',
      expires_at: 'timestamptz',
    })
    const written = await tx<{ id: string }[]>`
      update checkout_sessions s
      set version = n.version, updated_at = n.updated_at, expires_at = n.expires_at
      from unnest(${arrays}) as n (${columns})
      where s.account_id = n.account_id and s.id = n.id and s.version = n.version - 1
        ${ofAccounts(tx, 's', rows)}
      returning s.id`
    return lostById(rows, written)
  },
}

/**
 * Deletes sessions that ended before an instant and have no transaction. At most `limit` are looked
 * at; returns how many. A session with a transaction stays, as the transaction does, and is not
 * looked at again. An address stays, so that it never becomes the one of another payment.
 */
export async function deleteUnpaidSessions(
  sql: Sql,
  { endedBefore, limit }: { readonly endedBefore: Date; readonly limit: number },
): Promise<number> {
  const hasEnded = sql`s.clean_at < ${endedBefore} and s.expires_at < ${endedBefore}`
  const accounts = await sql<{ accountId: string }[]>`
    select distinct account_id as "accountId" from (
      select s.account_id from checkout_sessions s
      where ${hasEnded}
      order by s.clean_at
      limit ${limit}) as due`
  let seen = 0
  for (const { accountId } of accounts) {
    const [row] = await sql<{ seen: number }[]>`
      with due as materialized (
        select s.id, exists (
          select true from transactions t
          where t.account_id = ${accountId} and t.checkout_session_id = s.id) as "isTried"
        from checkout_sessions s
        where s.account_id = ${accountId} and ${hasEnded}
        order by s.clean_at
        limit ${limit}
        for update of s skip locked
      ), kept as (
        update checkout_sessions s set clean_at = null
        from due d
        where s.account_id = ${accountId} and s.id = d.id and d."isTried"
        returning 1
      ), deleted as (
        delete from checkout_sessions s
        using due d
        where s.account_id = ${accountId} and s.id = d.id and not d."isTried"
        returning 1
      )
      select ((select count(*) from kept) + (select count(*) from deleted))::int as seen`
    seen += row?.seen ?? 0
  }
  return seen
}

export async function sessionById(
  sql: Queryable,
  accountId: string,
  id: string,
): Promise<CheckoutSession | undefined> {
  const rows = await sql<Row[]>`
    select ${columnsOf(sql)} from checkout_sessions
    where account_id = ${accountId} and id = ${id}`
  return rows.map(sessionFrom)[0]
}

/** The session of a page's address, of any account. */
export async function sessionByToken(
  sql: Sql,
  token: string,
): Promise<CheckoutSession | undefined> {
  const [found] = await sql<{ accountId: string; sessionId: string }[]>`
    select account_id as "accountId", session_id as "sessionId" from checkout_addresses
    where address = ${token} and session_id is not null`
  return found && sessionById(sql, found.accountId, found.sessionId)
}

export interface SessionFilter {
  readonly linkId?: string
}

/** A position in the list. */
export interface SessionCursor {
  readonly createdAt: Date
  readonly id: string
}

export const sessionList = newestFirst<SessionFilter, SessionCursor, Row, CheckoutSession>({
  table: 'checkout_sessions',
  as: 's',
  sortedBy: 'created_at',
  instantOf: ({ createdAt }) => createdAt,
  ranges: (sql, { linkId }) => [linkId === undefined ? sql`` : sql`and link_id = ${linkId}`],
  columns: (sql) => columnsOf(sql),
  itemFrom: sessionFrom,
})

interface Row {
  readonly accountId: string
  readonly id: string
  readonly version: number
  readonly token: string
  readonly linkId: string | null
  readonly amount: number
  readonly facts: SessionFacts
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly expiresAt: Date
}

const columnsOf = (sql: Queryable) => sql`
  account_id as "accountId", id, version, token, link_id as "linkId", amount, facts,
  created_at as "createdAt", updated_at as "updatedAt", expires_at as "expiresAt"`

function sessionFrom({ facts, amount, linkId, ...row }: Row): CheckoutSession {
  return { ...row, ...facts, amount: cents(amount), ...(linkId !== null && { linkId }) }
}

function factsJson({
  title,
  description,
  order,
  paymentMethods,
  maxInstallments,
  redirectUrl,
  cancelUrl,
}: CheckoutSession): string {
  return JSON.stringify({
    title,
    description,
    order,
    paymentMethods,
    maxInstallments,
    redirectUrl,
    cancelUrl,
  } satisfies Partial<Record<keyof SessionFacts, unknown>>)
}
