import type {
  DisputeSummary,
  ReceivablePlan,
  RefundWire,
  TransactionWire,
} from '../../contract/transaction.ts'
import { netOf, type ReceivablePart } from '../settlement/receivable.ts'
import { methods } from './methods/methods.ts'
import type { DisputeFacts, RefundFacts, Transaction } from './transaction.ts'
import { partsOf, settlementDaysOf } from './transaction-postings.ts'

/** The addresses that a response links to. */
export interface Links {
  readonly baseUrl: string
}

/**
 * The form of a transaction in every response and webhook (docs/design/interface.md#transaction).
 * It holds stored facts only, and null for a missing one.
 */
export function renderTransaction(transaction: Transaction, links: Links): TransactionWire {
  const { order } = transaction
  const method = methods[transaction.method]
  const page = `${links.baseUrl}/pay/${transaction.secureId}`
  return {
    id: transaction.id,
    status: transaction.status,
    amount: transaction.amount,
    refundedAmount: transaction.refundedAmount,
    paymentMethod: transaction.method,
    installments: transaction.installments,
    customer: order.customer,
    items: order.items,
    shipping: order.shipping,
    metadata: order.metadata ?? null,
    postbackUrl: order.postbackUrl,
    traceable: order.traceable,
    ip: order.ip,
    externalRef: order.externalRef,
    checkoutSessionId: transaction.checkout?.sessionId,
    paymentLinkId: transaction.checkout?.linkId,
    createdAt: transaction.createdAt.toISOString(),
    updatedAt: transaction.updatedAt.toISOString(),
    paidAt: transaction.paidAt?.toISOString() ?? null,
    refusedReason: transaction.refusedReason ?? null,
    secureId: transaction.secureId,
    secureUrl: page,
    endToEndId: method.endToEndId(transaction) ?? null,
    fee: {
      fixedAmount: transaction.price.fixed,
      spreadPercentage: transaction.price.basisPoints / 100,
      estimatedFee: transaction.fee,
      netAmount: transaction.amount - transaction.fee,
    },
    refunds: (transaction.refunds ?? []).map(renderRefund),
    disputes: (transaction.disputes ?? []).map(renderDispute),
    ...noBlocks,
    ...method.wire(transaction, page),
    settlementDays: settlementDaysOf(transaction),
    receivables: method.hasDates(transaction) ? renderPlan(transaction) : [],
  }
}

/** The blocks of other methods are left out of the JSON. */
const noBlocks = { pix: undefined, boleto: undefined, card: undefined, acquirer: undefined }

const renderRefund = (refund: RefundFacts): RefundWire => ({
  id: refund.id,
  amount: refund.amount,
  status: refund.status,
  createdAt: refund.createdAt,
  completedAt: refund.completedAt ?? null,
  failedAt: refund.failedAt ?? null,
  returnId: refund.returnId ?? null,
  failedReason: refund.failedReason ?? null,
  pixKey: refund.pixKey ?? null,
  endToEndId: refund.endToEndId ?? null,
  returns: (refund.returns ?? []).map(({ id, amount, at }) => ({ id, amount, createdAt: at })),
})

const renderDispute = (dispute: DisputeFacts): DisputeSummary => ({
  id: dispute.id,
  kind: dispute.kind,
  status: dispute.status,
  amount: dispute.amount,
  blockedAmount: dispute.blockedAmount,
  lostAmount: dispute.lostAmount,
  openedAt: dispute.openedAt,
  answerBy: dispute.answerBy ?? null,
  decidedAt: dispute.decidedAt ?? null,
})

/**
 * The dates of its money, as agreed at the sale. `GET /receivables` shows the state of each part.
 */
const renderPlan = (transaction: Transaction): ReceivablePlan[] =>
  partsOf(transaction).map(renderPart)

/** One part of a sale's money. */
export const renderPart = ({ number, dueOn, gross, fee }: ReceivablePart): ReceivablePlan => ({
  number,
  date: dueOn,
  gross,
  fee,
  net: netOf({ gross, fee }),
})
