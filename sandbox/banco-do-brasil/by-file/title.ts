import type { Cents } from '../../../src/primitives/money.ts'

/** A boleto that the bank registered by a file. */
export interface FileTitle {
  /** Nosso número, 17 digits. */
  readonly number: string
  readonly barcode: string
  readonly amount: Cents
  readonly dueDate: Temporal.PlainDate
  readonly payableDaysAfterDue: number
  /** The day of the protest. Absent: none was requested. */
  readonly protestOn?: Temporal.PlainDate
  readonly documentNumber: string
  readonly payer: { readonly document: string; readonly name: string }
  readonly finalBeneficiary?: { readonly name: string; readonly document: string }
  readonly registeredAt: Date
  readonly state: 'registered' | 'in-protest' | 'paid' | 'written-off' | 'ended'
}

/** What happened to a boleto, as the return of the day reports it. */
export interface FileMovement {
  readonly at: Date
  readonly number: string
  readonly code: string
  readonly reason: string
  /** Cents. Absent: no money moved. */
  readonly paid?: Cents
}
