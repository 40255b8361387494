import { columnar } from '../db/columnar.ts'
import { ofAccounts } from '../db/of-accounts.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import type { RowWriter } from '../journal/change.ts'
import { lostById } from '../journal/lost-rows.ts'
import type { DomainFinding } from '../providers/ports/wallet.ts'
import type { Domain, RegisteredDomain, Registration } from './domain.ts'

/** The highest number of hostnames that the wallet maker registers for one merchant. */
export const maxDomains = 99

/** A new domain. Loses when the account has the hostname already, or has no place for it. */
export const newDomainsWriter: RowWriter<RegisteredDomain> = {
  name: 'domains-new',
  async write(tx, rows) {
    const { columns, arrays } = columnar(await withPlace(tx, rows), {
      account_id: 'uuid',
      id: 'uuid',
      hostname: 'text',
      status: 'text',
      version: 'int',
      verified_at: 'timestamptz',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    })
    const [written] = await Promise.all([
      tx<{ id: string }[]>`
        insert into domains (${columns})
        select * from unnest(${arrays})
        on conflict do nothing
        returning id`,
      upsertRegistrations(tx, rows),
    ])
    return lostById(rows, written)
  },
}

/** The new domains for which their accounts have a place. No other commit takes it meanwhile. */
async function withPlace(
  tx: Queryable,
  rows: readonly RegisteredDomain[],
): Promise<readonly RegisteredDomain[]> {
  const accounts = [...new Set(rows.map(({ accountId }) => accountId))]
  await tx`
    select pg_advisory_xact_lock(hashtextextended('domains ' || id, 0))
    from (select id from unnest(${accounts}::uuid[]) as id order by id) as ordered`
  const counts = await tx<{ accountId: string; count: number }[]>`
    select account_id as "accountId", count(*)
    from domains
    where account_id = any(${accounts}::uuid[])
    group by account_id`
  const taken = new Map(counts.map(({ accountId, count }) => [accountId, count]))
  return rows.filter(({ accountId }) => {
    const before = taken.get(accountId) ?? 0
    taken.set(accountId, before + 1)
    return before < maxDomains
  })
}

/** The next version of a domain. Loses unless the stored version is the one before. */
export const domainsWriter: RowWriter<RegisteredDomain> = {
  name: 'domains',
  async write(tx, rows) {
    const { columns, arrays } = columnar(rows, {
      account_id: 'uuid',
      id: 'uuid',
      version: 'int',
      status: 'text',
      verified_at: 'timestamptz',
      updated_at: 'timestamptz',
    })
    const registered = columnar(
      rows.filter(({ registration }) => registration.state === 'registered'),
      {
        account_id: 'uuid',
        domain_id: ['uuid', (row) => row.id],
        hostname: 'text',
        provider_id: ['uuid', (row) => row.registration.providerId],
        digest: ['text', (row) => row.registration.contentDigest],
      },
    )
    const [written] = await Promise.all([
      tx<{ id: string }[]>`
        update domains d
        set version = n.version, status = n.status, verified_at = n.verified_at,
          updated_at = n.updated_at
        from unnest(${arrays}) as n (${columns})
        where d.account_id = n.account_id and d.id = n.id and d.version = n.version - 1
          ${ofAccounts(tx, 'd', rows)}
        returning d.id`,
      upsertRegistrations(tx, rows),
      // One path holds one file: the file of another acquirer is not there any more.
      tx`
        update domain_registrations r set state = 'unregistered', check_at = null
        from unnest(${registered.arrays}) as n (${registered.columns})
        where r.account_id = n.account_id ${ofAccounts(tx, 'r', rows)}
          and r.domain_id = n.domain_id
          and r.provider_id <> n.provider_id
          and r.state = 'registered' and encode(r.content_digest, 'hex') is distinct from n.digest`,
      // It is registered again before it was removed at the acquirer: it stays.
      tx`
        delete from domain_removals m
        using unnest(${registered.arrays}) as n (${registered.columns})
        where m.account_id = n.account_id ${ofAccounts(tx, 'm', rows)}
          and m.hostname = n.hostname
          and m.provider_id = n.provider_id`,
    ])
    return lostById(rows, written)
  },
}

/**
 * Only beside a domain that was written by the same commit: a domain that lost takes its
 * registration along.
 */
