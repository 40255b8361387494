import assert from 'node:assert/strict'
import { type Rejected, rejected } from '../acquirer/request-rejected.ts'
import { lettersAndDigits, nameWithin } from '../acquirer/text-fields.ts'
import type { CardData, CardSale, WalletToken } from '../ports/card.ts'
import type { PagarmeSettings } from './settings.ts'

/**
 * The body of `POST /orders` (docs/design/providers/pagarme.md#order-request), or a rejection of
 * data that no acquirer accepts.
 */
export function encodeOrder(
  order: CardSale,
  settings: Pick<PagarmeSettings, 'softDescriptor' | 'wallet'>,
): { readonly kind: 'encoded'; readonly body: string } | Rejected {
  assert(/^[0-9A-Za-z]{1,52}$/.test(order.attemptRef), 'attemptRef: letters and digits, at most 52')
  assert(Number.isSafeInteger(order.amount), 'amount: whole cents')
  const name = nameWithin(order.customer.name, 64, /[^\p{L}\p{M} .'-]/gu)
  if (order.amount <= 0) return rejected('amount-invalid', 'amount')
  if (!Number.isInteger(order.installments) || order.installments < 1)
    return rejected('installments-invalid', 'installments')
  if (!name) return rejected('customer-invalid', 'name')
  const card = encodeCard(order.source, settings)
  if (card.kind === 'rejected') return card

  const descriptor = lettersAndDigits(order.softDescriptor ?? '', 13) || settings.softDescriptor
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

function encodeCard(
  source: CardSale['source'],
  { wallet }: Pick<PagarmeSettings, 'wallet'>,
): { readonly kind: 'card'; readonly card: object } | Rejected {
  if (source.kind === 'card') return encodeTyped(source.card)
  // An opened token has no place in what Pagar.me publishes.
  if (source.kind === 'wallet-cryptogram' || !wallet) return rejected('wallet-not-supported', 'wallet')
  return { kind: 'card', card: { payload: payloadOf(source.token, wallet.encryptTo) } }
}

function encodeTyped(card: CardData) {
  const holder = nameWithin(card.holderName, 64, /[^\p{L}\p{M}0-9 .'-]/gu)
  if (!holder || card.holderName.replace(/[^0-9]/g, '').includes(card.number)) return rejected('card-invalid', 'holder')
  if (!/^[0-9]{13,19}$/.test(card.number)) return rejected('card-invalid', 'number')
  if (!isWithin(card.expirationMonth, 1, 12) || !isWithin(card.expirationYear, 2000, 2099))
    return rejected('card-invalid', 'expiry')
  if (card.cvv !== undefined && !/^[0-9]{3,4}$/.test(card.cvv)) return rejected('card-invalid', 'cvv')
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

/** Every part of the token, renamed and otherwise untouched. */
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

/** Anything but a CPF or a CNPJ in its bare form is left out. */
function contact({ email, document }: CardSale['customer']) {
  const isCpf = /^[0-9]{11}$/.test(document ?? '')
  const isCnpj = /^[0-9A-Z]{12}[0-9]{2}$/.test(document ?? '')
  return {
    ...(email && email.length <= 64 && { email }),
    ...(isCpf && { type: 'individual', document, document_type: 'CPF' }),
    ...(isCnpj && { type: 'company', document, document_type: 'CNPJ' }),
  }
}

const isWithin = (value: number, from: number, to: number): boolean =>
  Number.isInteger(value) && value >= from && value <= to
