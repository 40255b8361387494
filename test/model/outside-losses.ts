/** Calls about money that goes, as their ports name them. What was asked for is done: only the answer does not come. */
export const losable = ['pix.refund', 'pix.findRefund', 'payout.send', 'payout.find', 'card.findByReference'] as const
export type Losable = (typeof losable)[number]

/** Answers that do not come. */
export interface Losses {
  /** The next answer to such a call is lost. */
  next(operation: Losable): void
  /** Whether this answer is. */
  isLost(operation: Losable): boolean
  /** All that are asked for from now on come. */
  end(): void
  /** How many were lost so far. */
  count(): number
}

export function openLosses(): Losses {
  const waiting = new Set<Losable>()
  let lost = 0
  return {
    next: (operation) => void waiting.add(operation),
    isLost(operation) {
      const isLost = waiting.delete(operation)
      if (isLost) lost += 1
      return isLost
    },
    end: () => waiting.clear(),
    count: () => lost,
  }
}

export const lostAnswer = { kind: 'unknown', cause: new Error('the answer is lost') } as const
