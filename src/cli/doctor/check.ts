import { monotonicMs } from '../../primitives/clock.ts'
import type { Sentence } from '../../primitives/config-error.ts'
import { withTimeout } from '../../primitives/with-timeout.ts'
import { type Finding, finding } from './finding.ts'

/** What a check saw. */
export interface Seen {
  readonly findings: readonly Finding[]
  /** The state that it found, such as versions and numbers. */
  readonly facts?: Sentence
}

/** A fact that reads the same in both languages. */
export const sameText = (fact: string | number): Sentence => ({
  pt: String(fact),
  en: String(fact),
})

export interface Check {
  readonly name: Sentence
  /** `signal` fires at the end of the time limit. */
  run(signal: AbortSignal): Promise<Seen>
}

export interface CheckReport extends Seen {
  readonly name: Check['name']
  readonly ms: number
}

/** One check, within its time limit. A check that fails or takes too long is a finding itself. */
export async function runCheck({ name, run }: Check, limitMs = checkMs): Promise<CheckReport> {
  const startedMs = monotonicMs()
  const over = new AbortController()
  const unfinished = (reason: Sentence): Seen => ({
    findings: [finding('check-unfinished', { check: name, reason })],
  })
  const seen = run(over.signal).catch((cause: unknown) =>
    unfinished(sameText(cause instanceof Error ? cause.message : String(cause))),
  )
  const found = (await withTimeout(seen, limitMs)) ?? unfinished(overdue(limitMs / 1_000))
  over.abort()
  return { name, ...found, ms: Math.round(monotonicMs() - startedMs) }
}

const overdue = (seconds: number): Sentence => ({
  pt: `não terminou em ${seconds} s`,
  en: `it did not end within ${seconds} s`,
})

/** The time limit of one check, ms. */
const checkMs = 15_000
