import type { DisputeKind } from '../../../contract/dispute.ts'
import type { PaymentMethod } from '../../../contract/fields.ts'
import type { TransactionWire } from '../../../contract/transaction.ts'
import type { Account, Price, Prices } from '../../accounts/account.ts'
import type { PlatformBook } from '../../ledger/posting.ts'
import type { Cents } from '../../primitives/money.ts'
import type { PixComposition } from '../../providers/ports/pix.ts'
import type { ProviderRegistry } from '../../providers/registry.ts'
import type { Order, Payment } from '../order.ts'
import type { OrderFacts, Transaction } from '../transaction.ts'

/**
 * A payment method: its rules, and the cancellation at its provider. Nothing here writes to the
 * database. What creates and synchronizes a payment is in `method-verbs.ts`, its refunds are in
 * `src/refunds/refund-methods.ts`. Which provider serves it is `railOf` in
 * `src/accounts/account-rules.ts`.
 */
export interface Method<Paid extends Payment = Payment> {
  /** The Portuguese name in tables. */
  readonly label: string
  /** The gateway's book of the money that its providers hold. */
  readonly clearingBook: PlatformBook
  /**
   * Whether the payer may pay in installments. Each installment is then settled on its own day,
   * counted in calendar days. A sale without installments settles whole, counted in business days.
   */
  readonly hasInstallments: boolean
  /**
   * True: a charge that the payer pays at a bank, perhaps after it was canceled, so the gateway
   * queries its bank again after the end. False: a sale that its provider decides.
   */
  readonly isCharge: boolean
  /** Whether a payer can pay twice, so that an unanswered query of a paid one is repeated. */
  readonly canBePaidTwice: boolean
  /** Whether a payment reaches the gateway within seconds: the page then closes at its expiry. */
  readonly isConfirmedAtOnce: boolean
  /**
   * Whether a repeated creation leads to the same payment at the provider. False: the idempotency
   * key is locked until the first creation has ended.
   */
  readonly isRepeatSafe: boolean
  /** The kind of claim a payer can raise against it. Absent: none. */
  readonly disputeKind?: DisputeKind

  /** Checks what the provider needs of the order, at its creation. Throws a Rejection. */
  checkOrder?(order: Order<Paid>, at: Date): void
  /** Whether its provider creates none for a payer without an address. Absent: it always does. */
  needsPayerAddress?(providers: ProviderRegistry, account: Account): boolean
  /**
   * Whether its provider creates none for a payer of whom no more is known, because of a fact that
   * no form asks for. Absent: it always does.
   */
  lacksPayerFacts?(
    providers: ProviderRegistry,
    account: Account,
    payer: OrderFacts['customer'],
  ): boolean
  /** The price of a plan. `undefined`: not set. Throws `installments-above-maximum`. */
  price(prices: Prices, installments: number): Price | undefined
  /** The same payment, which a payer at a page completes within these seconds, if it is a code. */
  endingWithin(payment: Paid, seconds: number): Paid
  /** The last instant at which it can be paid. `undefined`: it does not expire. */
  expiresAt(account: Account, order: Order<Paid>, at: Date): Date | undefined

  /** Whether a merchant may cancel it in its present status. */
  canBeCanceled(transaction: Transaction): boolean
  /** Closes it at its provider, so that it cannot be paid afterwards. */
  cancel(
    providers: ProviderRegistry,
    transaction: Transaction,
    signal: AbortSignal,
  ): Promise<CancelResult>

  /** The provider's own id of the payment, in cases for an operator. */
  reference(transaction: Transaction): string
  /** What a payer pays at an instant. Once it was paid: what was paid. */
  amountOn(transaction: Transaction, at: Date): Cents
  /** The PIX end-to-end id of the money that arrived. */
  endToEndId(transaction: Transaction): string | undefined
  /**
   * The facts that change with the received amount. `undefined`: it is not the amount of this
   * payment.
   */
  amountFacts(transaction: Transaction, arrival: Arrival): Partial<Transaction> | undefined
  /** The facts that change when money with this end-to-end id arrives. */
  paidFacts(transaction: Transaction, endToEndId: string): Partial<Transaction>

  /** The fields that only this method has in responses and webhooks. */
  wire(transaction: Transaction, pageUrl: string): WireBlocks
  /** Whether the days are known on which the merchant gets the money. */
  hasDates(transaction: Transaction): boolean
}

/** Money that arrived. */
export interface Arrival {
  readonly amount: number
  readonly paidAt: Date
  /** Of a charge with a due date: how its bank arrived at the amount. Absent: it does not say. */
  readonly composition?: PixComposition
}

/** The amount of the order, and nothing else. */
export const orderedAmountOnly: Method['amountFacts'] = (transaction, { amount }) =>
  amount === transaction.amount ? {} : undefined

/**
 * `paid`: a payment was faster. `in-protest`: the bank does not write it off. `unknown`: the
 * provider gave no clear response.
 */
export type CancelResult = 'closed' | 'paid' | 'not-allowed' | 'in-protest' | 'unknown'

export type WireBlocks = Partial<Pick<TransactionWire, 'pix' | 'boleto' | 'card' | 'acquirer'>>

/** The payment of an order by one method. */
export type PaymentBy<Name extends PaymentMethod> = Extract<Payment, { readonly method: Name }>
