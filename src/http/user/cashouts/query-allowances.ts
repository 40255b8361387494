import type { QueryAllowance } from '../../../cashout/query-bank.ts'
import type { Rate } from '../../../config.ts'
import type { OwnerQueries } from '../../../providers/ports/payout.ts'
import type { RequestContext } from '../../request/endpoint.ts'

type Limiter = RequestContext['limiter']

/** Queries of the owners of keys within a day. One account has at most half of a provider's. */
export function ownerAllowance(
  limiter: Limiter,
  {
    accountId,
    providerId,
    queries: { perDay },
  }: {
    readonly accountId: string
    readonly providerId: string
    readonly queries: Pick<OwnerQueries, 'perDay'>
  },
): QueryAllowance {
  return allowanceOf(limiter, [
    { bucket: `owner of a key ${providerId}`, rate: daily(perDay) },
    { bucket: `owner of a key ${providerId} ${accountId}`, rate: daily(Math.ceil(perDay / 2)) },
  ])
}

/** Readings of dynamic codes: half of what a bank brings back to us (docs/decisions/cashout.md). */
export const codeAllowance = (limiter: Limiter, accountId: string): QueryAllowance =>
  allowanceOf(limiter, [
    { bucket: `readings of codes ${accountId}`, rate: { perSecond: 10 / 60, burst: 100 } },
  ])

const allowanceOf = (
  limiter: Limiter,
  buckets: Parameters<Limiter['takeExactly']>[0],
): QueryAllowance => ({
  take: () => limiter.takeExactly(buckets),
  putBack: () => limiter.putBack(buckets),
})

const daily = (count: number): Rate => ({ perSecond: count / 86_400, burst: count })
