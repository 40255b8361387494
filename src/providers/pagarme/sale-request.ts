import { checkCard, checkSale, softDescriptorOf } from '../acquirer/card-fields.ts'
import { type Rejected, rejected } from '../acquirer/request-rejected.ts'
import { nameWithin } from '../acquirer/text-fields.ts'
import type { CardData, CardSale, WalletToken } from '../ports/card.ts'
import { encodeCustomer } from './customer.ts'
import { type PagarmeSettings, usualContract } from './settings.ts'

/**
 * The body of `POST /orders` (docs/design/providers/pagarme.md#order-request), or a rejection of
 * data that no acquirer accepts.
 */
export function encodeSale(order: CardSale, settings: EncodingSettings): EncodedSale | Rejected {
  const customer = encodeCustomer(order.customer, settings.contract ?? usualContract)
  const unfit = checkSale(order, 52)
  if (unfit) return unfit
  if (customer.kind === 'rejected') return customer
  const source = encodeSource(order.source, settings)
  if (source.kind === 'rejected') return source

  const descriptor = softDescriptorOf(order, settings)
  const { address } = customer.fields
  const bodyWith = (paidBy: PaidBy) => ({
    code: order.attemptRef,
    closed: true,
    ...(order.customer.ip && { ip: order.customer.ip }),
    customer: customer.fields,
    items: [{ code: order.attemptRef, description: 'Pedido', amount: order.amount, quantity: 1 }],
    payments: [
      {
        payment_method: 'credit_card',
        amount: order.amount,
        credit_card: {
          installments: order.installments,
          operation_type: order.capture ? 'auth_and_capture' : 'auth_only',
          ...(descriptor && { statement_descriptor: descriptor }),
          ...paidBy,
          ...((paidBy.card || address) && {
            card: { ...paidBy.card, ...(address && { billing_address: address }) },
          }),
        },
      },
    ],
  })
  return {
    kind: 'encoded',
    ...(source.token && { token: JSON.stringify({ type: 'card', card: source.token }) }),
    bodyFor: (cardToken) =>
      JSON.stringify(bodyWith(cardToken === undefined ? source.paidBy : { card_token: cardToken })),
  }
}

/** What an account of each contract accepts (docs/design/providers/pagarme.md#contracts). */
type EncodingSettings = Pick<
  PagarmeSettings,
  'softDescriptor' | 'wallet' | 'contract' | 'publicKey'
>

export interface EncodedSale {
  readonly kind: 'encoded'
  /** The body of `POST /tokens` that comes before the order. Absent: the order has the card. */
  readonly token?: string
  /** The body of the order. `cardToken`: what the token request returned. */
  readonly bodyFor: (cardToken?: string) => string
}

/** The fields of `credit_card` that name the means of payment. */
interface PaidBy {
  readonly card?: object
  readonly card_token?: string
  readonly payload?: object
}

interface EncodedSource {
  readonly kind: 'source'
  readonly paidBy: PaidBy
  readonly token?: object
}

function encodeSource(
  source: CardSale['source'],
  { wallet, contract, publicKey }: EncodingSettings,
): EncodedSource | Rejected {
  if (source.kind === 'card') {
    const encoded = encodeCard(source.card)
    if (encoded.kind === 'rejected') return encoded
    const { card } = encoded
    return { kind: 'source', paidBy: { card }, ...(publicKey && { token: card }) }
  }
  // Pagar.me publishes no field for an opened token.
  if (source.kind === 'wallet-cryptogram' || !wallet)
    return rejected('wallet-not-supported', 'wallet')
  const payload = payloadOf(source.token, wallet.encryptTo)
  return { kind: 'source', paidBy: contract === 'psp' ? { payload } : { card: { payload } } }
}

function encodeCard(card: CardData) {
  const holder = nameWithin(card.holderName, 64, /[^\p{L}\p{M}0-9 .'-]/gu)
  const unfit = checkCard(card, holder)
  if (unfit) return unfit
  return {
    kind: 'card',
    card: {
      number: card.number,
      holder_name: holder,
      exp_month: card.expirationMonth,
      exp_year: card.expirationYear,
      ...(card.cvv !== undefined && { cvv: card.cvv }),
    },
  } as const
}

/** Every field of the token, renamed and otherwise unchanged. */
function payloadOf({ paymentData }: WalletToken, merchantIdentifier: string) {
  const { version, data, signature, header } = paymentData
  return {
    type: 'apple_pay',
    apple_pay: {
      version,
      data,
      signature,
      merchant_identifier: merchantIdentifier,
      header: {
        ephemeral_public_key: header.ephemeralPublicKey,
        public_key_hash: header.publicKeyHash,
        transaction_id: header.transactionId,
        ...(header.applicationData !== undefined && { application_data: header.applicationData }),
      },
    },
  }
}
