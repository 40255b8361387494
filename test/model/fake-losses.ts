/**
 * Calls about money that goes, as their ports name them. What was asked for is done: only the
 * answer does not come.
 */
export const losable = [
  'pix.refund',
  'pix.findRefund',
  'payout.send',
  'payout.find',
  'card.findByReference',
] as const
export type Losable = (typeof losable)[number]

/** Answers that do not come. */
export interface Losses {
  /** So many answers to such calls are lost from now on. */
  next(operation: Losable, times: number): void
  /** Whether this answer is. */
  isLost(operation: Losable): boolean
  /** All that are asked for from now on come. */
  end(): void
  /** How many were lost so far. */
  count(): number
}

export function openLosses(): Losses {
  const waiting = new Map<Losable, number>()
  let lost = 0
  return {
    next: (operation, times) => void waiting.set(operation, times),
    isLost(operation) {
      const left = waiting.get(operation) ?? 0
      if (left === 0) return false
      waiting.set(operation, left - 1)
      lost += 1
      return true
    },
    end: () => waiting.clear(),
    count: () => lost,
  }
}

export const lostAnswer = { kind: 'unknown', cause: new Error('the answer is lost') } as const
