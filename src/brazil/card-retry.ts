import { dayMs, hourMs } from '../primitives/durations.ts'

/**
 * Whether and when a refused card may be charged again without its holder. `after-update`: not
 * before there is new card data.
 */
export type CardRetry = { kind: 'never' } | { kind: 'after-update' } | { kind: 'from'; at: Date }

export type RefusedTry = {
  brand: string | undefined
  /** The brand's code, without leading zeros. */
  code: string
  /** From `abecsRefusal`. */
  retryable: boolean
  /** Mastercard's merchant advice code, when the acquirer passes it on. */
  adviceCode?: string
  refusedAt: Date
  /** When this card was attempted at this merchant, with this attempt, in any order. */
  triedAt: readonly Date[]
}

/**
 * The first instant at which the brands' retry programmes allow another attempt. Brands charge for
 * more.
 */
export function cardRetry({
  brand,
  code,
  retryable,
  adviceCode,
  refusedAt,
  triedAt,
}: RefusedTry): CardRetry {
  const advice = brand === 'MASTERCARD' && adviceCode ? adviceFor(adviceCode) : undefined
  if (advice === 'never') return { kind: 'never' }
  if (advice === 'after-update') return { kind: 'after-update' }
  // These three say nothing by themselves: the advice decides.
  const isAdvised = advice !== undefined && ['79', '82', '83'].includes(code)
  if (!retryable && !isAdvised) return { kind: 'never' }

  const limits = tryLimits[brand ?? ''] ?? []
  const waits = limits.map(({ tries, withinMs }) => {
    const latestFirst = triedAt.map((at) => at.getTime()).toSorted((a, b) => b - a)
    const oldestCounted = latestFirst[tries - 1]
    return oldestCounted === undefined ? 0 : oldestCounted + withinMs
  })
  return { kind: 'from', at: new Date(Math.max(refusedAt.getTime() + (advice ?? 0), ...waits)) }
}

/** The attempts that a card and merchant may make in any period of that length. */
const tryLimits: Readonly<Record<string, readonly { tries: number; withinMs: number }[]>> = {
  VISA: [{ tries: 15, withinMs: 30 * dayMs }],
  MASTERCARD: [
    { tries: 7, withinMs: dayMs },
    { tries: 35, withinMs: 30 * dayMs },
  ],
  // "Per month": 31 days keep it in the longest one.
  ELO: [{ tries: 15, withinMs: 31 * dayMs }],
}

/** A wait in ms, or a definite answer. */
function adviceFor(adviceCode: string): number | 'never' | 'after-update' | undefined {
  return advices[adviceCode.padStart(2, '0')]
}

const advices: Readonly<Record<string, number | 'never' | 'after-update'>> = {
  '01': 'after-update',
  '02': 72 * hourMs,
  '03': 'never',
  '21': 'never',
  '40': 'never',
  '41': 'never',
  '24': hourMs,
  '25': dayMs,
  '26': 2 * dayMs,
  '27': 4 * dayMs,
  '28': 6 * dayMs,
  '29': 8 * dayMs,
  '30': 10 * dayMs,
}
