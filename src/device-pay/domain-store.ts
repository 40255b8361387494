import type { Queryable, Sql } from '../db/pool.ts'
import type { RowWriter } from '../journal/change.ts'
import { indexesMissing } from '../journal/event-store.ts'
import type { DomainFinding } from '../providers/ports/wallet.ts'
import type { Domain, RegisteredDomain, Registration } from './domain.ts'

/** A new domain. Loses when the account has the hostname already. */
export const newDomainsWriter: RowWriter<RegisteredDomain> = {
  name: 'domains-new',
  async write(tx, rows) {
    const [written] = await Promise.all([
      tx<{ id: string }[]>`
        insert into domains (account_id, id, hostname, status, version, verified_at, created_at, updated_at)
        select * from unnest(
          ${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => row.id)}::uuid[],
          ${rows.map((row) => row.hostname)}::text[], ${rows.map((row) => row.status)}::text[],
          ${rows.map((row) => row.version)}::int[], ${rows.map((row) => iso(row.verifiedAt))}::timestamptz[],
          ${rows.map((row) => row.createdAt.toISOString())}::timestamptz[], ${rows.map((row) => row.updatedAt.toISOString())}::timestamptz[])
        on conflict do nothing
        returning id`,
      upsertRegistrations(tx, rows),
    ])
    return indexesMissing(rows, new Set(written.map(({ id }) => id)), (row) => row.id)
  },
}

/** The next version of a domain. Loses unless the stored version is the one before. */
export const domainsWriter: RowWriter<RegisteredDomain> = {
  name: 'domains',
  async write(tx, rows) {
    const registered = rows.filter(({ registration }) => registration.state === 'registered')
    const [written] = await Promise.all([
      tx<{ id: string }[]>`
        update domains d set version = n.version, status = n.status, verified_at = n.verified_at, updated_at = n.updated_at
        from unnest(
          ${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => row.id)}::uuid[],
          ${rows.map((row) => row.version)}::int[], ${rows.map((row) => row.status)}::text[],
          ${rows.map((row) => iso(row.verifiedAt))}::timestamptz[], ${rows.map((row) => row.updatedAt.toISOString())}::timestamptz[])
          as n (account_id, id, version, status, verified_at, updated_at)
        where d.account_id = n.account_id and d.id = n.id and d.version = n.version - 1
        returning d.id`,
      upsertRegistrations(tx, rows),
      // One path holds one file: what another acquirer found there is not there any more.
      tx`
        update domain_registrations r set state = 'unregistered', check_at = null
        from unnest(
          ${registered.map((row) => row.accountId)}::uuid[], ${registered.map((row) => row.id)}::uuid[],
          ${registered.map((row) => row.registration.providerId)}::uuid[],
          ${registered.map((row) => row.registration.contentDigest ?? null)}::text[])
          as n (account_id, domain_id, provider_id, digest)
        where r.account_id = n.account_id and r.domain_id = n.domain_id and r.provider_id <> n.provider_id
          and r.state = 'registered' and encode(r.content_digest, 'hex') is distinct from n.digest`,
      // Registered again before it was taken off: it stays.
      tx`
        delete from domain_removals m
        using unnest(
          ${registered.map((row) => row.accountId)}::uuid[], ${registered.map((row) => row.hostname)}::text[],
          ${registered.map((row) => row.registration.providerId)}::uuid[]) as n (account_id, hostname, provider_id)
        where m.account_id = n.account_id and m.hostname = n.hostname and m.provider_id = n.provider_id`,
    ])
    return indexesMissing(rows, new Set(written.map(({ id }) => id)), (row) => row.id)
  },
}

/** Only beside a domain that was written just now: one that lost takes its registration along. */
function upsertRegistrations(tx: Queryable, rows: readonly RegisteredDomain[]) {
  const all = rows.map(({ registration }) => registration)
  return tx`
    insert into domain_registrations as r (account_id, domain_id, provider_id, state, content_digest, last_error,
      last_checked_at, check_at, failures, retry_at, tries)
    select n.account_id, n.domain_id, n.provider_id, n.state, decode(n.digest, 'hex'), n.last_error::jsonb,
      n.last_checked_at, n.check_at, n.failures, n.retry_at, n.tries
    from unnest(
      ${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => row.version)}::int[], ${all.map((row) => row.providerId)}::uuid[],
      ${all.map((row) => row.state)}::text[], ${all.map((row) => row.contentDigest ?? null)}::text[],
      ${all.map(({ lastError }) => (lastError ? JSON.stringify(lastError) : null))}::text[],
      ${all.map((row) => iso(row.lastCheckedAt))}::timestamptz[], ${all.map((row) => iso(row.checkAt))}::timestamptz[],
      ${all.map((row) => row.failures)}::int[], ${all.map((row) => iso(row.retryAt))}::timestamptz[],
      ${all.map((row) => row.tries)}::int[])
      as n (account_id, domain_id, version, provider_id, state, digest, last_error, last_checked_at, check_at, failures, retry_at, tries)
    join domains d on d.account_id = n.account_id and d.id = n.domain_id and d.version = n.version
    on conflict (account_id, domain_id, provider_id) do update set state = excluded.state,
      content_digest = excluded.content_digest, last_error = excluded.last_error,
      last_checked_at = excluded.last_checked_at, check_at = excluded.check_at, failures = excluded.failures,
      retry_at = excluded.retry_at, tries = excluded.tries, lease_ends_at = null`
}

