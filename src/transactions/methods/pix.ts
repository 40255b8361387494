import type { PixPayment } from '../order.ts'
import type { Method } from './method.ts'

/** An instant payment by a code that expires (docs/design/brazil.md#txid). */
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

  expiresAt: (_account, { payment }, at) =>
    new Date(
      at.getTime() + Math.min(payment.expiresInSeconds ?? defaultSeconds, maxSeconds) * 1_000,
    ),

  canBeCanceled: ({ status }) => status === 'WAITING_PAYMENT',

  async cancel(providers, transaction, signal) {
    const removal = await providers
      .pix(transaction.providerId)
      .removeCharge(transaction.pix?.txid ?? '', signal)
    return removal.kind === 'removed' ? 'closed' : removal.kind === 'completed' ? 'paid' : 'unknown'
  },

  reference: ({ pix, id }) => pix?.txid ?? id,

  endToEndId: ({ pix }) => pix?.endToEndId,

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
          },
        }
      : {},

  hasDates: ({ paidAt }) => paidAt !== undefined,
}

const defaultSeconds = 86_400 // API Pix: calendario.expiracao
const maxSeconds = 365 * 86_400
