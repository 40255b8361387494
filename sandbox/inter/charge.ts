import type { Cents } from '../../src/primitives/money.ts'
import type { Channel } from '../kit/boleto-bill.ts'

/** A charge (cobrança) in the bank's books: a boleto, and the PIX of the same debt. */
export interface Charge extends RequestedCharge {
  /** `codigoSolicitacao`. */
  readonly code: string
  /** Nosso número, 11 digits: the bank numbers the boletos itself. */
  readonly ourNumber: string
  readonly barcode: string
  readonly digitableLine: string
  /** Absent when the bank created none. */
  readonly pix?: { readonly emv: string; readonly txid: string; readonly token: string }
  readonly registeredAt: Date
  readonly state: ChargeState
}

/** What the beneficiary requested. */
export interface RequestedCharge {
  readonly ownNumber: string
  readonly amount: Cents
  readonly dueDate: Temporal.PlainDate
  readonly payableDaysAfterDue: number
  readonly payer: Payer
  readonly message: readonly string[]
  /** The party that the beneficiary collects for. */
  readonly finalBeneficiary?: { readonly name: string; readonly document: string }
  readonly wantsPix: boolean
}

export interface Payer {
  readonly document: string
  readonly name: string
  readonly street: string
  readonly number: string
  readonly complement: string
  readonly district: string
  readonly city: string
  readonly state: string
  readonly zipCode: string
  readonly email: string
}

export type ChargeState =
  /** The bank still issues it. `wasSeen`: a query has found it in this state. */
  | { readonly kind: 'processing'; readonly wasSeen: boolean }
  | { readonly kind: 'open' }
  /** At the notary's office, as the account holder instructed in the internet banking. */
  | { readonly kind: 'in-protest'; readonly at: Date }
  /** A cancel was accepted and is not carried out yet. */
  | { readonly kind: 'closing'; readonly at: Date; readonly reason: string }
  | {
      readonly kind: 'paid'
      readonly at: Date
      readonly amount: Cents
      readonly channel: Channel
      readonly reference: string
    }
  | { readonly kind: 'cancelled'; readonly at: Date; readonly reason: string }
  /** The bank closed it after its last payable day. */
  | { readonly kind: 'expired'; readonly at: Date }
  | { readonly kind: 'failed'; readonly at: Date }

/** Whether a payer can pay it, or soon will. */
export const isOpen = ({ kind }: ChargeState): boolean =>
  kind === 'processing' || kind === 'open' || kind === 'closing'
