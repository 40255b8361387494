import type { Cents } from '../../src/primitives/money.ts'
import type { Channel } from '../kit/boleto-bill.ts'

/** A boleto in the bank's books. */
export interface Boleto extends Registration {
  readonly barcode: string
  readonly digitableLine: string
  /** The PIX of the same debt; absent when the bank created none. */
  readonly pix?: {
    readonly emv: string
    readonly txid: string
    readonly token: string
    readonly location: string
  }
  readonly registeredAt: Date
  readonly state: BoletoState
}

/** What the beneficiary requested to register. */
export interface Registration {
  /** Nosso número, 20 digits. */
  readonly ourNumber: string
  readonly amount: Cents
  readonly issueDate: Temporal.PlainDate
  readonly dueDate: Temporal.PlainDate
  readonly payableDaysAfterDue: number
  /** The day of the protest. Absent: none was requested. */
  readonly protestOn?: Temporal.PlainDate
  readonly documentNumber: string
  readonly message: string
  readonly payer: Payer
  /** The party that the beneficiary collects for. */
  readonly finalBeneficiary?: { readonly name: string; readonly document: string }
  readonly wantsPix: boolean
}

export interface Payer {
  readonly document: string
  readonly name: string
  readonly street: string
  readonly district: string
  readonly city: string
  readonly state: string
  readonly zipCode: string
}

export type BoletoState =
  | { readonly kind: 'registered' }
  /** At the notary's office. It is paid there. */
  | { readonly kind: 'in-protest'; readonly at: Date }
  | {
      readonly kind: 'paid'
      readonly atNotary?: boolean
      readonly at: Date
      readonly amount: Cents
      readonly channel: Channel
      readonly reference: string
    }
  /** Baixa: requested by the beneficiary, or done by the bank after the last payable day. */
  | { readonly kind: 'written-off'; readonly at: Date; readonly by: 'beneficiary' | 'bank' }
