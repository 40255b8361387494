/**
 * Calls about outgoing money, by the names of their ports. The provider executes the call, and its
 * response is lost.
 */
export const losable = [
  'pix.refund',
  'pix.findRefund',
  'payout.send',
  'payout.find',
  'card.findByReference',
] as const
export type Losable = (typeof losable)[number]

/** The responses that are lost. */
export interface Losses {
  /** The next responses to such calls are lost, `times` of them. */
  next(operation: Losable, times: number): void
  /** Whether the response to this call is lost. */
  isLost(operation: Losable): boolean
  /** No more responses are lost. */
  end(): void
  /** The number of lost responses. */
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

export const lostResponse = { kind: 'unknown', cause: new Error('the response is lost') } as const
