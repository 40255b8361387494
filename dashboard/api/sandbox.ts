import { queryOptions } from '@tanstack/react-query'
import { ApiError, SandboxAway } from './api-error.ts'
import type { Method } from './client.ts'
import { followSandbox } from './clock.ts'

/** A charge as the payer's bank shows it. */
export interface Bill {
  readonly method: 'PIX' | 'BOLETO'
  readonly receiver: { readonly name: string }
  readonly amount: number
  readonly payableUntil: string
  readonly state: 'payable' | 'paid' | 'expired' | 'removed'
}

export interface SandboxPayment {
  readonly endToEndId?: string
  readonly bankReference?: string
  readonly amount: number
}

interface SandboxClock {
  readonly now: string
  readonly offsetMs: number
}

export interface MovedClock extends SandboxClock {
  readonly done: boolean
  readonly reason?: 'no-worker' | 'worker-lost' | 'not-finished'
}

/** A request that a simulated provider received, and its outcome. */
export interface ProviderCall {
  readonly n: number
  readonly at: string
  readonly provider: string
  readonly operation: string
  readonly reference: string | null
  readonly amount: number | null
  readonly outcome: string
}

export interface WaitingFault {
  readonly provider: string
  readonly operation: string
  readonly fault: string
  readonly times: number
}

export interface Faults {
  readonly waiting: readonly WaitingFault[]
  readonly providers: readonly {
    readonly name: string
    readonly operations: readonly string[]
    /** Left out: all. */
    readonly faults?: readonly string[]
  }[]
  readonly faults: readonly string[]
  readonly callbackFaults: readonly string[]
  readonly settlementFaults: readonly string[]
}

export interface SandboxClaim {
  readonly caseId: string
  readonly amount: number
  readonly state: 'needs-response' | 'under-review' | 'won' | 'lost'
}

/**
 * Calls a control route of the sandbox. It carries no login.
 * @throws ApiError the refusal of the sandbox
 * @throws SandboxAway no answer
 */
export async function callSandbox<Result>(
  sandboxUrl: string,
  method: Method,
  path: string,
  { body, signal }: { readonly body?: unknown; readonly signal?: AbortSignal } = {},
): Promise<Result> {
  const response = await fetch(`${sandboxUrl}${path}`, {
    method,
    credentials: 'omit',
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    signal: signal ?? null,
  }).catch((cause) => {
    throw signal?.aborted ? cause : new SandboxAway(cause)
  })
  const text = await response.text()
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as Result
  const { error } = JSON.parse(text) as { readonly error: ApiErrorFields }
  throw new ApiError(response.status, error, error.message, null)
}

/** The clock of the sandbox, which every page follows. */
export const sandboxClockQuery = (sandboxUrl: string) =>
  queryOptions({
    queryKey: ['sandbox', 'clock'],
    async queryFn({ signal }) {
      const clock = await callSandbox<SandboxClock>(sandboxUrl, 'GET', '/clock', { signal })
      followSandbox(clock.offsetMs)
      return clock
    },
  })

interface ApiErrorFields {
  readonly code: string
  readonly message: string
}
