import type { Slip, SlipStatus } from '../../../checkout/boleto/slip.ts'
import type { CardView } from '../../../checkout/card/card-html.ts'
import type { PixStatus, PixView } from '../../../checkout/pix/pix-html.ts'
import type { ReceiptView } from '../../../checkout/pix/receipt-html.ts'
import type { Account } from '../../accounts/account.ts'
import { localDate } from '../../brazil/local-time.ts'
import { documentNumberOf } from '../../transactions/create-boleto.ts'
import type { Transaction, TransactionStatus } from '../../transactions/transaction.ts'

/** What a payer's page says of a charge, whatever happened to the sale afterwards. */
export function chargeStatus({ status, canceledReason }: Transaction): PixStatus {
  if (status === 'WAITING_PAYMENT' || status === 'AUTHORIZED') return 'open'
  if (status === 'REFUSED') return 'cancelled'
  if (status === 'CANCELED') return canceledReason === 'expired' ? 'expired' : 'cancelled'
  return 'paid'
}

export function pixView(
  transaction: Transaction,
  account: Account,
  { now, pageUrl }: { readonly now: Date; readonly pageUrl: string },
): PixView {
  const { amount, paidAt, expiresAt, createdAt, pix, order } = transaction
  const description = order.items[0]?.title
  return {
    status: chargeStatus(transaction),
    amount,
    receiverName: account.name,
    ...(description && { description }),
    emv: pix?.emv ?? '',
    expiresAt: expiresAt ?? createdAt,
    now,
    ...(paidAt && { paidAt, receiptUrl: `${pageUrl}/receipt` }),
    statusUrl: `${pageUrl}/status`,
  }
}

/** Undefined until it is paid: there is nothing to receipt. */
export function receiptView(transaction: Transaction, account: Account): ReceiptView | undefined {
  const { id, amount, refundedAmount, paidAt, pix, order } = transaction
  if (!paidAt || !pix?.endToEndId) return undefined
  const description = order.items[0]?.title
  return {
    amount,
    refundedAmount,
    paidAt,
    receiver: { name: account.name, document: account.document },
    ...(description && { description }),
    endToEndId: pix.endToEndId,
    transactionId: id,
  }
}

/** The slip is the bank's word and the order's facts; nothing on it is made up here. */
export function slipOf(transaction: Transaction, bankName: string): Slip | undefined {
  const { boleto, amount, createdAt, expiresAt, order } = transaction
  if (!boleto) return undefined
  const issued = localDate(createdAt).toString()
  const { address } = order.customer ?? {}
  return {
    status: slipStatus(transaction),
    bankName,
    barcode: boleto.barcode,
    digitableLine: boleto.digitableLine,
    amount,
    dueDate: boleto.dueDate,
    documentDate: issued,
    processingDate: issued,
    ...(expiresAt && { lastPayableDate: localDate(expiresAt).toString() }),
    beneficiary: boleto.beneficiary,
    agencyAndAccount: boleto.agencyAndAccount,
    ourNumber: boleto.ourNumber,
    wallet: boleto.wallet,
    documentNumber: documentNumberOf(transaction),
    kind: 'DM',
    accepted: false,
    payer: {
      name: order.customer?.name ?? '',
      document: order.customer?.document?.number ?? '',
      ...(address?.street && {
        address: [
          address.street,
          address.streetNumber,
          address.neighborhood,
          address.city,
          address.state,
          address.zipCode,
        ]
          .filter(Boolean)
          .join(', '),
      }),
    },
    instructions: boleto.instructions,
    ...(boleto.pix && { pixEmv: boleto.pix.emv }),
  }
}

function slipStatus(transaction: Transaction): SlipStatus {
  const status = chargeStatus(transaction)
  if (status === 'paid') return { kind: 'paid', paidAt: transaction.paidAt ?? transaction.updatedAt }
  return { kind: status }
}

export function cardView(
  { status, amount, installments, card, refusedReason }: Transaction,
  account: Account,
): CardView {
  return {
    amount,
    installments,
    receiverName: account.name,
    state: cardState[status],
    ...(card && { card }),
    ...(refusedReason !== undefined && { refusedReason }),
  }
}

const cardState: Record<TransactionStatus, CardView['state']> = {
  WAITING_PAYMENT: 'waiting',
  AUTHORIZED: 'authorized',
  PAID: 'paid',
  REFUSED: 'refused',
  CANCELED: 'cancelled',
  REFUNDED: 'refunded',
  IN_PROTEST: 'disputed',
  CHARGEDBACK: 'refunded',
}
