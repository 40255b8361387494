import type { DisputeKind, DisputeStatus } from '../../contract/dispute.ts'
import type { AnsweredAddress, PaymentMethod, TransactionStatus } from '../../contract/fields.ts'
import type {
  BoletoRegistration,
  RefundStatus,
  TransactionWire,
} from '../../contract/transaction.ts'
import type { AccountId, Price } from '../accounts/account.ts'
import type { DueCharge, DueParts } from '../brazil/due-charge.ts'
import type { Receiver } from '../brazil/payee.ts'
import { notBefore } from '../primitives/clock.ts'
import type { Cents } from '../primitives/money.ts'
import type { OverdueStep } from '../providers/ports/boleto.ts'

/** The statuses of a payment (docs/design/interface.md#transaction-status), and its methods. */
export type { PaymentMethod, TransactionStatus }

/**
 * Every move of the status of a transaction. The database has the same table
 * (docs/design/rules.md#l4). An empty row is a final status.
 */
export const moves: Record<TransactionStatus, readonly TransactionStatus[]> = {
  WAITING_PAYMENT: ['PAID', 'REFUSED', 'CANCELED', 'AUTHORIZED'],
  AUTHORIZED: ['PAID', 'CANCELED'],
  PAID: ['REFUNDED', 'IN_PROTEST', 'CHARGEDBACK'],
  IN_PROTEST: ['PAID', 'CHARGEDBACK', 'REFUNDED'],
  CHARGEDBACK: ['PAID'],
  CANCELED: ['PAID'], // Only on a provider's evidence that money arrived.
  REFUSED: [],
  REFUNDED: [],
}

export const canBecome = (from: TransactionStatus, to: TransactionStatus): boolean =>
  moves[from].includes(to)

/**
 * Whether received money is its payment. A payment that was PAID before becomes PAID again only
 * when its disputes end.
 */
export const canBePaid = ({ status, paidAt }: Pick<Transaction, 'status' | 'paidAt'>): boolean =>
  paidAt === undefined && canBecome(status, 'PAID')

/** A payment. */
export interface Transaction {
  readonly id: string
  readonly accountId: AccountId
  /** Increased by one at each change. Starts at 1. */
  readonly version: number
  readonly status: TransactionStatus
  readonly method: PaymentMethod
  /** It changes once at most: a charge with a due date is paid with the amount of that day. */
  readonly amount: Cents
  readonly refundedAmount: Cents
  readonly installments: number
  /** The price at its creation, and the resulting fee. */
  readonly price: Price
  readonly fee: Cents
  /** The terms of its settlement when it was created. */
  readonly terms: {
    readonly settlementDays: number
    readonly merchantDocument: string
    /** Whether its fee is returned with a refund. */
    readonly refundedFees: 'keep' | 'return'
  }
  readonly order: OrderFacts
  /** The id of its payment page, which cannot be guessed. */
  readonly secureId: string
  readonly providerId: string
  /** The checkout session that it pays, and the payment link of that session. */
  readonly checkout?: CheckoutRef
  readonly pix?: PixFacts
  readonly boleto?: BoletoFacts
  readonly card?: CardFacts
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly paidAt?: Date
  readonly expiresAt?: Date
  readonly refusedReason?: string
  /** `not-processed`: the acquirer refused our credentials, so the sale was not tried. */
  readonly canceledReason?: 'expired' | 'requested' | 'not-processed'
  /** Every requested refund, the oldest first. The version of this row guards their sum. */
  readonly refunds?: readonly RefundFacts[]
  /**
   * Every claim against it, the oldest first. The version of this row guards what they block and
   * lose, too.
   */
  readonly disputes?: readonly DisputeFacts[]
}

/** Where a payer of a checkout came from. */
export interface CheckoutRef {
  readonly sessionId: string
  readonly linkId?: string
}