/** Deletes a domain, and leaves a note for each acquirer that was asked about it. Loses unless the stored version is the one before. */
export const removedDomainsWriter: RowWriter<Domain> = {
  name: 'domains-removed',
  async write(tx, rows) {
    const written = await tx<{ id: string }[]>`
      with gone as (
        select d.account_id, d.id, d.hostname, n.at from domains d
        join unnest(
          ${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => row.id)}::uuid[],
          ${rows.map((row) => row.version)}::int[], ${rows.map((row) => row.updatedAt.toISOString())}::timestamptz[])
          as n (account_id, id, version, at) on d.account_id = n.account_id and d.id = n.id and d.version = n.version - 1
        for update of d
      ), known as (
        insert into domain_removals (account_id, domain_id, provider_id, hostname, due_at, removed_at)
        select r.account_id, r.domain_id, r.provider_id, gone.hostname, gone.at, gone.at from gone
        join domain_registrations r on r.account_id = gone.account_id and r.domain_id = gone.id
        where r.last_checked_at is not null
      )
      delete from domains d using gone where d.account_id = gone.account_id and d.id = gone.id
      returning d.id`
    return indexesMissing(rows, new Set(written.map(({ id }) => id)), (row) => row.id)
  },
}

/** Domains are read as one acquirer sees them: the one the account sells cards through today, if any. */
export type SeenBy = string | undefined

export async function domainById(sql: Sql, accountId: string, id: string, seenBy: SeenBy): Promise<Domain | undefined> {
  const rows = await sql<
    Row[]
  >`select ${columns(sql)} ${seen(sql, seenBy)} where d.account_id = ${accountId} and d.id = ${id}`
  return rows.map(domainFrom)[0]
}

export async function domainByHostname(
  sql: Sql,
  accountId: string,
  hostname: string,
  seenBy: SeenBy,
): Promise<Domain | undefined> {
  const rows = await sql<Row[]>`
    select ${columns(sql)} ${seen(sql, seenBy)} where d.account_id = ${accountId} and d.hostname = ${hostname}`
  return rows.map(domainFrom)[0]
}

/** Newest first, after a given one. */
export async function domainPage(
  sql: Sql,
  accountId: string,
  seenBy: SeenBy,
  { limit, after }: { readonly limit: number; readonly after?: string },
): Promise<Domain[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)} ${seen(sql, seenBy)}
    where d.account_id = ${accountId} ${after === undefined ? sql`` : sql`and d.id < ${after}`}
    order by d.id desc limit ${limit}`
  return rows.map(domainFrom)
}

export async function countDomains(sql: Sql, accountId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) from domains where account_id = ${accountId}`
  return row?.count ?? 0
}

/** Whether a page of this host may read answers meant for the account. */
export async function isVerifiedHost(sql: Sql, accountId: string, hostname: string): Promise<boolean> {
  const rows = await sql`
    select from domains where account_id = ${accountId} and hostname = ${hostname} and status = 'VERIFIED'`
  return rows.length > 0
}

interface Row {
  readonly accountId: string
  readonly id: string
  readonly hostname: string
  readonly status: Domain['status']
  readonly version: number
  readonly verifiedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly providerId: string | null
  readonly state: Registration['state']
  readonly contentDigest: string | null
  readonly lastError: DomainFinding | null
  readonly lastCheckedAt: Date | null
  readonly checkAt: Date | null
  readonly failures: number
  readonly retryAt: Date | null
  readonly tries: number
}

const columns = (db: Queryable) => db`
  d.account_id as "accountId", d.id, d.hostname, d.status, d.version, d.verified_at as "verifiedAt",
  d.created_at as "createdAt", d.updated_at as "updatedAt", r.provider_id as "providerId", r.state,
  encode(r.content_digest, 'hex') as "contentDigest", r.last_error as "lastError",
  r.last_checked_at as "lastCheckedAt", r.check_at as "checkAt", r.failures, r.retry_at as "retryAt", r.tries`

const seen = (db: Queryable, seenBy: SeenBy) => db`
  from domains d left join domain_registrations r
    on r.account_id = d.account_id and r.domain_id = d.id and r.provider_id = ${seenBy ?? null}::uuid`

function domainFrom(row: Row): Domain {
  const { providerId, state, contentDigest, lastError, lastCheckedAt, checkAt, failures, retryAt, tries } = row
  return {
    id: row.id,
    accountId: row.accountId,
    hostname: row.hostname,
    status: row.status,
    version: row.version,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    ...(row.verifiedAt && { verifiedAt: row.verifiedAt }),
    ...(providerId !== null && {
      registration: {
        providerId,
        state,
        failures,
        tries,
        ...(contentDigest !== null && { contentDigest }),
        ...(lastError && { lastError }),
        ...(lastCheckedAt && { lastCheckedAt }),
        ...(checkAt && { checkAt }),
        ...(retryAt && { retryAt }),
      },
    }),
  }
}

const iso = (at: Date | undefined): string | null => at?.toISOString() ?? null
