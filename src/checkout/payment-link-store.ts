import type { PaymentLinkStatus } from '../../contract/payment-link.ts'
import type { TimedSql } from '../db/business-time.ts'
import { columnar } from '../db/columnar.ts'
import { newestFirst } from '../db/newest-first-store.ts'
import { ofAccounts } from '../db/of-accounts.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import { rowsByIds } from '../db/rows-by-ids.ts'
import { workQueue } from '../db/work-queue-store.ts'
import type { RowWriter } from '../journal/change.ts'
import { lostById } from '../journal/lost-rows.ts'
import { cents } from '../primitives/money.ts'
import { plainText } from '../primitives/plain-text.ts'
import type { LinkUses } from '../transactions/link-use.ts'
import type { LinkOffer, PaymentLink } from './payment-link.ts'

/** A link and how often it was used. */
export interface UsedLink {
  readonly link: PaymentLink
  readonly uses: LinkUses
}

/** A new link. Loses when its id or its address is taken. */
export const newLinksWriter: RowWriter<PaymentLink> = {
  name: 'payment-links-new',
  async write(tx, rows) {
    const { columns, arrays } = columnar(rows, {
      ...columnTypes,
      slug: 'text',
      created_at: 'timestamptz',
    })
    const [written] = await Promise.all([
      tx<{ id: string }[]>`
        insert into payment_links (${columns})
        select * from unnest(${arrays})
        on conflict do nothing
        returning id`,
      tx`
        insert into payment_link_uses (account_id, link_id)
        select account_id, id from unnest(${arrays}) as n (${columns})
        on conflict do nothing`,
      tx`
        insert into checkout_addresses (address, account_id, link_id)
        select slug, account_id, id from unnest(${arrays}) as n (${columns})`,
    ])
    return lostById(rows, written)
  },
}

/** The next version of a link. Loses unless the stored version is the previous one. */
export const linksWriter: RowWriter<PaymentLink> = {
  name: 'payment-links',
  async write(tx, rows) {
    const { columns, arrays } = columnar(rows, columnTypes)
    const written = await tx<{ id: string }[]>`
      update payment_links l
      set version = n.version, status = n.status, title = n.title, search_title = n.search_title,
        max_uses = n.max_uses, facts = n.facts, updated_at = n.updated_at,
        expires_at = n.expires_at, completed_at = n.completed_at
      from unnest(${arrays}) as n (${columns})
      where l.account_id = n.account_id and l.id = n.id and l.version = n.version - 1
        ${ofAccounts(tx, 'l', rows)}
      returning l.id`
    return lostById(rows, written)
  },
}

const columnTypes = {
  account_id: 'uuid',
  id: 'uuid',
  version: 'int',
  status: 'text',
  title: 'text',
  search_title: ['text', ({ title }: PaymentLink) => plainText(title)],
  max_uses: 'int',
  facts: ['json', factsJson],
  updated_at: 'timestamptz',
  expires_at: 'timestamptz',
  completed_at: 'timestamptz',
} as const

export async function linkById(
  sql: Queryable,
  accountId: string,
  id: string,
): Promise<UsedLink | undefined> {
  const rows = await sql<Row[]>`
    select ${columnsOf(sql)} ${used(sql)}
    where l.account_id = ${accountId} and l.id = ${id}`
  return rows.map(usedLinkFrom)[0]
}

/** The link of a page's address, of any account. */
export async function linkBySlug(sql: Sql, slug: string): Promise<UsedLink | undefined> {
  const [found] = await sql<{ accountId: string; linkId: string }[]>`
    select account_id as "accountId", link_id as "linkId" from checkout_addresses
    where address = ${slug} and link_id is not null`
  return found && linkById(sql, found.accountId, found.linkId)
}

export interface LinkFilter {
  readonly status?: PaymentLinkStatus
  /** A part of the title. */
  readonly search?: string
}

/** A position in the list. */
export interface LinkCursor {
  readonly createdAt: Date
  readonly id: string
}

/**
 * One page of links, the newest first. A search looks at 1,000 links of the list at most, so that
 * it costs the same in an account of any size. Its page may therefore be short, with a place from
 * which the search goes on.
 */
