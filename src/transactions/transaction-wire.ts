import type { DisputeSummary, ReceivablePlan, RefundWire, TransactionWire } from '../../contract/transaction.ts'
import { endOfLocalDay } from '../brazil/local-time.ts'
import { netOf, type ReceivablePart } from '../settlement/receivable.ts'
import type { BoletoFacts, CardFacts, DisputeFacts, RefundFacts, Transaction } from './transaction.ts'
import { partsOf, settlementDaysOf } from './transaction-postings.ts'

/** The addresses a merchant's answer points to. */
export interface Links {
  readonly baseUrl: string
}

/**
 * The one form of a transaction in every response and webhook
 * (docs/design/interface.md#transaction). Stored facts only; null where there is none.
 */
export function renderTransaction(transaction: Transaction, links: Links): TransactionWire {
  const { order } = transaction
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
    createdAt: transaction.createdAt.toISOString(),
    updatedAt: transaction.updatedAt.toISOString(),
    paidAt: transaction.paidAt?.toISOString() ?? null,
    refusedReason: transaction.refusedReason ?? null,
    secureId: transaction.secureId,
    secureUrl: page,
    endToEndId: transaction.pix?.endToEndId ?? transaction.boleto?.endToEndId ?? null,
    fee: {
      fixedAmount: transaction.price.fixed,
      spreadPercentage: transaction.price.basisPoints / 100,
      estimatedFee: transaction.fee,
      netAmount: transaction.amount - transaction.fee,
    },
    refunds: (transaction.refunds ?? []).map(renderRefund),
    disputes: (transaction.disputes ?? []).map(renderDispute),
    pix: transaction.pix && renderPix(transaction, page),
    boleto: transaction.boleto && renderBoleto(transaction.boleto, page),
    card: transaction.card && renderCard(transaction.card),
    acquirer: transaction.card && renderAcquirer(transaction.card),
    settlementDays: settlementDaysOf(transaction),
    receivables: hasDates(transaction) ? renderPlan(transaction) : [],
  }
}

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

const renderPix = ({ pix, expiresAt, paidAt }: Transaction, page: string): Block<'pix'> => ({
  qrcode: pix?.emv ?? null,
  expirationDate: expiresAt?.toISOString() ?? null,
  url: page,
  receiptUrl: paidAt ? `${page}/receipt` : null,
})

const renderBoleto = (boleto: BoletoFacts, page: string): Block<'boleto'> => ({
  url: page,
  pdfUrl: `${page}/boleto.pdf`,
  barcode: boleto.barcode,
  digitableLine: boleto.digitableLine,
  expirationDate: endOfLocalDay(Temporal.PlainDate.from(boleto.dueDate)).toISOString(),
  instructions: boleto.instructions,
  qrcode: boleto.pix?.emv ?? null,
})

const renderCard = ({ brand, lastFour }: CardFacts): Block<'card'> => ({
  brand,
  lastDigits: `${'*'.repeat(12)}${lastFour}`,
})

/** Null until the acquirer answered. */
const renderAcquirer = ({ reference, tid, nsu, authorizationCode }: CardFacts): Block<'acquirer'> => ({
  reference: reference ?? null,
  tid: tid ?? null,
  nsu: nsu ?? null,
  authorizationCode: authorizationCode ?? null,
})

/** What a transaction shows of its method only. */
type Block<Name extends 'pix' | 'boleto' | 'card' | 'acquirer'> = NonNullable<TransactionWire[Name]>

/** A card is charged when it is created, so its dates are known then. Those of a PIX or a boleto follow its payment. */
const hasDates = ({ method, status, paidAt }: Transaction): boolean =>
  method === 'CREDIT_CARD' ? status !== 'REFUSED' && status !== 'CANCELED' : paidAt !== undefined

/** When its money comes, as agreed at the sale. `GET /receivables` shows what became of each part. */
const renderPlan = (transaction: Transaction): ReceivablePlan[] => partsOf(transaction).map(renderPart)

/** One part of a sale's money. */
export const renderPart = ({ number, dueOn, gross, fee }: ReceivablePart): ReceivablePlan => ({
  number,
  date: dueOn,
  gross,
  fee,
  net: netOf({ gross, fee }),
})
