import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../../primitives/money.ts'
import type { CardData, CardSale } from '../ports/card.ts'
import { encodeSale } from './sale-request.ts'

interface Change {
  readonly order?: Partial<CardSale>
  readonly card?: Partial<CardData>
  readonly customer?: Partial<CardSale['customer']>
}

function order({ order = {}, card = {}, customer = {} }: Change = {}): CardSale {
  return {
    attemptRef: 'T7K2M9QX4B1C8D5E6F3A',
    amount: cents(2500),
    installments: 1,
    capture: true,
    ...order,
    customer: { name: 'Ana Teste', document: '11144477735', ...customer },
    source: { kind: 'card', card: { ...anaCard, ...card } },
  }
}

const anaCard: CardData = {
  number: '4024007153760011',
  holderName: 'Ana Teste',
  expirationMonth: 3,
  expirationYear: 2031,
  cvv: '123',
}

function body(change: Change = {}, settings: { softDescriptor?: string } = {}) {
  const encoded = encodeSale(order(change), settings)
  assert(encoded.kind === 'encoded', encoded.kind)
  return JSON.parse(encoded.body)
}

test('a sale is written in the form that Cielo publishes', () => {
  assert.deepEqual(body({ order: { softDescriptor: 'Loja Teste' } }), {
    MerchantOrderId: 'T7K2M9QX4B1C8D5E6F3A',
    Customer: { Name: 'Ana Teste', Identity: '11144477735', IdentityType: 'CPF' },
    Payment: {
      Type: 'CreditCard',
      Amount: 2500,
      Currency: 'BRL',
      Country: 'BRA',
      Installments: 1,
      Interest: 'ByMerchant',
      Capture: true,
      Authenticate: false,
      SoftDescriptor: 'LojaTeste',
      CreditCard: {
        CardNumber: '4024007153760011',
        Holder: 'Ana Teste',
        ExpirationDate: '03/2031',
        SecurityCode: '123',
        SaveCard: false,
        Brand: 'Visa',
      },
    },
  })
})

const holders = [
  ['José da Conceição', 'Jose da Conceicao'],
  ["  Ana   D'Ávila-Nuñez Jr.  ", 'Ana D Avila Nunez Jr'],
  ['ANA\u0000TESTE 😀', 'ANA TESTE'],
  ['Maria Aparecida dos Santos Oliveira', 'Maria Aparecida dos Santo'],
  ['Ana Teste 2', 'Ana Teste'],
] as const
for (const [written, sent] of holders) {
  test(`the holder ${JSON.stringify(written)} is sent as ${sent}`, () => {
    assert.equal(body({ card: { holderName: written } }).Payment.CreditCard.Holder, sent)
  })
}

const descriptors = [
  ['Café & Cia. Ltda Brasil', undefined, 'CafeCiaLtdaBr'],
  [undefined, 'PADRAO', 'PADRAO'],
  ['***', 'PADRAO', 'PADRAO'],
  ['***', undefined, undefined],
] as const
for (const [ofSale, ofAccount, sent] of descriptors) {
  test(`descriptor ${ofSale} of a sale, ${ofAccount} of the account: ${sent}`, () => {
    const change = ofSale === undefined ? {} : { order: { softDescriptor: ofSale } }
    assert.equal(
      body(change, ofAccount === undefined ? {} : { softDescriptor: ofAccount }).Payment
        .SoftDescriptor,
      sent,
    )
  })
}

const brands = [
  ['5555555555554444', 'Master'],
  ['378282246310005', 'Amex'],
  ['6362970000457013', 'Elo'],
  ['5078601870000127985', 'Aura'],
  ['3566007770004971', 'JCB'],
  ['30569309025904', 'Diners'],
  ['6011111111111117', 'Discover'],
  ['6062825624254001', 'Hipercard'],
] as const
for (const [number, brand] of brands) {
  test(`${brand} is written in Cielo’s spelling`, () => {
    assert.equal(body({ card: { number } }).Payment.CreditCard.Brand, brand)
  })
}

test('a document is sent with its type, and left out when it is neither CPF nor CNPJ', () => {
  assert.deepEqual(body({ customer: { document: '12ABC34501DE35' } }).Customer.IdentityType, 'CNPJ')
  assert.deepEqual(body({ customer: { document: '111.444.777-35' } }).Customer, {
    Name: 'Ana Teste',
  })
})

test('without a security code none is sent', () => {
  const { cvv: _cvv, ...card } = anaCard
  const encoded = encodeSale({ ...order(), source: { kind: 'card', card } }, {})
  assert(encoded.kind === 'encoded')
  assert.ok(!encoded.body.includes('SecurityCode'))
})