/** A refund as its transaction stores it. Instants are ISO 8601 texts. */
export interface RefundFacts {
  readonly id: string
  readonly amount: Cents
  readonly status: RefundStatus
  readonly createdAt: string
  readonly completedAt?: string
  readonly failedAt?: string
  /** PIX: the D… id of the returned money. */
  readonly returnId?: string
  readonly failedReason?: string
  /** The key to which it was sent as a separate payment. */
  readonly pixKey?: string
  /** The end-to-end id of that payment. */
  readonly endToEndId?: string
  /** The returns by the key's bank after it had arrived. */
  readonly returns?: readonly RefundReturn[]
}

export interface RefundReturn {
  /** The D… id. */
  readonly id: string
  readonly amount: number
  /** ISO 8601. */
  readonly at: string
}

/** A claim as its payment stores it. Instants are ISO 8601 texts. */
export interface DisputeFacts {
  readonly id: string
  readonly kind: DisputeKind
  readonly status: DisputeStatus
  /** The claimed amount, cents. */
  readonly amount: Cents
  /** The amount that it blocks now, cents. */
  readonly blockedAmount: Cents
  /** The amount that the payer got back, cents. */
  readonly lostAmount: Cents
  /**
   * The amount that its provider took, cents, if that is more than `lostAmount`, because open
   * refunds or other disputes have the rest.
   */
  readonly providerTook?: Cents
  readonly openedAt: string
  readonly answerBy?: string
  readonly decidedAt?: string
}

/** The next version, with the facts recorded with it. */
export const nextVersion = (
  before: Transaction,
  at: Date,
  facts: Partial<Transaction>,
): Transaction => ({
  ...before,
  ...facts,
  version: before.version + 1,
  updatedAt: notBefore(before.updatedAt, at),
})

/** What the merchant sent and every response repeats, in the form of the contract. */
export type OrderFacts = Pick<
  TransactionWire,
  | 'customer'
  | 'items'
  | 'shipping'
  | 'metadata'
  | 'postbackUrl'
  | 'traceable'
  | 'ip'
  | 'externalRef'
>

export type Address = AnsweredAddress

export interface PixFacts {
  readonly txid: string
  readonly emv: string
  /** The owner of the receiving account at its creation. Absent: only the code has a name. */
  readonly receiver?: Receiver
  readonly endToEndId?: string
  /** A charge with a due date. Absent: an immediate one. */
  readonly due?: PixDueFacts
}

export interface PixDueFacts {
  readonly terms: DueCharge
  /** The parts of the paid amount. Absent: it was not paid. */
  readonly charged?: DueParts
}

/** The amount of its order. A charge with a due date is paid with more or less than that. */
export const orderedAmount = ({ amount, pix }: Pick<Transaction, 'amount' | 'pix'>): Cents =>
  pix?.due?.terms.original ?? amount

export interface BoletoFacts {
  readonly ourNumber: string
  /** The bank's own id of the boleto, if the bank is queried by that. */
  readonly reference?: string
  readonly barcode: string
  readonly digitableLine: string
  /** Local date, `YYYY-MM-DD`. */
  readonly dueDate: string
  readonly instructions: readonly string[]
  readonly agencyAndAccount: string
  readonly wallet: string
  readonly beneficiary: {
    readonly name: string
    readonly document: string
    readonly address: string
  }
  /** The shop as the bank registered it. Absent: the beneficiary sells for itself. */
  readonly finalBeneficiary?: { readonly name: string; readonly document: string }
  readonly pix?: { readonly emv: string; readonly txid: string }
  readonly endToEndId?: string
  /** What its bank does if it is not paid. Absent: nothing. */
  readonly overdue?: OverdueStep
  /**
   * Of a bank that takes files: whether it has registered the boleto, which cannot be paid before.
   * Absent: a bank with an API, which registered it at its creation.
   */
  readonly registration?: BoletoRegistration
  /** ISO 8601. Absent: it is not at a notary's office. */
  readonly inProtestSince?: string
}

export interface CardFacts {
  readonly brand: string
  readonly lastFour: string
  /** Whether the sale is captured at once. Otherwise it becomes AUTHORIZED. */
  readonly capture: boolean
  /** Paid with a device wallet's token. */
  readonly isWallet?: boolean
  /** The acquirer's id of the sale. Absent until the acquirer has responded. */
  readonly reference?: string
  readonly authorizationCode?: string
  readonly nsu?: string
  readonly tid?: string
}
