import { endOfLocalDay } from '../brazil/local-time.ts'
import { netOf } from '../settlement/receivable.ts'
import { partsOf, settlementDaysOf } from './postings-for.ts'
import type { Transaction } from './transaction.ts'

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
    refunds: (transaction.refunds ?? []).map((refund) => ({
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
    })),
    disputes: (transaction.disputes ?? []).map(({ answerBy, decidedAt, providerTook: _, ...facts }) => ({
      ...facts,
      answerBy: answerBy ?? null,
      decidedAt: decidedAt ?? null,
    })),
    ...(transaction.pix && { pix: renderPix(transaction, page) }),
    ...(transaction.boleto && { boleto: renderBoleto(transaction.boleto, page) }),
    ...(transaction.card && {
      card: { brand: transaction.card.brand, lastDigits: `${'*'.repeat(12)}${transaction.card.lastFour}` },
      acquirer: renderAcquirer(transaction.card),
    }),
    settlementDays: settlementDaysOf(transaction),
    receivables: hasDates(transaction) ? renderPlan(transaction) : [],
  }
}

/** Nothing before the acquirer answered. */
const renderAcquirer = ({ reference, tid, nsu, authorizationCode }: NonNullable<Transaction['card']>) => ({
  reference: reference ?? null,
  tid: tid ?? null,
  nsu: nsu ?? null,
  authorizationCode: authorizationCode ?? null,
})

function renderPix({ pix, expiresAt, paidAt }: Transaction, page: string) {
  return {
    qrcode: pix?.emv ?? null,
    expirationDate: expiresAt?.toISOString() ?? null,
    url: page,
    receiptUrl: paidAt ? `${page}/receipt` : null,
  }
}

function renderBoleto(boleto: NonNullable<Transaction['boleto']>, page: string) {
  return {
    url: page,
    pdfUrl: `${page}/boleto.pdf`,
    barcode: boleto.barcode,
    digitableLine: boleto.digitableLine,
    expirationDate: endOfLocalDay(Temporal.PlainDate.from(boleto.dueDate)).toISOString(),
    instructions: boleto.instructions,
    qrcode: boleto.pix?.emv ?? null,
  }
}

/** A card is charged as it is made: its dates are known then. Nobody knows when a PIX or a boleto will be paid. */
const hasDates = ({ method, status, paidAt }: Transaction): boolean =>
  method === 'CREDIT_CARD' ? status !== 'REFUSED' && status !== 'CANCELED' : paidAt !== undefined

/** When its money comes, as agreed when it was sold; what became of each part is told by `GET /receivables`. */
function renderPlan(transaction: Transaction) {
  return partsOf(transaction).map(({ number, dueOn, gross, fee }) => ({
    number,
    date: dueOn,
    gross,
    fee,
    net: netOf({ gross, fee }),
  }))
}

export interface TransactionWire {
  readonly id: string
  readonly status: string
  readonly [field: string]: unknown
}
