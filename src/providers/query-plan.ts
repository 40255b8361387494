import type { App } from '../app.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** While whoever called a provider may still be alive nobody else asks what became of it, ms: longer than the API takes to answer (D4). */
export const ownerLeaseMs = 30 * second

/** A provider's patience, within what an answer of ours may take (reliability D4), ms. */
export const callMsOf = ({ config }: Pick<App, 'config'>): number => Math.min(config.limits.acquirerCallMs, 18 * second)

const firstWaitsMs = [2, 5, 15, 30, 60, 120, 300, 900, 1800].map((seconds) => seconds * second)

/** How long to wait before the next question, in ms; undefined after seven days: a person takes over (reliability U5). */
export function nextQueryWaitMs(queries: number, ageMs: number): number | undefined {
  const first = firstWaitsMs[queries]
  if (first !== undefined) return first
  if (ageMs < 24 * hour) return hour
  return ageMs < 7 * 24 * hour ? 6 * hour : undefined
}

/** Unanswered for this long is worth waking somebody (reliability U5), ms. */
export const alarmAfterMs = 15 * minute
