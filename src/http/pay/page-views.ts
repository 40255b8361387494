import type { Slip } from '../../../checkout/boleto/slip.ts'
import type { CardView } from '../../../checkout/card/card-html.ts'
import type { DueView } from '../../../checkout/due.ts'
import type { Item, PaymentView } from '../../../checkout/payment.ts'
import type { PixView } from '../../../checkout/pix/pix-html.ts'
import type { ReceiptView } from '../../../checkout/receipt/receipt-html.ts'
import { markOf, type PaymentState, type Standing, wasPaid } from '../../../checkout/standing.ts'
import type { Account } from '../../accounts/account.ts'
import { readBrCode } from '../../brazil/br-code.ts'
import { amountDueOn, lastPayableDay } from '../../brazil/due-charge.ts'
import { localDate } from '../../brazil/local-time.ts'
import { type Payee, payeeFor, type Receiver, type ShopNames } from '../../brazil/payee.ts'
import { type Cents, cents } from '../../primitives/money.ts'
import { type BoletoBank, countsBusinessDays } from '../../providers/ports/boleto.ts'
import { documentNumberOf } from '../../transactions/charge/boleto-order.ts'
import { methods } from '../../transactions/methods/methods.ts'
import type { Transaction } from '../../transactions/transaction.ts'

export interface Viewed {
  readonly now: Date
  readonly pageUrl: string
  /** Ends the addresses of other pages: the chosen language. */
  readonly query: string
  /** Absent: the page belongs to no session. */
  readonly next?: NextLinks
}

/** Where a payer goes from the page of a payment. */
export type NextLinks = Pick<PaymentView, 'otherWayUrl' | 'continueUrl'>

/** The state of a payment for its payer. */
export function standingOf(transaction: Transaction, now: Date): Standing {
  const { paidAt, refundedAmount, refunds = [], disputes = [] } = transaction
  const underWay = refunds.filter(({ status }) => status === 'PROCESSING')
  // What a MED returned is in `refundedAmount` already.
  const chargebacks = disputes.filter(({ kind }) => kind !== 'med')
  return {
    state: stateOf(transaction, now),
    ...(paidAt && { paidAt }),
    returned: refundedAmount,
    returning: sumOf(underWay.map(({ amount }) => amount)),
    lost: sumOf(chargebacks.map(({ lostAmount }) => lostAmount)),
  }
}

/** The mark of a payment's page at this instant: the same as that of its page then. */
export const markAt = (transaction: Transaction, now: Date): string =>
  markOf(standingOf(transaction, now), amountShown(transaction, now))

const amountShown = (transaction: Transaction, now: Date): Cents =>
  methods[transaction.method].amountOn(transaction, now)

const sumOf = (amounts: readonly Cents[]): Cents =>
  cents(amounts.reduce<number>((sum, each) => sum + each, 0))

function stateOf(
  { status, method, canceledReason, expiresAt, boleto }: Transaction,
  now: Date,
): PaymentState {
  switch (status) {
    case 'WAITING_PAYMENT':
      if (boleto?.registration === 'PENDING') return 'registering'
      if (boleto?.inProtestSince !== undefined) return 'in-protest'
      // Another method may have been paid on its last day, and this is known some days later.
      return methods[method].isConfirmedAtOnce && expiresAt !== undefined && now > expiresAt
        ? 'expired'
        : 'open'
    case 'AUTHORIZED':
      return 'authorized'
    case 'REFUSED':
      return 'refused'
    case 'CANCELED':
      return canceledReason === 'expired' ? 'expired' : 'cancelled'
    case 'PAID':
      return 'paid'
    case 'REFUNDED':
      return 'refunded'
    case 'IN_PROTEST':
      return 'disputed'
    case 'CHARGEDBACK':
      return 'chargedback'
  }
}

/** Shop and receiver, as the provider had them when the payment was created. */
export function payeeOf({ pix, boleto }: Transaction, names: ShopNames): Payee {
  const receiver = pix ? (pix.receiver ?? receiverInCode(pix.emv)) : boleto && beneficiaryOf(boleto)
  return payeeFor(names, receiver)
}

const beneficiaryOf = ({ beneficiary }: NonNullable<Transaction['boleto']>): Receiver => ({
  name: beneficiary.name,
  document: beneficiary.document,
  source: 'account',
})

