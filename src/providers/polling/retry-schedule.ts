import type { Config } from '../../config.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/**
 * While the process that called a provider may still wait for its response, no other process
 * queries the call. Longer than the time limit of a response (docs/design/rules.md#d4), ms.
 */
export const ownerLeaseMs = 30 * second

/**
 * The time limit of a call to a provider, within that of a response (docs/design/rules.md#d4), ms.
 */
export const callMsOf = ({ config }: { readonly config: Config }): number =>
  Math.min(config.limits.acquirerCallMs, 18 * second)

const firstWaitsMs = [2, 5, 15, 30, 60, 120, 300, 900, 1800].map((seconds) => seconds * second)

/** The wait between queries while a person has the case, ms. */
export const waitWithCaseMs = 6 * hour

/**
 * The wait before the next query, in ms (docs/design/rules.md#u5). Undefined after seven days: a
 * person decides.
 */
export function nextQueryWaitMs(queries: number, ageMs: number): number | undefined {
  const first = firstWaitsMs[queries]
  if (first !== undefined) return first
  if (ageMs < 24 * hour) return hour
  return ageMs < 7 * 24 * hour ? 6 * hour : undefined
}

/** The ages at which the first queries are due if each wait begins with the query before, ms. */
const firstAgesMs = firstWaitsMs.map((_, index) =>
  firstWaitsMs.slice(0, index + 1).reduce((sum, waitMs) => sum + waitMs, 0),
)

/** The same wait for what does not count its queries, by its age alone, ms. */
export const queryWaitAtAge = (ageMs: number): number | undefined =>
  nextQueryWaitMs(firstAgesMs.filter((eachMs) => eachMs <= ageMs).length, ageMs)

/** After this time without an outcome a warning is logged (docs/design/rules.md#u5), ms. */
export const alarmAfterMs = 15 * minute