/** The body of a sale to a wallet, only its `Payment`. */
function paymentOf(source: CardSale['source']) {
  const encoded = encodeSale({ ...order(), source }, {})
  assert(encoded.kind === 'encoded', encoded.kind)
  return JSON.parse(encoded.body).Payment
}

test('of a whole token only its encrypted data and its ephemeral key are sent', () => {
  const header = {
    ephemeralPublicKey: 'MFkw',
    publicKeyHash: 'aGFzaA==',
    transactionId: 'ab'.repeat(32),
  }
  const payment = paymentOf({
    kind: 'wallet-token',
    token: {
      paymentData: { version: 'EC_v1', data: 'ZGF0YQ==', signature: 'c2ln', header },
      paymentMethod: { displayName: 'Visa 6020', network: 'Visa', type: 'credit' },
      transactionIdentifier: 'AB'.repeat(32),
    },
  })
  const wallet = {
    Type: 'ApplePay',
    WalletKey: 'ZGF0YQ==',
    AdditionalData: { EphemeralPublicKey: 'MFkw' },
  }
  assert.deepEqual([payment.Wallet, payment.CreditCard], [wallet, undefined])
})

const opened = {
  number: '4895370012003478',
  expirationMonth: 12,
  expirationYear: 2030,
  cryptogram: 'AAECAwQFBgc=',
}
test('an opened token is sent as a card without a code, with its cryptogram', () => {
  const payment = paymentOf({ kind: 'wallet-cryptogram', cryptogram: { ...opened, eci: '7' } })
  assert.deepEqual(payment.CreditCard, {
    ...{
      CardNumber: '4895370012003478',
      Holder: 'Ana Teste',
      ExpirationDate: '12/2030',
      SaveCard: false,
      Brand: 'Visa',
    },
  })
  assert.deepEqual(payment.Wallet, { Type: 'ApplePay', Cavv: 'AAECAwQFBgc=', Eci: '7' })
  const withoutEci = paymentOf({ kind: 'wallet-cryptogram', cryptogram: opened })
  assert.deepEqual(withoutEci.Wallet, { Type: 'ApplePay', Cavv: 'AAECAwQFBgc=' })
})

for (const change of [{ number: '123' }, { number: '6370950000000005' }, { expirationMonth: 13 }]) {
  test(`an opened token with ${JSON.stringify(change)} is rejected as a token`, () => {
    const source = { kind: 'wallet-cryptogram', cryptogram: { ...opened, ...change } } as const
    const outcome = encodeSale({ ...order(), source }, {})
    assert(outcome.kind === 'rejected')
    assert.equal(outcome.reason, 'wallet-token-invalid')
  })
}

const rejections: readonly [string, Change, string, string][] = [
  ['nothing to pay', { order: { amount: cents(0) } }, 'amount-invalid', 'amount'],
  ['no installment', { order: { installments: 0 } }, 'installments-invalid', 'installments'],
  ['half an installment', { order: { installments: 1.5 } }, 'installments-invalid', 'installments'],
  ['a customer without letters', { customer: { name: '123' } }, 'customer-invalid', 'name'],
  ['a holder without letters', { card: { holderName: ' .- ' } }, 'card-invalid', 'holder'],
  [
    'the card number as holder',
    { card: { holderName: 'Ana 4024 0071 5376 0011' } },
    'card-invalid',
    'holder',
  ],
  ['a number with a space', { card: { number: '4024007153760011 ' } }, 'card-invalid', 'number'],
  [
    'a network Cielo does not take',
    { card: { number: '6370950000000005' } },
    'card-invalid',
    'brand',
  ],
  ['month 13', { card: { expirationMonth: 13 } }, 'card-invalid', 'expiry'],
  ['a year of two digits', { card: { expirationYear: 31 } }, 'card-invalid', 'expiry'],
  ['a security code of two digits', { card: { cvv: '12' } }, 'card-invalid', 'cvv'],
]
for (const [name, change, reason, code] of rejections) {
  test(`${name} is rejected without being sent`, () => {
    const outcome = encodeSale(order(change), {})
    assert(outcome.kind === 'rejected')
    assert.deepEqual([outcome.reason, outcome.code], [reason, code])
    assert.ok(!JSON.stringify(outcome).includes('4024'))
  })
}

test('an order id that Cielo would change is a bug, not an outcome', () => {
  for (const attemptRef of ['', 'A'.repeat(21), 'A-1', '../1']) {
    assert.throws(() => encodeSale(order({ order: { attemptRef } }), {}), /attemptRef/)
  }
})
