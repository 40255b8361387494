import { declineReasons } from '../../src/brazil/abecs.ts'
import { texts } from './texts.ts'

/** Why an issuer refused a card, and what the payer can do. */
export const refusalTexts = texts({
  generic: {
    pt: declineReasons.generic,
    en: 'The payment was not authorized. Use another card or another way to pay.',
  },
  funds: {
    pt: declineReasons.funds,
    en: 'The balance or the limit is not sufficient. Use another card or another way to pay.',
  },
  limit: {
    pt: declineReasons.limit,
    en: 'The limit of the card is exceeded. Contact the issuing bank or use another card.',
  },
  password: {
    pt: declineReasons.password,
    en: 'The password of the card was not accepted. Contact the issuing bank or use another card.',
  },
  'card-data': {
    pt: declineReasons['card-data'],
    en: 'The card details were not accepted. Check them or use another card.',
  },
  expired: { pt: declineReasons.expired, en: 'The card has expired. Use another card.' },
  blocked: {
    pt: declineReasons.blocked,
    en: 'The card is blocked. Contact the issuing bank or use another card.',
  },
  function: {
    pt: declineReasons.function,
    en: 'The card does not allow this kind of payment. Use another card or another way to pay.',
  },
  amount: {
    pt: declineReasons.amount,
    en: 'The amount or the installments were not accepted. Check them or use another way to pay.',
  },
  recurring: {
    pt: declineReasons.recurring,
    en: 'Recurring charges to this card were ended. Use another card or another way to pay.',
  },
  later: {
    pt: declineReasons.later,
    en: 'The payment could not be completed now. Try again later.',
  },
  shop: {
    pt: declineReasons.shop,
    en: 'The shop could not complete the payment with this card. Use another way to pay.',
  },
})
