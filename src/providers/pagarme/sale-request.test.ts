import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../../primitives/money.ts'
import type { DeviceWalletSettings } from '../device-wallet/settings.ts'
import type { CardData, CardSale } from '../ports/card.ts'
import { encodeSale } from './sale-request.ts'

const ana: CardData = {
  ...{
    number: '4024007153760011',
    holderName: 'Ana Teste',
    expirationMonth: 3,
    expirationYear: 2031,
    cvv: '123',
  },
}
const order = (change: Partial<CardSale> = {}, card: Partial<CardData> = {}): CardSale => ({
  ...{ attemptRef: 'T7K2M9QX4B1C8D5E6F3A', amount: cents(2500), installments: 2, capture: true },
  customer: { name: 'Ana Teste', document: '11144477735', email: 'ana@exemplo.com.br' },
  source: { kind: 'card', card: { ...ana, ...card } },
  ...change,
})
const wallet = { encryptTo: 'merchant.acquirer' } as DeviceWalletSettings

function body(sale: CardSale, settings: Parameters<typeof encodeSale>[1] = {}) {
  const encoded = encodeSale(sale, settings)
  assert(encoded.kind === 'encoded', encoded.kind)
  return JSON.parse(encoded.body)
}

test('an order is written in the form that Pagar.me publishes', () => {
  assert.deepEqual(body(order({ softDescriptor: 'Café & Cia' })), {
    code: 'T7K2M9QX4B1C8D5E6F3A',
    closed: true,
    customer: {
      ...{ name: 'Ana Teste', email: 'ana@exemplo.com.br' },
      ...{ type: 'individual', document: '11144477735', document_type: 'CPF' },
    },
    items: [{ code: 'T7K2M9QX4B1C8D5E6F3A', description: 'Pedido', amount: 2500, quantity: 1 }],
    payments: [
      {
        payment_method: 'credit_card',
        amount: 2500,
        credit_card: {
          installments: 2,
          operation_type: 'auth_and_capture',
          statement_descriptor: 'CafeCia',
          card: {
            number: '4024007153760011',
            holder_name: 'Ana Teste',
            exp_month: 3,
            exp_year: 2031,
            cvv: '123',
          },
        },
      },
    ],
  })
})

test('a token is sent whole: every field is renamed, none is changed', () => {
  const header = {
    ephemeralPublicKey: 'MFkw',
    publicKeyHash: 'aGFzaA==',
    transactionId: 'AB'.repeat(32),
  }
  const token = (extra: object) =>
    order({
      source: {
        kind: 'wallet-token',
        token: {
          paymentData: {
            version: 'EC_v1',
            data: 'ZGF0YQ==',
            signature: 'c2ln',
            header: { ...header, ...extra },
          },
          paymentMethod: { displayName: 'Visa 6020', network: 'Visa', type: 'credit' },
          transactionIdentifier: 'AB'.repeat(32),
        },
      },
    })
  const [payment] = body(token({}), { wallet }).payments
  assert.deepEqual(payment.credit_card.card, {
    payload: {
      type: 'apple_pay',
      apple_pay: {
        ...{
          version: 'EC_v1',
          data: 'ZGF0YQ==',
          signature: 'c2ln',
          merchant_identifier: 'merchant.acquirer',
        },
        header: {
          ephemeral_public_key: 'MFkw',
          public_key_hash: 'aGFzaA==',
          transaction_id: 'AB'.repeat(32),
        },
      },
    },
  })
  const [bound] = body(token({ applicationData: 'cd' }), { wallet }).payments
  assert.equal(bound.credit_card.card.payload.apple_pay.header.application_data, 'cd')
})

const rejections: readonly [string, CardSale, string][] = [
  ['nothing to pay', order({ amount: cents(0) }), 'amount-invalid'],
  ['no installment', order({ installments: 0 }), 'installments-invalid'],
  ['a customer without letters', order({ customer: { name: '123' } }), 'customer-invalid'],
  [
    'the card number as holder',
    order({}, { holderName: 'Ana 4024 0071 5376 0011' }),
    'card-invalid',
  ],
  ['a number with a space', order({}, { number: '4024007153760011 ' }), 'card-invalid'],
  ['month 13', order({}, { expirationMonth: 13 }), 'card-invalid'],
  ['a security code of two digits', order({}, { cvv: '12' }), 'card-invalid'],
]
for (const [name, sale, reason] of rejections) {
  test(`${name} is rejected without being sent`, () => {
    const outcome = encodeSale(sale, {})
    assert(outcome.kind === 'rejected')
    assert.equal(outcome.reason, reason)
    assert.ok(!JSON.stringify(outcome).includes('4024'))
  })
}
