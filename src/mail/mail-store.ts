import { columnar } from '../db/columnar.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import { workQueue } from '../db/work-queue-store.ts'
import type { RowWriter } from '../journal/change.ts'
import { lostById } from '../journal/lost-rows.ts'
import type { MailLanguage } from './mail-content.ts'

/** A mail in its table. */
export interface MailRow {
  /** Zero: the operators. */
  readonly accountId: string
  readonly id: string
  readonly template: string
  readonly language: MailLanguage
  readonly sealed: Buffer
  readonly usefulTo: Date
  readonly createdAt: Date
}

/** Adds mails to the queue, in the commit of what they are about. */
export const mailsWriter: RowWriter<MailRow> = {
  name: 'mails',
  async write(tx, rows) {
    const { columns, arrays } = columnar(rows, {
      account_id: 'uuid',
      id: 'uuid',
      template: 'text',
      language: 'text',
      sealed: 'bytea',
      useful_to: 'timestamptz',
      created_at: 'timestamptz',
    })
    const written = await tx<{ id: string }[]>`
      insert into mails (${columns}, due_at)
      select n.*, n.created_at
      from unnest(${arrays}) as n (${columns})
      on conflict do nothing
      returning id`
    return lostById(rows, written)
  },
}

/** A mail that a worker has claimed. */
export interface DueMail extends MailRow {
  /** Claims so far, this one included. Proves that the mail is still this worker's. */
  readonly attempts: number
}

export const mailQueue = workQueue<DueMail, DueMail>({
  table: 'mails',
  as: 'm',
  due: 'due_at',
  counter: 'attempts',
  columns: (sql) => sql`
    m.account_id as "accountId", m.id, m.template, m.language, m.sealed, m.useful_to as "usefulTo",
    m.created_at as "createdAt", m.attempts`,
  itemFrom: (mail) => mail,
  stuck: {
    isStuck: (sql) => sql`state = 'waiting' and attempts >= 5`,
    columns: (sql) => sql`
      created_at as since, attempts, template as reference, last_error as "lastError"`,
  },
})

const isStillClaimed = (sql: Queryable, { accountId, id, attempts }: DueMail) => sql`
  account_id = ${accountId} and id = ${id} and attempts = ${attempts} and state = 'waiting'`

/** The mail server has accepted it. Its content and its last error are removed. */
export async function markSent(sql: Sql, mail: DueMail, at: Date): Promise<void> {
  await sql`
    update mails
    set state = 'sent', sealed = null, due_at = null, settled_at = ${at}, last_error = null
    where ${isStillClaimed(sql, mail)}`
}

export async function scheduleRetry(
  sql: Sql,
  mail: DueMail,
  { dueAt, error }: { readonly dueAt: Date; readonly error: string },
): Promise<void> {
  await sql`
    update mails
    set due_at = ${dueAt}, last_error = ${error}
    where ${isStillClaimed(sql, mail)}`
}

export async function markGivenUp(
  sql: Sql,
  mail: DueMail,
  { at, error }: { readonly at: Date; readonly error: string },
): Promise<void> {
  await sql`
    update mails
    set state = 'given-up', due_at = null, settled_at = ${at}, last_error = ${error}
    where ${isStillClaimed(sql, mail)}`
}

/**
 * Gives up mails that are too late and that no worker holds: without a mail server no worker claims
 * them. Returns the number of mails.
 */
export async function giveUpLateMails(
  sql: Sql,
  { now, before, limit }: { readonly now: Date; readonly before: Date; readonly limit: number },
): Promise<number> {
  const rows = await sql`
    update mails
    set state = 'given-up', due_at = null, settled_at = ${now}, last_error = ${tooLate}
    where (account_id, id) in (
      select account_id, id
      from mails
      where state = 'waiting' and useful_to <= ${before} and due_at <= ${before}
      limit ${limit})
      and state = 'waiting' and due_at <= ${before}
    returning 1`
  return rows.length
}

export const tooLate = 'not sent in time'

/** Removes the contents of mails that were given up. Returns the number of mails. */
export async function removeContents(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    update mails
    set sealed = null
    where (account_id, id) in (
      select account_id, id
      from mails
      where settled_at <= ${before} and sealed is not null
      limit ${limit})
    returning 1`
  return rows.length
}

/** Removes mails that were sent or given up. Returns the number of mails. */
export async function deleteMails(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    delete from mails
    where (account_id, id) in (
      select account_id, id
      from mails
      where state <> 'waiting' and settled_at <= ${before}
      limit ${limit})
    returning 1`
  return rows.length
}

/** What the queue holds. */
export interface MailBacklog {
  readonly waiting: number
  /** When the oldest waiting mail was queued. */
  readonly oldestAt: Date | null
  readonly lastSentAt: Date | null
  /** Mails given up since `since`. */
  readonly givenUp: number
  /** Why the last of them was given up. */
  readonly lastError: string | null
}

export async function mailBacklog(sql: Sql, since: Date): Promise<MailBacklog> {
  const [backlog] = await sql<MailBacklog[]>`
    select
      (select count(*)::int from mails where state = 'waiting') as waiting,
      (select min(created_at) from mails where state = 'waiting') as "oldestAt",
      (select max(settled_at) from mails where state = 'sent') as "lastSentAt",
      (
        select count(*)::int
        from mails
        where state = 'given-up' and settled_at >= ${since}
      ) as "givenUp",
      (
        select last_error
        from mails
        where state = 'given-up' and settled_at >= ${since}
        order by settled_at desc
        limit 1
      ) as "lastError"`
  return backlog ?? { waiting: 0, oldestAt: null, lastSentAt: null, givenUp: 0, lastError: null }
}
