import { checkCard, checkSale, softDescriptorOf } from '../acquirer/card-fields.ts'
import { type Rejected, rejected } from '../acquirer/request-rejected.ts'
import { nameWithin } from '../acquirer/text-fields.ts'
import type { CardData, CardSale, WalletToken } from '../ports/card.ts'
import type { PagarmeSettings } from './settings.ts'

/**
 * The body of `POST /orders` (docs/design/providers/pagarme.md#order-request), or a rejection of
 * data that no acquirer accepts.
 */
export function encodeSale(
  order: CardSale,
  settings: Pick<PagarmeSettings, 'softDescriptor' | 'wallet'>,
): { readonly kind: 'encoded'; readonly body: string } | Rejected {
  const name = nameWithin(order.customer.name, 64, /[^\p{L}\p{M} .'-]/gu)
  const unfit = checkSale(order, 52)
  if (unfit) return unfit
  if (!name) return rejected('customer-invalid', 'name')
  const card = encodeSource(order.source, settings)
  if (card.kind === 'rejected') return card

  const descriptor = softDescriptorOf(order, settings)
  const body = {
    code: order.attemptRef,
    closed: true,
    customer: { name, ...contact(order.customer) },
    items: [{ code: order.attemptRef, description: 'Pedido', amount: order.amount, quantity: 1 }],
    payments: [
      {
        payment_method: 'credit_card',
        amount: order.amount,
        credit_card: {
          installments: order.installments,
          operation_type: order.capture ? 'auth_and_capture' : 'auth_only',
          ...(descriptor && { statement_descriptor: descriptor }),
          card: card.card,
        },
      },
    ],
  }
  return { kind: 'encoded', body: JSON.stringify(body) }
}

function encodeSource(
  source: CardSale['source'],
  { wallet }: Pick<PagarmeSettings, 'wallet'>,
): { readonly kind: 'card'; readonly card: object } | Rejected {
  if (source.kind === 'card') return encodeCard(source.card)
  // Pagar.me publishes no field for an opened token.
  if (source.kind === 'wallet-cryptogram' || !wallet)
    return rejected('wallet-not-supported', 'wallet')
  return { kind: 'card', card: { payload: payloadOf(source.token, wallet.encryptTo) } }
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

/** Any document but a CPF or a CNPJ in its bare form is left out. */
function contact({ email, document }: CardSale['customer']) {
  const isCpf = /^[0-9]{11}$/.test(document ?? '')
  const isCnpj = /^[0-9A-Z]{12}[0-9]{2}$/.test(document ?? '')
  return {
    ...(email && email.length <= 64 && { email }),
    ...(isCpf && { type: 'individual', document, document_type: 'CPF' }),
    ...(isCnpj && { type: 'company', document, document_type: 'CNPJ' }),
  }
}
