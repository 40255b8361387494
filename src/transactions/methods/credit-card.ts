import { Rejection } from '../../primitives/rejection.ts'
import { cardCustomer } from '../card/card-customer.ts'
import type { CardPayment } from '../order.ts'
import { type Method, orderedAmountOnly } from './method.ts'

/**
 * A card: typed, by token, or by a device wallet. Its acquirer decides the sale when it is created.
 */
export const creditCard: Method<CardPayment> = {
  label: 'Cartão de crédito',
  clearingBook: 'clearing:card',
  hasInstallments: true,
  isCharge: false,
  canBePaidTwice: false,
  isConfirmedAtOnce: false,
  isRepeatSafe: true,
  disputeKind: 'chargeback',

  lacksPayerFacts(registry, { providers: { card } }, customer) {
    const compulsory = card === undefined ? undefined : registry.card(card).compulsoryFacts
    const known = cardCustomer({ customer, ip: null }, '')
    return compulsory?.some((fact) => known[fact] === undefined) ?? false
  },

  price({ CREDIT_CARD: ranges }, installments) {
    const last = ranges.at(-1)
    if (!last) return undefined
    const range = ranges.find(({ upTo }) => installments <= upTo)
    if (!range)
      throw new Rejection('installments-above-maximum', {
        field: 'installments',
        params: { max: last.upTo },
      })
    return { fixed: range.fixed, basisPoints: range.basisPoints }
  },

  endingWithin: (payment) => payment,

  expiresAt: () => undefined,

  // A sale under analysis cannot be canceled, because the acquirer is deciding it.
  canBeCanceled: ({ status, card }) => status === 'AUTHORIZED' && card?.reference !== undefined,

  async cancel(providers, { providerId, card, amount }, signal) {
    const cancel = await providers.card(providerId).cancel(card?.reference ?? '', amount, signal)
    return cancel.kind === 'cancelled'
      ? 'closed'
      : cancel.kind === 'denied'
        ? 'not-allowed'
        : 'unknown'
  },

  reference: ({ id }) => id,

  amountOn: ({ amount }) => amount,

  endToEndId: () => undefined,

  amountFacts: orderedAmountOnly,

  paidFacts: () => ({}),

  wire: ({ card }) =>
    card
      ? {
          card: { brand: card.brand, lastDigits: `${'*'.repeat(12)}${card.lastFour}` },
          // Null until the acquirer has responded.
          acquirer: {
            reference: card.reference ?? null,
            tid: card.tid ?? null,
            nsu: card.nsu ?? null,
            authorizationCode: card.authorizationCode ?? null,
          },
        }
      : {},

  // A card is charged when it is created, so its dates are known from then on.
  hasDates: ({ status }) => status !== 'REFUSED' && status !== 'CANCELED',
}
