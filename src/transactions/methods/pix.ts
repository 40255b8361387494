import { feeOf } from '../../accounts/account.ts'
import { amountDueOn, lastPayableDay } from '../../brazil/due-charge.ts'
import { endOfLocalDay, localDate } from '../../brazil/local-time.ts'
import { cents } from '../../primitives/money.ts'
import type { PixCharges } from '../../providers/ports/pix.ts'
import type { ProviderRegistry } from '../../providers/registry.ts'
import { renderDue } from '../charge/due-wire.ts'
import type { PixPayment } from '../order.ts'
import type { Transaction } from '../transaction.ts'
import { type Method, orderedAmountOnly } from './method.ts'
import { chargedBy, checkDue } from './pix-due.ts'

/**
 * An instant payment by a code that expires, or that has a due date (docs/design/brazil.md#txid).
 */
export const pix: Method<PixPayment> = {
  label: 'PIX',
  clearingBook: 'clearing:pix',
  hasInstallments: false,
  isCharge: true,
  canBePaidTwice: true,
  isConfirmedAtOnce: true,
  isRepeatSafe: true,
  disputeKind: 'med',

  price: (prices) => prices.PIX,

  endingWithin: (payment, seconds) => ({
    ...payment,
    expiresInSeconds: Math.min(payment.expiresInSeconds ?? seconds, seconds),
  }),

  checkOrder({ payment: { due }, facts: { customer } }, at) {
    if (due) checkDue(due, customer, at)
  },

  expiresAt: (_account, { payment: { due, expiresInSeconds = defaultSeconds } }, at) =>
    due
      ? endOfLocalDay(lastPayableDay(due))
      : new Date(at.getTime() + Math.min(expiresInSeconds, maxSeconds) * 1_000),

  canBeCanceled: ({ status }) => status === 'WAITING_PAYMENT',

  async cancel(providers, transaction, signal) {
    const charges = chargesOf(providers, transaction)
    const removal = await charges.removeCharge(transaction.pix?.txid ?? '', signal)
    return removal.kind === 'removed' ? 'closed' : removal.kind === 'completed' ? 'paid' : 'unknown'
  },

  reference: ({ pix, id }) => pix?.txid ?? id,

  amountOn: ({ amount, status, pix }, at) =>
    pix?.due && status === 'WAITING_PAYMENT'
      ? amountDueOn(pix.due.terms, localDate(at)).total
      : amount,

  endToEndId: ({ pix }) => pix?.endToEndId,

  amountFacts(transaction, arrival) {
    const { pix, price, paidAt } = transaction
    if (!pix?.due || paidAt) return orderedAmountOnly(transaction, arrival)
    const charged = chargedBy(pix.due.terms, arrival)
    const amount = cents(arrival.amount)
    return (
      charged && {
        amount,
        fee: feeOf(price, amount),
        pix: { ...pix, due: { ...pix.due, charged } },
      }
    )
  },

  paidFacts: (transaction, endToEndId) =>
    transaction.pix ? { pix: { ...transaction.pix, endToEndId } } : {},

  wire: ({ pix, expiresAt, paidAt }, pageUrl) =>
    pix
      ? {
          pix: {
            qrcode: pix.emv,
            expirationDate: expiresAt?.toISOString() ?? null,
            url: pageUrl,
            receiptUrl: paidAt ? `${pageUrl}/receipt` : null,
            due: pix.due && renderDue(pix.due),
          },
        }
      : {},

  hasDates: ({ paidAt }) => paidAt !== undefined,
}

const defaultSeconds = 86_400 // API Pix: calendario.expiracao
const maxSeconds = 365 * 86_400

/** The charges of the kind of this one at its bank. */
export function chargesOf(
  providers: Pick<ProviderRegistry, 'pix'>,
  { providerId, pix }: Transaction,
): Pick<PixCharges<unknown>, 'findCharge' | 'removeCharge'> {
  const bank = providers.pix(providerId)
  return pix?.due ? bank.dueCharges : bank
}