function receiverInCode(emv: string): Receiver | undefined {
  const reading = readBrCode(emv)
  return reading.ok ? { name: reading.code.receiverName, source: 'code' } : undefined
}

/** The items that have a title. */
export function itemsShown(items: Transaction['order']['items']): Item[] {
  return items.flatMap(({ title, quantity, unitPrice }) => {
    if (!title) return []
    return {
      title,
      quantity: quantity ?? 1,
      ...(unitPrice !== null && { unitPrice: cents(unitPrice) }),
    }
  })
}

function paymentOf(
  transaction: Transaction,
  account: Account,
  { now, pageUrl, query, next }: Viewed,
): PaymentView {
  const { method, refusedReason } = transaction
  return {
    method,
    amount: amountShown(transaction, now),
    payee: payeeOf(transaction, account),
    items: itemsShown(transaction.order.items),
    standing: standingOf(transaction, now),
    ...(refusedReason !== undefined && { refusedReason }),
    statusUrl: `${pageUrl}/status`,
    eventsUrl: `${pageUrl}/events`,
    ...next,
    receiptUrl: `${pageUrl}/receipt${query}`,
  }
}

export function pixView(transaction: Transaction, account: Account, viewed: Viewed): PixView {
  const { expiresAt, createdAt, pix } = transaction
  const due = dueView(transaction, viewed.now)
  return {
    ...paymentOf(transaction, account, viewed),
    method: 'PIX',
    emv: pix?.emv ?? '',
    expiresAt: expiresAt ?? createdAt,
    now: viewed.now,
    ...(due && { due }),
  }
}

/** What the amount is made of: when it was paid, or today. */
function dueView({ pix }: Transaction, now: Date): DueView | undefined {
  if (!pix?.due) return undefined
  const { terms, charged } = pix.due
  return {
    date: terms.dueDate,
    lastDay: lastPayableDay(terms).toString(),
    original: terms.original,
    parts: charged ?? amountDueOn(terms, localDate(now)),
  }
}

/** Undefined until it is paid: before that there is no receipt. */
export function receiptView(
  transaction: Transaction,
  account: Account,
  viewed: Viewed,
): ReceiptView | undefined {
  const { id, paidAt, pix, boleto, card, installments } = transaction
  const payment = paymentOf(transaction, account, viewed)
  if (!paidAt || !wasPaid(payment.standing)) return undefined
  const endToEndId = pix?.endToEndId ?? boleto?.endToEndId
  const due = dueView(transaction, viewed.now)
  return {
    ...payment,
    ...(due && { due }),
    paidAt,
    shopDocument: account.document,
    ...(endToEndId !== undefined && { endToEndId }),
    ...(boleto && { ourNumber: boleto.ourNumber }),
    ...(card && { card, installments }),
    transactionId: id,
  }
}

type Bank = Pick<BoletoBank, 'name' | 'overdueSteps'>

/** The slip contains the bank's data and the order's facts. Nothing on it is invented here. */
export function slipOf(
  transaction: Transaction,
  account: Account,
  { bank, ...viewed }: Viewed & { readonly bank: Bank | undefined },
): Slip | undefined {
  const { boleto, createdAt, expiresAt, order } = transaction
  if (!boleto || !bank) return undefined
  const { overdue } = boleto
  const issued = localDate(createdAt).toString()
  const { address } = order.customer ?? {}
  return {
    ...paymentOf(transaction, account, viewed),
    method: 'BOLETO',
    bankName: bank.name,
    barcode: boleto.barcode,
    digitableLine: boleto.digitableLine,
    dueDate: boleto.dueDate,
    documentDate: issued,
    processingDate: issued,
    ...(expiresAt && { lastPayableDate: localDate(expiresAt).toString() }),
    ...(overdue && {
      overdue: { ...overdue, areBusinessDays: countsBusinessDays(bank, overdue) },
    }),
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
    ...(boleto.finalBeneficiary && { finalBeneficiary: boleto.finalBeneficiary }),
    instructions: boleto.instructions,
    ...(boleto.pix && { pixEmv: boleto.pix.emv }),
  }
}

export function cardView(transaction: Transaction, account: Account, viewed: Viewed): CardView {
  const { installments, card } = transaction
  return {
    ...paymentOf(transaction, account, viewed),
    method: 'CREDIT_CARD',
    installments,
    ...(card && { card }),
  }
}
