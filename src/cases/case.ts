import type { CaseObject, CaseStatus } from '../../contract/reconciliation.ts'

/**
 * A difference between a provider's report and our books, until both agree or a person has resolved
 * it.
 */
export interface Case {
  readonly id: string
  readonly providerId: string
  readonly kind: CaseKind
  /** Together with provider and kind: the subject of the difference. */
  readonly subject: string
  readonly status: CaseStatus
  readonly accountId?: string
  readonly objectType?: CaseObject
  readonly objectId?: string
  /** The provider's own id. */
  readonly reference?: string
  /** The value in our books. Absent: nothing. Amounts in cents. */
  readonly expected?: Facts
  /** The value that the provider reports. Absent: nothing. */
  readonly found?: Facts
  /** Its place: the file's sequence number, and the line. */
  readonly sequence?: number
  readonly line?: number
  readonly openedAt: Date
  readonly resolvedAt?: Date
  /** The person who closed it. Absent: both sides agree now. */
  readonly resolvedBy?: string
  /** The resolution, as a text. */
  readonly resolution?: string
}

export type Facts = Readonly<Record<string, string | number | readonly number[] | null>>

/** The finding of a rule: a case before it is opened. */
export type Difference = Pick<
  Case,
  | 'kind'
  | 'subject'
  | 'accountId'
  | 'objectType'
  | 'objectId'
  | 'reference'
  | 'expected'
  | 'found'
  | 'sequence'
  | 'line'
>

/**
 * Every kind of difference. Kebab-case, and never renamed. The texts for operators are in
 * kind-texts.ts.
 */
export const caseKinds = [
  // The files themselves
  'file-missing',
  'file-late',
  'file-broken',
  'file-doubled',
  'header-differs',
  'trailer-differs',
  'row-unreadable',
  'adjustment-unexplained',
  // Sales
  'sale-unknown',
  'sale-doubled',
  'sale-amount-differs',
  'sale-installments-differ',
  'sale-status-differs',
  'sale-missing-in-file',
  'installment-unknown',
  'installment-doubled',
  'installment-missing',
  'installment-amount-differs',
  'installment-date-differs',
  'payment-sum-differs',
  // Money that went back
  'refund-unknown',
  'refund-amount-differs',
  'refund-status-differs',
  'refund-missing-in-file',
  'dispute-unknown',
  'dispute-amount-differs',
  'dispute-missing-in-file',
  // Money we sent
  'payout-unknown',
  'payout-doubled',
  'payout-amount-differs',
  'payout-status-differs',
  'payout-missing-in-file',
  'payout-return-differs',
  // Reported by a provider outside its files
  'sale-unresolved',
  'sale-charged-twice',
  'sale-approved-late',
  'authorization-unresolved',
  'sale-void-unexplained',
  'arrival-amount-differs',
  'arrival-doubled',
  'charge-unresolved',
  'boleto-unconfirmed',
  'boleto-not-written',
  'boleto-instruction-rejected',
  'refund-unresolved',
  'payout-unresolved',
  'payout-answer-differs',
  'refund-answer-differs',
  'claim-not-taken',
  'dispute-answer-unresolved',
  'credentials-refused',
  'restore-unmatched',
] as const
export type CaseKind = (typeof caseKinds)[number]

/**
 * Kinds of a line that reports an operation as done that is open or refused in our books. The
 * provider is then queried at once.
 */
export const queriedKinds: readonly CaseKind[] = [
  'sale-status-differs',
  'refund-status-differs',
  'dispute-unknown',
  'payout-status-differs',
  'payout-return-differs',
]

/** The reason of a case that closed without a person. */
export const agreedNow = 'Os dois lados agora conferem.'
