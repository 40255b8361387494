import { leaseEnd, type TimedSql } from '../db/business-time.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import type { DomainFinding } from '../providers/ports/wallet.ts'
import type { CheckoutDomain } from './checkout-domain.ts'

/**
 * The operator's own hostname at its acquirers: of no account, so these queries name none. It is
 * bookkeeping, and the journal is not used.
 */
export async function checkoutDomain(
  sql: Sql,
  providerId: string,
  hostname: string,
): Promise<CheckoutDomain | undefined> {
  const rows = await sql<Row[]>`
    select ${columns(sql)} from checkout_domains d
    where provider_id = ${providerId} and hostname = ${hostname}`
  return rows.map(domainFrom)[0]
}

export interface WantedCheck {
  readonly providerId: string
  /** The hash of the file that the acquirer requires now, hex. */
  readonly digest: string
}

/**
 * Leases the domains of a hostname that are due for a check, that are new, or whose acquirer
 * requires another file: such a one is no longer verified. Each is due again `leaseMs` later.
 */
export async function claimCheckoutDomains(
  { sql, clock }: TimedSql,
  hostname: string,
  wanted: readonly WantedCheck[],
  leaseMs: number,
): Promise<CheckoutDomain[]> {
  const ends = leaseEnd(sql, clock, leaseMs)
  const rows = await sql<Row[]>`
    with wanted as (
      select provider_id, decode(digest, 'hex') as digest from unnest(
        ${wanted.map(({ providerId }) => providerId)}::uuid[],
        ${wanted.map(({ digest }) => digest)}::text[]) as w (provider_id, digest)
    ), added as (
      insert into checkout_domains (provider_id, hostname, content_digest, check_at)
      select w.provider_id, ${hostname}, w.digest, ${ends} from wanted w
      where not exists (
        select from checkout_domains k
        where k.provider_id = w.provider_id and k.hostname = ${hostname})
      on conflict do nothing
      returning *
    ), due as (
      select d.provider_id, w.digest from checkout_domains d
      join wanted w on w.provider_id = d.provider_id
      where d.hostname = ${hostname}
        and (d.check_at <= ${clock.now()} or d.content_digest <> w.digest)
      for update of d skip locked
    ), leased as (
      update checkout_domains d
      set check_at = ${ends}, content_digest = due.digest,
        verified_at = case when d.content_digest = due.digest then d.verified_at end
      from due
      where d.provider_id = due.provider_id and d.hostname = ${hostname}
      returning d.*
    )
    select ${columns(sql)} from (select * from added union all select * from leased) as d`
  return rows.map(domainFrom)
}

/** Stores the result of a check, unless another file is required by now. */
export async function saveCheckoutDomain(sql: Sql, domain: CheckoutDomain): Promise<void> {
  const { contentDigest, verifiedAt, lastError, lastCheckedAt, failures, checkAt } = domain
  await sql`
    update checkout_domains
    set verified_at = ${verifiedAt ?? null},
      last_error = ${lastError ? JSON.stringify(lastError) : null}::jsonb,
      last_checked_at = ${lastCheckedAt ?? null}, failures = ${failures}, check_at = ${checkAt}
    where provider_id = ${domain.providerId} and hostname = ${domain.hostname}
      and content_digest = decode(${contentDigest}, 'hex')`
}

/** Has the file checked at the next turn of a worker. */
export async function checkCheckoutDomainSoon(
  { sql, clock }: TimedSql,
  providerId: string,
  hostname: string,
): Promise<void> {
  await sql`
    update checkout_domains set check_at = least(check_at, ${clock.now()})
    where provider_id = ${providerId} and hostname = ${hostname}`
}

interface Row {
  readonly providerId: string
  readonly hostname: string
  readonly contentDigest: string
  readonly verifiedAt: Date | null
  readonly lastError: DomainFinding | null
  readonly lastCheckedAt: Date | null
  readonly failures: number
  readonly checkAt: Date
}

const columns = (sql: Queryable) => sql`
  d.provider_id as "providerId", d.hostname, encode(d.content_digest, 'hex') as "contentDigest",
  d.verified_at as "verifiedAt", d.last_error as "lastError",
  d.last_checked_at as "lastCheckedAt", d.failures, d.check_at as "checkAt"`

function domainFrom({ verifiedAt, lastError, lastCheckedAt, ...row }: Row): CheckoutDomain {
  return {
    ...row,
    ...(verifiedAt && { verifiedAt }),
    ...(lastError && { lastError }),
    ...(lastCheckedAt && { lastCheckedAt }),
  }
}
