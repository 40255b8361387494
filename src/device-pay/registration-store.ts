import type { TimedSql } from '../db/business-time.ts'
import type { Sql } from '../db/pool.ts'
import { workQueue } from '../db/work-queue-store.ts'
import { dayMs } from '../primitives/durations.ts'
import type { Domain, RegisteredDomain } from './domain.ts'

/**
 * Bookkeeping of registrations: which process queries an acquirer now, and which work is due. It
 * does not change a domain, so the journal is not used.
 */

/**
 * Claims the registration of this domain with an acquirer and its file, for `leaseMs` by the
 * database's clock. Returns false if another process holds it, or has done it since the domain was
 * read.
 */
export async function takeLease(
  sql: Sql,
  domain: Domain,
  { providerId, digest }: { readonly providerId: string; readonly digest: string },
  leaseMs: number,
): Promise<boolean> {
  const leaseEndsAt = sql`now() + ${leaseMs} * interval '1 millisecond'`
  const added = await sql`
    insert into domain_registrations (account_id, domain_id, provider_id, state, lease_ends_at)
    select account_id, id, ${providerId}, 'unregistered', ${leaseEndsAt}
    from domains where account_id = ${domain.accountId} and id = ${domain.id}
    on conflict do nothing
    returning 1`
  if (added.length === 1) return true
  // Not what follows `on conflict`: Citus sends that to a shard without its values.
  const rows = await sql`
    update domain_registrations
    set lease_ends_at = ${leaseEndsAt}
    where account_id = ${domain.accountId} and domain_id = ${domain.id}
      and provider_id = ${providerId}
      and (lease_ends_at is null or lease_ends_at <= now())
      and (state <> 'registered' or encode(content_digest, 'hex') <> ${digest})
    returning 1`
  return rows.length === 1
}

/**
 * The acquirer did not respond. The next request is not before `retryAt`, and the lease is
 * released.
 */
export async function noteRetry(
  sql: Sql,
  domain: Domain,
  providerId: string,
  retryAt: Date,
): Promise<void> {
  await sql`
    update domain_registrations set retry_at = ${retryAt}, tries = tries + 1, lease_ends_at = null
    where account_id = ${domain.accountId}
      and domain_id = ${domain.id}
      and provider_id = ${providerId}`
}

/** A check that found no change. */
export async function recordGoodCheck(
  sql: Sql,
  { accountId, id, registration }: RegisteredDomain,
): Promise<void> {
  await sql`
    update domain_registrations
    set last_checked_at = ${registration.lastCheckedAt ?? null}, last_error = null,
      check_at = ${registration.checkAt ?? null}, failures = 0, retry_at = null, tries = 0,
      lease_ends_at = null
    where account_id = ${accountId}
      and domain_id = ${id}
      and provider_id = ${registration.providerId}`
}

/** When a worker has the file checked next. */
export async function scheduleCheck(
  sql: Sql,
  domain: Domain,
  providerId: string,
  checkAt: Date | null,
): Promise<void> {
  await sql`
    update domain_registrations set check_at = ${checkAt}
    where account_id = ${domain.accountId}
      and domain_id = ${domain.id}
      and provider_id = ${providerId}`
}

/**
 * Makes every verified domain of an account that has no task due for a check by a worker with this
 * acquirer.
 */
export async function scheduleRegistrations(
  { sql, clock }: TimedSql,
  accountId: string,
  providerId: string,
): Promise<void> {
  await sql`
    insert into domain_registrations as r (account_id, domain_id, provider_id, state, check_at)
    select d.account_id, d.id, ${providerId}, 'unregistered', ${clock.now()} from domains d
    where d.account_id = ${accountId} and d.status = 'VERIFIED' and not exists (
      select from domain_registrations k
      where k.account_id = d.account_id
        and k.domain_id = d.id
        and k.provider_id = ${providerId}
        and k.check_at is not null)
    on conflict (account_id, domain_id, provider_id) do update
    set check_at = excluded.check_at
    where r.check_at is null`
}

export interface DueCheck {
  readonly accountId: string
  readonly domainId: string
  readonly providerId: string
}

/** Files of domains that are checked. */
export const checkQueue = workQueue<DueCheck, DueCheck>({
  table: 'domain_registrations',
  as: 'r',
  due: 'check_at',
  key: ['domain_id', 'provider_id'],
  columns: (sql) =>
    sql`r.account_id as "accountId", r.domain_id as "domainId", r.provider_id as "providerId"`,
  itemFrom: (check) => check,
})

export interface DueRemoval extends DueCheck {
  readonly hostname: string
  readonly removedAt: Date
  /** The account has the hostname registered with this acquirer again. */
  readonly isBack: boolean
}

/** Hostnames that are removed at an acquirer. */
export const removalQueue = workQueue<DueRemoval, DueRemoval>({
  table: 'domain_removals',
  as: 'm',
  due: 'due_at',
  key: ['domain_id', 'provider_id'],
  columns: (sql) => sql`
    m.account_id as "accountId", m.domain_id as "domainId", m.provider_id as "providerId",
    m.hostname, m.removed_at as "removedAt",
    exists (
      select from domains d
      join domain_registrations r on r.account_id = d.account_id and r.domain_id = d.id
      where d.account_id = m.account_id
        and d.hostname = m.hostname
        and r.provider_id = m.provider_id
        and r.state = 'registered') as "isBack"`,
  itemFrom: (removal) => removal,
  stuck: {
    isStuck: (sql, now) => sql`removed_at <= ${new Date(now.getTime() - dayMs)}`,
    columns: (sql) => sql`
      removed_at as since, provider_id as "providerId", hostname as reference`,
  },
})

export async function forgetRemoval(
  sql: Sql,
  { accountId, domainId, providerId }: DueCheck,
): Promise<void> {
  await sql`
    delete from domain_removals
    where account_id = ${accountId} and domain_id = ${domainId} and provider_id = ${providerId}`
}

export async function postponeRemoval(sql: Sql, removal: DueCheck, dueAt: Date): Promise<void> {
  await sql`
    update domain_removals set due_at = ${dueAt}
    where account_id = ${removal.accountId}
      and domain_id = ${removal.domainId}
      and provider_id = ${removal.providerId}`
}