function upsertRegistrations(tx: Queryable, rows: readonly RegisteredDomain[]) {
  const all = rows.map(({ registration, ...domain }) => ({ ...registration, domain }))
  const of = columnar(all, {
    account_id: ['uuid', (row) => row.domain.accountId],
    domain_id: ['uuid', (row) => row.domain.id],
    provider_id: 'uuid',
    state: 'text',
    content_digest: [
      'bytea',
      ({ contentDigest }) => contentDigest && Buffer.from(contentDigest, 'hex'),
    ],
    last_error: ['jsonb', ({ lastError }) => lastError && JSON.stringify(lastError)],
    last_checked_at: 'timestamptz',
    check_at: 'timestamptz',
    failures: 'int',
    retry_at: 'timestamptz',
    tries: 'int',
  })
  const written = columnar(all, { domain_version: ['int', (row) => row.domain.version] })
  return tx`
    insert into domain_registrations as r (${of.columns})
    select ${of.columns}
    from unnest(${of.arrays}, ${written.arrays}) as n (${of.columns}, ${written.columns})
    where exists (
      select from domains d
      where d.account_id = n.account_id and d.id = n.domain_id and d.version = n.domain_version
        ${ofAccounts(tx, 'd', rows)})
    on conflict (account_id, domain_id, provider_id) do update set state = excluded.state,
      content_digest = excluded.content_digest, last_error = excluded.last_error,
      last_checked_at = excluded.last_checked_at, check_at = excluded.check_at,
      failures = excluded.failures,
      retry_at = excluded.retry_at, tries = excluded.tries, lease_ends_at = null`
}

/**
 * Deletes a domain, and stores a removal for each acquirer that was requested to register it. Loses
 * unless the stored version is the previous one.
 */
export const removedDomainsWriter: RowWriter<Domain> = {
  name: 'domains-removed',
  async write(tx, rows) {
    const { columns, arrays } = columnar(rows, {
      account_id: 'uuid',
      id: 'uuid',
      version: 'int',
      updated_at: 'timestamptz',
    })
    const gone = await tx<Gone[]>`
      select d.account_id as "accountId", d.id, d.hostname, n.updated_at as "removedAt"
      from domains d
      join unnest(${arrays}) as n (${columns})
        on d.account_id = n.account_id and d.id = n.id and d.version = n.version - 1
          ${ofAccounts(tx, 'd', rows)}
      for update of d`
    const removed = columnar(gone, {
      account_id: 'uuid',
      id: 'uuid',
      hostname: 'text',
      removed_at: 'timestamptz',
    })
    // Not one statement with CTEs: Citus reads the rows of a locked CTE in another format than it
    // has written them.
    await Promise.all([
      tx`
        insert into domain_removals (account_id, domain_id, provider_id, hostname, due_at,
          removed_at)
        select r.account_id, r.domain_id, r.provider_id, n.hostname, n.removed_at, n.removed_at
        from domain_registrations r
        join unnest(${removed.arrays}) as n (${removed.columns})
          on r.account_id = n.account_id and r.domain_id = n.id
        where r.last_checked_at is not null ${ofAccounts(tx, 'r', rows)}`,
      tx`
        delete from domains d using unnest(${removed.arrays}) as n (${removed.columns})
        where d.account_id = n.account_id and d.id = n.id ${ofAccounts(tx, 'd', rows)}`,
    ])
    return lostById(rows, gone)
  },
}

interface Gone {
  readonly accountId: string
  readonly id: string
  readonly hostname: string
  readonly removedAt: Date
}

/**
 * Domains are read with the registration of one acquirer: the current acquirer of the account's
 * cards, if any.
 */
export type SeenBy = string | undefined

export async function domainById(
  sql: Sql,
  accountId: string,
  id: string,
  seenBy: SeenBy,
): Promise<Domain | undefined> {
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
    select ${columns(sql)} ${seen(sql, seenBy)}
    where d.account_id = ${accountId} and d.hostname = ${hostname}`
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
  const [row] = await sql<
    { count: number }[]
  >`select count(*) from domains where account_id = ${accountId}`
  return row?.count ?? 0
}

/** Whether a page of this host may read the account's responses. */
export async function isVerifiedHost(
  sql: Sql,
  accountId: string,
  hostname: string,
): Promise<boolean> {
  const rows = await sql`
    select from domains
    where account_id = ${accountId} and hostname = ${hostname} and status = 'VERIFIED'`
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
  r.last_checked_at as "lastCheckedAt", r.check_at as "checkAt", r.failures,
  r.retry_at as "retryAt", r.tries`

const seen = (db: Queryable, seenBy: SeenBy) => db`
  from domains d left join domain_registrations r
    on r.account_id = d.account_id
      and r.domain_id = d.id
      and r.provider_id = ${seenBy ?? null}::uuid`

function domainFrom(row: Row): Domain {
  const {
    providerId,
    state,
    contentDigest,
    lastError,
    lastCheckedAt,
    checkAt,
    failures,
    retryAt,
    tries,
  } = row
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
