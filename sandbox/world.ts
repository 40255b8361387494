import type { DatabaseSync } from 'node:sqlite'
import type { CallLog } from './call-log.ts'
import type { FaultList } from './faults.ts'

/** What every simulated provider stands on. */
export interface World {
  /** Business time, shared with the gateway. */
  now(): Date
  /** The sandbox's own state: each simulator creates and owns tables named after it. */
  readonly db: DatabaseSync
  readonly calls: CallLog
  readonly faults: FaultList
  /** Where keys and certificates made at the first start are kept. */
  readonly home: string
}

/** One simulated provider: an HTTP server that keeps state and decides by published triggers. */
export interface Simulator {
  /** Name used in the call log and in `POST /faults`: `cielo`, `pix`, `boleto`. */
  readonly name: string
  readonly url: string
  /** Everything an operator would get in the provider's contract: keys, certificates, addresses. Written to sandbox.json. */
  readonly credentials: Record<string, unknown>
  /** Does what is due by business time (analysis results, callbacks, expiry). Answers how much was done. */
  runDue(): Promise<number>
  /** Pays `code` as the payer's bank would, if this provider issued it. `undefined`: not its code. Amount in cents. */
  pay?(code: string, amount: number | undefined): Promise<Payment | undefined>
  stop(): Promise<void>
}

export type Payment =
  | { readonly paid: true; readonly reference: string; readonly amount: number }
  | { readonly paid: false; readonly reason: string }
