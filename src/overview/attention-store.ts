import type { DisputeKind } from '../../contract/dispute.ts'
import type { Sql } from '../db/pool.ts'
import { needsAnswer } from '../disputes/dispute-store.ts'

/*
 * What needs a person. Each list is read from an index up to a limit, so its cost does not grow
 * with the account.
 */

export interface WaitingDispute {
  readonly id: string
  readonly transactionId: string
  readonly kind: DisputeKind
  readonly amount: number
  readonly answerBy: Date | null
}

/** The disputes that wait for an answer and take it, the earliest deadline first. */
export const waitingDisputes = (sql: Sql, accountId: string, now: Date, limit: number) => sql<
  WaitingDispute[]
>`
  select id, transaction_id as "transactionId", kind, amount, answer_by as "answerBy"
  from disputes
  where account_id = ${accountId} and ${needsAnswer(sql, now)}
  order by answer_by, id
  limit ${limit}`

export interface FailingEndpoint {
  readonly endpoint: string
  readonly since: Date
}

/** Addresses at which every webhook fails, or that returned 410. */
export const failingEndpoints = (sql: Sql, accountId: string, limit: number) => sql<
  FailingEndpoint[]
>`
  select endpoint, min(since) as since
  from (
    select endpoint, since from failing_webhook_addresses where account_id = ${accountId}
    union all
    select origin, updated_at from webhook_endpoints
    where account_id = ${accountId} and status = 'paused' and paused_reason = 'gone'
  ) as failing
  group by endpoint
  order by endpoint
  limit ${limit}`

export interface ReturnedCashout {
  readonly id: string
  readonly amount: number
  readonly createdAt: Date
}

/** Cashouts asked for since then whose money came back. */
export const returnedCashouts = (sql: Sql, accountId: string, since: Date, limit: number) => sql<
  ReturnedCashout[]
>`
  select id, amount, created_at as "createdAt"
  from cashouts
  where account_id = ${accountId} and status = 'REFUNDED' and created_at >= ${since}
  order by created_at desc, id desc
  limit ${limit}`

export interface FailingDomain {
  readonly id: string
  readonly hostname: string
  readonly status: string
}

/** Domains whose last check found a fault. An account has few domains. */
export const failingDomains = (sql: Sql, accountId: string, limit: number) => sql<FailingDomain[]>`
  select d.id, d.hostname, d.status
  from domains d
  where d.account_id = ${accountId} and exists (
    select from domain_registrations r
    where r.account_id = d.account_id and r.domain_id = d.id and r.last_error is not null)
  order by d.hostname
  limit ${limit}`

export interface EndingKey {
  readonly id: string
  readonly name: string
  readonly endsAt: Date
}

/** Keys that are valid now and end before an instant, both by the database's clock. */
export const endingKeys = (sql: Sql, accountId: string, days: number, limit: number) => sql<
  EndingKey[]
>`
  select id, name, least(expires_at, valid_until) as "endsAt"
  from api_keys
  where account_id = ${accountId} and revoked_at is null
    and least(expires_at, valid_until) > now()
    and least(expires_at, valid_until) < now() + ${days} * interval '1 day'
  order by 3, id
  limit ${limit}`