export async function linkPage(
  sql: Sql,
  accountId: string,
  { search, ...filter }: LinkFilter,
  { limit, after }: { readonly limit: number; readonly after?: LinkCursor },
): Promise<{ readonly rows: readonly UsedLink[]; readonly end?: LinkCursor }> {
  const read = search === undefined ? limit : looksAt
  const text = plainText(search ?? '') // Every title has the empty text.
  const places = await linkList.places(sql, accountId, filter, {
    limit: read,
    ...(after && { after }),
  })
  const ids = places.map(({ id }) => id)
  const rows = await sql<Row[]>`
    select ${columnsOf(sql)}
    from ${rowsByIds(sql, 'payment_links', { as: 'l', accountId, ids })}
    join payment_link_uses u on u.account_id = l.account_id and u.link_id = l.id
    where position(${text} in l.search_title) > 0
    order by l.created_at desc, l.id desc
    limit ${limit}`
  const end = places.at(-1)
  const goesOn = rows.length < limit && places.length === read && end
  return { rows: rows.map(usedLinkFrom), ...(goesOn && { end }) }
}

const looksAt = 1_000

const linkList = newestFirst<Omit<LinkFilter, 'search'>, LinkCursor, LinkCursor, LinkCursor>({
  table: 'payment_links',
  as: 'l',
  sortedBy: 'created_at',
  instantOf: ({ createdAt }) => createdAt,
  ranges: (sql, { status }) => [status ? sql`and status = ${status}` : sql``],
  columns: (sql) => sql`created_at as "createdAt", id`,
  itemFrom: (row) => row,
})

/** Links with a payment or another limit since the last look. */
export const linkQueue = workQueue<LinkCheck, LinkCheck>({
  table: 'payment_link_uses',
  as: 'u',
  due: 'check_at',
  key: ['link_id'],
  columns: (sql) => sql`u.account_id as "accountId", u.link_id as "linkId", u.paid`,
  itemFrom: (row) => row,
})

/**
 * The link was looked at with this number of payments. A later payment, and a limit that ended the
 * lease, keep it due.
 */
export async function endLinkCheck(
  { sql, clock }: TimedSql,
  { accountId, linkId, paid }: LinkCheck,
): Promise<void> {
  await sql`
    update payment_link_uses set check_at = null
    where account_id = ${accountId} and link_id = ${linkId} and paid = ${paid}
      and check_at > ${clock.now()}`
}

/** A link and the number of its payments at the look. */
export interface LinkCheck {
  readonly accountId: string
  readonly linkId: string
  readonly paid: number
}

interface Row extends Omit<LinkUses, 'paidAmount'> {
  readonly accountId: string
  readonly id: string
  readonly version: number
  readonly slug: string
  readonly status: PaymentLinkStatus
  readonly title: string
  readonly maxUses: number | null
  readonly facts: Facts
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly expiresAt: Date | null
  readonly completedAt: Date | null
  readonly paidAmount: number
}

type Facts = Omit<LinkOffer, 'title' | 'maxUses' | 'expiresAt'>

const used = (sql: Queryable) => sql`
  from payment_links l join payment_link_uses u on u.account_id = l.account_id and u.link_id = l.id`

const columnsOf = (sql: Queryable) => sql`
  l.account_id as "accountId", l.id, l.version, l.slug, l.status, l.title,
  l.max_uses as "maxUses", l.facts, l.created_at as "createdAt", l.updated_at as "updatedAt",
  l.expires_at as "expiresAt", l.completed_at as "completedAt", u.taken, u.paid,
  u.paid_amount as "paidAmount"`

function usedLinkFrom({ facts, taken, paid, paidAmount, ...row }: Row): UsedLink {
  const { maxUses, expiresAt, completedAt, ...link } = row
  return {
    link: {
      ...link,
      ...facts,
      ...(maxUses !== null && { maxUses }),
      ...(expiresAt && { expiresAt }),
      ...(completedAt && { completedAt }),
    },
    uses: { taken, paid, paidAmount: cents(paidAmount) },
  }
}

function factsJson({
  description,
  price,
  items,
  paymentMethods,
  maxInstallments,
  redirectUrl,
  postbackUrl,
  metadata,
}: PaymentLink): string {
  return JSON.stringify({
    description,
    price,
    items,
    paymentMethods,
    maxInstallments,
    redirectUrl,
    postbackUrl,
    metadata,
  } satisfies Partial<Record<keyof Facts, unknown>>)
}
