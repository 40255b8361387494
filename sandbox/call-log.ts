/**
 * One request to a provider and its response. Card data is masked before it is stored here. Amount
 * in cents.
 */
export interface Call {
  readonly n: number
  readonly at: string
  readonly provider: string
  readonly operation: string
  readonly reference: string | null
  readonly amount: number | null
  /**
   * What happened at the provider, for example `approved`, `refused`, `not-found`, `created`,
   * `fault:timeout-after`, `fault:slow-body refused:id_envio_duplicado`.
   */
  readonly outcome: string
}

export interface CallLog {
  record(call: Omit<Call, 'n' | 'at'>): void
  /** Calls with a number above `n`, oldest first. */
  after(n: number, limit?: number): readonly Call[]
}

/** Keeps the newest `capacity` calls in memory. A number is never reused while the sandbox runs. */
export function callLog(now: () => Date, capacity = 200_000): CallLog {
  let calls: Call[] = []
  let last = 0
  return {
    record(call) {
      last += 1
      calls.push({ n: last, at: now().toISOString(), ...call })
      if (calls.length > capacity * 2) calls = calls.slice(-capacity)
    },
    after(n, limit = 10_000) {
      const first = calls[0]?.n ?? 1
      return calls.slice(Math.max(0, n + 1 - first), Math.max(0, n + 1 - first) + limit)
    },
  }
}
