import { Rejection } from '../primitives/rejection.ts'
import { payoutQueryMs } from '../providers/polling/timeouts.ts'
import type { CodeFinding, OwnerFinding } from '../providers/ports/payout.ts'

/** The queries that one account may make, so that it cannot use up those of the others. */
export interface QueryAllowance {
  /** Takes one. 0: taken. Otherwise the whole seconds to wait. */
  take(): Promise<number>
  putBack(): Promise<void>
}

/** Queries a bank. A query that it denied uses up nothing. Throws `rate-limited`. */
export async function queryBank<Finding extends CodeFinding | OwnerFinding>(
  allowance: QueryAllowance,
  query: (signal: AbortSignal) => Promise<Finding>,
): Promise<Finding> {
  const waitSeconds = await allowance.take()
  if (waitSeconds > 0) throw new Rejection('rate-limited', { retryAfterSeconds: waitSeconds })
  const finding = await query(AbortSignal.timeout(payoutQueryMs))
  if (finding.kind === 'limited' || finding.kind === 'not-permitted') await allowance.putBack()
  return finding
}

/** Throws `rate-limited`, `provider-unavailable`. */
export function assertAnswered<Finding extends CodeFinding | OwnerFinding>(
  finding: Finding,
): asserts finding is Exclude<Finding, { kind: 'limited' | 'unknown' }> {
  if (finding.kind === 'limited')
    throw new Rejection('rate-limited', { retryAfterSeconds: finding.retryAfterSeconds })
  if (finding.kind === 'unknown')
    throw new Rejection('provider-unavailable', { retryAfterSeconds: 5 }, { cause: finding.cause })
}
