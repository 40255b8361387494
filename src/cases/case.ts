import type { CaseObject, CaseStatus } from '../../contract/reconciliation.ts'

/** A difference between what a provider says and what our books say, until both agree or a person has dealt with it. */
export interface Case {
  readonly id: string
  readonly providerId: string
  readonly kind: CaseKind
  /** With provider and kind, what differs. */
  readonly subject: string
  readonly status: CaseStatus
  readonly accountId?: string
  readonly objectType?: CaseObject
  readonly objectId?: string
  /** What the provider calls it. */
  readonly reference?: string
  /** What our books say; absent: nothing. Amounts in cents. */
  readonly expected?: Facts
  /** What the provider says; absent: nothing. */
  readonly found?: Facts
  /** Where it stands: the file's sequence number, and the line. */
  readonly sequence?: number
  readonly line?: number
  readonly openedAt: Date
  readonly resolvedAt?: Date
  /** The person who closed it; absent: both sides came to agree. */
  readonly resolvedBy?: string
  /** How it ended, in words. */
  readonly resolution?: string
}

export type Facts = Readonly<Record<string, string | number | readonly number[] | null>>

/** What a rule found: a case about to be opened. */
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

/** Every kind of difference. Kebab-case, stable for ever; the catalogue in words is kind-texts.ts. */
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
  // Told by a provider outside its files
  'sale-unresolved',
  'sale-charged-twice',
  'sale-approved-late',
  'arrival-amount-differs',
  'arrival-doubled',
  'charge-unresolved',
  'refund-unresolved',
  'payout-unresolved',
  'payout-answer-differs',
  'refund-answer-differs',
  'claim-not-taken',
  'credentials-refused',
] as const
export type CaseKind = (typeof caseKinds)[number]

/** A line that says what we hold as open or refused has happened: the provider is asked at once. */
export const askedKinds: readonly CaseKind[] = [
  'sale-status-differs',
  'refund-status-differs',
  'dispute-unknown',
  'payout-status-differs',
  'payout-return-differs',
]

/** Why a case closed without a person. */
export const agreedNow = 'Os dois lados agora conferem.'
