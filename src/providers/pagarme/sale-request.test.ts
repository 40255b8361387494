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
  return JSON.parse(encoded.bodyFor())
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

const address = {
  ...{ street: 'Rua das Flores', streetNumber: '100', complement: 'Ap. 4', neighborhood: 'Centro' },
  ...{ city: 'São Paulo', state: 'sp', zipCode: '01310-100' },
}
const whole = {
  ...{ name: 'Ana Teste', document: '11144477735', email: 'ana@exemplo.com.br' },
  ...{ phone: '(11) 98765-4321', ip: '203.0.113.9', address },
}

test('phone, address and network address are sent, and the card is billed to the address', () => {
  const { customer, ip, payments } = body(order({ customer: whole }))
  const encoded = {
    ...{ line_1: '100, Rua das Flores, Centro', line_2: 'Ap. 4', zip_code: '01310100' },
    ...{ city: 'São Paulo', state: 'SP', country: 'BR' },
  }
  assert.equal(ip, '203.0.113.9')
  assert.deepEqual(customer.address, encoded)
  assert.deepEqual(customer.phones, {
    mobile_phone: { country_code: '55', area_code: '11', number: '987654321' },
  })
  assert.deepEqual(payments[0].credit_card.card.billing_address, encoded)
})

const phones: readonly [string, string | undefined][] = [
  ['11987654321', '11 987654321'],
  ['+55 (11) 3765-4321', '11 37654321'],
  ['5599998888', '55 99998888'],
  ['55 55 99998-8888', '55 999988888'],
  ['987654321', undefined],
  ['+1 415 555 2671 0000', undefined],
]
for (const [phone, expected] of phones) {
  test(`the phone ${phone} is sent as ${expected ?? 'none'}`, () => {
    const { mobile_phone: sent } =
      body(order({ customer: { ...whole, phone } })).customer.phones ?? {}
    assert.equal(sent && `${sent.area_code} ${sent.number}`, expected)
  })
}

test('with PSP a customer without a part is rejected, and is sent with a gateway', () => {
  for (const field of ['email', 'document', 'phone', 'address'] as const) {
    const { [field]: _left, ...rest } = whole
    const incomplete = order({ customer: rest })
    const outcome = encodeSale(incomplete, { contract: 'psp' })
    assert(outcome.kind === 'rejected', field)
    assert.deepEqual([outcome.reason, outcome.code], ['customer-invalid', `customer.${field}`])
    assert.equal(encodeSale(incomplete, { contract: 'gateway' }).kind, 'encoded')
  }
})

test('with a public key the order has a token in place of the card', () => {
  const encoded = encodeSale(order({ customer: whole }), { publicKey: 'pk_test_0123456789' })
  assert(encoded.kind === 'encoded' && encoded.token !== undefined)
  const { type, card } = JSON.parse(encoded.token)
  assert.deepEqual([type, card.number, card.cvv], ['card', ana.number, '123'])
  const paid = JSON.parse(encoded.bodyFor('token_1')).payments[0].credit_card
  assert.equal(paid.card_token, 'token_1')
  assert.deepEqual(Object.keys(paid.card), ['billing_address'])
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
  const psp = { wallet, contract: 'psp' } as const
  const beside = body({ ...token({}), customer: whole }, psp).payments[0].credit_card
  assert.deepEqual(beside.payload, payment.credit_card.card.payload)
  assert.deepEqual(Object.keys(beside.card), ['billing_address'])
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
