import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import type { CallLog } from './call-log.ts'
import type { Fault, FaultList, SettlementFault } from './faults.ts'
import type { CodeBook } from './pix/code-book.ts'

/** What every simulated provider works with. */
export interface World {
  /** Business time, shared with the gateway. */
  now(): Date
  /** The sandbox's own state: each simulator creates and owns tables named after it. */
  readonly db: DatabaseSync
  readonly calls: CallLog
  readonly faults: FaultList
  /** Where a bank that pays finds the charge of a BR Code. */
  readonly codes: CodeBook
  /** The folder of the keys and certificates created at the first start. */
  readonly home: string
}

/** One simulated provider: an HTTP server that keeps state and decides by published triggers. */
export interface Simulator {
  /** Name used in the call log and in `POST /faults`: `cielo`, `pix`, `boleto`. */
  readonly name: string
  readonly url: string
  /**
   * Everything that an operator gets with the provider's contract: keys, certificates, addresses.
   * Written to sandbox.json.
   */
  readonly credentials: Record<string, unknown>
  /** Those of its other accounts, by the name that sandbox.json has for each. */
  readonly otherCredentials?: Readonly<Record<string, Record<string, unknown>>>
  /**
   * The values of `operation` that `POST /faults` accepts for this provider, beside `*`. Left out:
   * any value.
   */
  readonly operations?: readonly string[]
  /** The faults that `POST /faults` accepts for it. Left out: all, also those of notices. */
  readonly faults?: readonly Fault[]
  /** The faults of its daily files or statements. Left out: all, if it has the operation. */
  readonly settlementFaults?: readonly SettlementFault[]
  /**
   * Does what is due by business time (analysis results, callbacks, expiry). Returns how much was
   * done.
   */
  runDue(): Promise<number>
  /** What the payer's bank shows before paying. `undefined`: not a code of this provider. */
  read?(code: string): Promise<Bill | undefined>
  /**
   * Pays `code` as the payer's bank would, if this provider issued it. `undefined`: not its code.
   * Amount in cents.
   */
  pay?(code: string, amount: number | undefined, how?: HowToPay): Promise<Payment | undefined>
  /**
   * Claims a payment's money back, or moves the claim on. `undefined`: no payment of this provider,
   * or no such kind of claim.
   */
  dispute?(claim: ClaimRequest): Promise<ClaimResult | undefined>
  /** Adds control routes of its own to the sandbox's address. */
  addRoutes?(control: FastifyInstance): void
  stop(): Promise<void>
}

export interface HowToPay {
  /**
   * The money was already under way: it arrives although the charge expired, was removed or was
   * paid.
   */
  readonly force?: boolean
  /** The id that the payer's bank gave the payment. Left out: a new one. */
  readonly endToEndId?: string
}

/** A charge as a payer sees it. */
export interface Bill {
  readonly method: 'PIX' | 'BOLETO'
  readonly receiver: { readonly name: string; readonly document?: string }
  /** Of a boleto: the party that the receiver collects for. */
  readonly finalBeneficiary?: { readonly name: string; readonly document: string }
  /** In cents, as due now: with everything added or taken off since it was issued. */
  readonly amount: number
  /** Last instant it can be paid. */
  readonly payableUntil: Date
  readonly state: 'payable' | 'paid' | 'expired' | 'removed'
  readonly description?: string
}

export type Payment =
  /** `reference` is the EndToEndId of a PIX or the bank's reference of a boleto. */
  | {
      readonly paid: true
      readonly method: 'PIX' | 'BOLETO'
      readonly reference: string
      readonly amount: number
    }
  /** `reason` is a sentence in Portuguese for the payer. */
  | { readonly paid: false; readonly reason: string }

/** A request to open a claim against a payment, or to move it on. */
export interface ClaimRequest {
  /**
   * A reference that a script has: the order id or txid of the gateway, the tid, the EndToEndId, or
   * the provider's own id of the payment or case.
   */
  readonly reference: string
  readonly kind: 'chargeback' | 'med'
  /**
   * `open` the claim or its next stage; end it for the merchant (`win`) or for the payer (`lose`);
   * turn an end round (`reverse`).
   */
  readonly action: 'open' | 'win' | 'lose' | 'reverse'
  /**
   * What is claimed, in cents. Left out: all that is left of the payment. Only read when a claim is
   * opened.
   */
  readonly amount?: number
  /**
   * The network's or the bank's reason code. Left out: the provider's usual one. Only read when a
   * claim is opened.
   */
  readonly reason?: string
  /** MED, `lose`: the money is returned at once, not after its waiting time. */
  readonly now?: boolean
}

export type ClaimResult =
  | {
      readonly done: true
      readonly caseId: string
      /** In cents. */
      readonly amount: number
      readonly state: 'needs-response' | 'under-review' | 'won' | 'lost'
      /** Last instant the merchant can respond. */
      readonly answerBy?: Date
    }
  /** `reason` is a sentence in Portuguese. */
  | { readonly done: false; readonly reason: string }
