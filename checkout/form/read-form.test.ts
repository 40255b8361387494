import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../../src/primitives/money.ts'
import { someForm } from '../../test/kit/some-form.ts'
import type { FormProblem } from './form-view.ts'
import { enteredIn, readExpiry, readForm } from './read-form.ts'

const now = new Date('2026-11-23T12:00:00Z')
const number = '4024 0071 5376 0011'
const card = {
  method: 'CREDIT_CARD',
  cardNumber: number,
  cardHolder: ' ANA   TESTE ',
  cardExpiry: '12/31',
  cardCvv: '123',
  installments: '3',
}
const open = { kind: 'open', min: cents(10_00), max: cents(500_00) } as const
const pieces = { kind: 'pieces', unit: cents(25_00), min: 2, max: 8 } as const

type Change = Readonly<Record<string, string>>
const read = (sent: Change, rules = {}) =>
  readForm(new URLSearchParams(sent), { ...someForm, ...rules }, now)

const problemsOf = (sent: Change, rules = {}): readonly string[] => {
  const reading = read(sent, rules)
  return reading.ok ? [] : reading.problems.map(named)
}
const named = ({ field, problem }: FormProblem) => `${field} ${problem}`

test('a PIX needs nothing of its payer, and takes what is entered', () => {
  assert.deepEqual(read({ method: 'PIX', price: '10000' }), {
    ok: true,
    form: { shownTotal: 100_00, customer: {}, payment: { method: 'PIX' } },
  })
  const sent = { method: 'PIX', name: 'Ana  Teste', email: 'ana@exemplo.com.br', document: '1' }
  const reading = read(sent)
  assert.deepEqual(reading.ok && reading.form.customer, {
    name: 'Ana Teste',
    email: 'ana@exemplo.com.br',
  })
})

test('a card is read as typed, and its holder is the payer', () => {
  assert.deepEqual(read(card), {
    ok: true,
    form: {
      customer: { name: 'ANA TESTE' },
      payment: {
        method: 'CREDIT_CARD',
        installments: 3,
        card: {
          number: '4024007153760011',
          holderName: 'ANA TESTE',
          expirationMonth: 12,
          expirationYear: 2031,
          cvv: '123',
        },
      },
    },
  })
})

test('a boleto needs a name and a CPF or CNPJ, in any form', () => {
  const sent = { method: 'BOLETO', name: 'Ana Teste', document: '111.444.777-35' }
  const reading = read(sent)
  assert.deepEqual(reading.ok && reading.form.customer, {
    name: 'Ana Teste',
    document: { type: 'CPF', number: '11144477735' },
  })
  assert.deepEqual(problemsOf({ method: 'BOLETO' }), ['name required', 'document required'])
  assert.deepEqual(problemsOf({ method: 'BOLETO' }, { asks: [] }), [], 'the shop knows them')
})

const wallet = { method: 'DEVICE_PAY', installments: '3' }
const offered = { devicePay: { label: 'Loja', applicationData: 'YWJj' } }

test('a wallet needs a name and a CPF or CNPJ, because its token has neither', () => {
  const sent = { ...wallet, name: 'Ana Teste', document: '111.444.777-35' }
  assert.deepEqual(read(sent, offered), {
    ok: true,
    form: {
      customer: { name: 'Ana Teste', document: { type: 'CPF', number: '11144477735' } },
      payment: { method: 'DEVICE_PAY', installments: 3 },
    },
  })
  assert.deepEqual(problemsOf(wallet, offered), ['name required', 'document required'])
  assert.deepEqual(problemsOf(wallet, { ...offered, asks: [] }), [], 'the shop knows them')
  assert.deepEqual(problemsOf({ ...sent, installments: '13' }, offered), ['installments invalid'])
  assert.deepEqual(problemsOf(sent), ['method required'], 'it is not offered')
})

for (const [what, sent, problems] of [
  ['no method', {}, ['method required']],
  ['a method that is not offered', { method: 'CASH' }, ['method required']],
  [
    'an empty card',
    { method: 'CREDIT_CARD' },
    ['cardNumber required', 'cardHolder required', 'cardExpiry required', 'cardCvv required'],
  ],
  ['a mistyped number', { ...card, cardNumber: '4024007153760012' }, ['cardNumber invalid']],
  ['a number of no brand', { ...card, cardNumber: '9999999999999995' }, ['cardNumber brand']],
  ['a card of the past', { ...card, cardExpiry: '10/26' }, ['cardExpiry expired']],
  ['a month that is none', { ...card, cardExpiry: '13/31' }, ['cardExpiry required']],
  ['a code that is too long', { ...card, cardCvv: '1234' }, ['cardCvv invalid']],
  ['too many installments', { ...card, installments: '13' }, ['installments invalid']],
  ['no installments', { ...card, installments: '0' }, ['installments invalid']],
  ['a card number as name', { method: 'PIX', name: number }, ['name card-number']],
  ['a NUL in an e-mail', { method: 'PIX', email: 'a\0b@x.com' }, ['email invalid']],
  ['a control character in it', { method: 'PIX', email: 'a\u0007b@x.com' }, ['email invalid']],
  [
    'the number of the card in pieces',
    { ...card, cardHolder: 'ANA 53760011', email: 'a40240071@x.com' },
    ['cardHolder card-number'],
  ],
  [
    'the number of the card between letters',
    { ...card, cardHolder: 'ANA 40240071 b 53760011' },
    ['cardHolder card-number'],
  ],
  ['a card number as holder', { ...card, cardHolder: number }, ['cardHolder card-number']],
  [
    'a card number as e-mail',
    { method: 'PIX', email: '4024007153760011@x.com.br' },
    ['email card-number'],
  ],
  ['a control character', { method: 'PIX', name: 'Ana\u0007' }, ['name invalid']],
  ['half an address', { method: 'PIX', email: 'ana@exemplo' }, ['email invalid']],
  [
    'a wrong CPF',
    { method: 'BOLETO', name: 'Ana', document: '111.444.777-36' },
    ['document invalid'],
  ],
] as const) {
  test(`${what} is refused at its field`, () => assert.deepEqual(problemsOf(sent), problems))
}

for (const [sent, problems] of [
  [{ amount: '9,99' }, ['amount too-small']],
  [{ amount: '500,01' }, ['amount too-large']],
  [{ amount: '' }, ['amount required']],
  [{ amount: 'muito' }, ['amount required']],
  [{ amount: 'R$ 25,50' }, []],
] as const) {
  test(`an amount of "${sent.amount}" is ${problems[0] ?? 'taken'}`, () =>
    assert.deepEqual(problemsOf({ method: 'PIX', ...sent }, { price: open }), problems))
}

test('an entered amount was not shown, and a number of pieces was', () => {
  const entered = read({ method: 'PIX', amount: '25,50', price: '1' }, { price: open })
  assert.deepEqual(entered.ok && [entered.form.amount, entered.form.shownTotal], [25_50, undefined])
  const counted = read({ method: 'PIX', quantity: '3', price: '2500' }, { price: pieces })
  assert.deepEqual(counted.ok && [counted.form.quantity, counted.form.shownTotal], [3, 75_00])
  for (const quantity of ['1', '9', '', '2.5', 'dois'])
    assert.deepEqual(problemsOf({ method: 'PIX', quantity }, { price: pieces }), [
      'quantity invalid',
    ])
})

test('nothing of a card is shown again, not even in the wrong field', () => {
  const sent = new URLSearchParams({ ...card, email: number, name: `Ana ${number}` })
  const text = JSON.stringify(enteredIn(sent))
  assert.equal(text, '{"method":"CREDIT_CARD","cardHolder":"ANA TESTE","installments":"3"}')
})

for (const [text, expiry] of [
  ['08/31', { month: 8, year: 2031 }],
  ['8/31', { month: 8, year: 2031 }],
  ['08/2031', { month: 8, year: 2031 }],
  ['08 / 31', { month: 8, year: 2031 }],
  ['0831', { month: 8, year: 2031 }],
  ['082031', { month: 8, year: 2031 }],
  ['08-31', { month: 8, year: 2031 }],
  ['00/31', undefined],
  ['831', undefined],
  ['08/1', undefined],
  ['', undefined],
] as const) {
  test(`an expiry of "${text}" is ${expiry ? 'read' : 'refused'}`, () =>
    assert.deepEqual(readExpiry(text), expiry))
}

const boletoPayer = { method: 'BOLETO', name: 'Ana Teste', document: '111.444.777-35' }
const address = {
  ...{ zipCode: '01304-000', street: 'Rua Augusta', streetNumber: '10', complement: 'Sala 2' },
  ...{ neighborhood: 'Consolação', city: 'São Paulo', state: 'sp' },
}

test('a boleto whose bank needs an address asks for all of it but the complement', () => {
  const reading = read({ ...boletoPayer, ...address }, { asksAddress: true })
  assert.deepEqual(reading.ok && reading.form.customer.address, {
    ...{ zipCode: '01304000', street: 'Rua Augusta', streetNumber: '10', complement: 'Sala 2' },
    ...{ neighborhood: 'Consolação', city: 'São Paulo', state: 'SP' },
  })
  assert.deepEqual(problemsOf(boletoPayer, { asksAddress: true }), [
    ...['zipCode required', 'street required', 'streetNumber required'],
    ...['neighborhood required', 'city required', 'state required'],
  ])
  const wrong = { ...boletoPayer, ...address, zipCode: '1304', state: 'XX', street: number }
  assert.deepEqual(problemsOf(wrong, { asksAddress: true }), [
    ...['zipCode invalid', 'state invalid', 'street card-number'],
  ])
  const split = { ...boletoPayer, ...address, street: '40240071', streetNumber: '53760011' }
  assert.deepEqual(problemsOf(split, { asksAddress: true }), ['streetNumber card-number'])
  const hidden = { ...boletoPayer, ...address, street: 'Rua\0A', complement: 'B\u0007' }
  assert.deepEqual(problemsOf(hidden, { asksAddress: true }), [
    ...['street invalid', 'complement invalid'],
  ])
})

test('an invisible mark of copied text is left out', () => {
  const marked = { method: 'PIX', name: 'Ana\u200b Teste\u202e', email: 'ana\u00ad@exemplo.com.br' }
  assert.deepEqual(problemsOf(marked), [])
  assert.match(JSON.stringify(read(marked)), /"Ana Teste".*"ana@exemplo\.com\.br"/)
})

test('a long text is cut between characters', () => {
  const reading = read({ method: 'PIX', name: `${'x'.repeat(119)}😀 and more` })
  assert.equal(reading.ok && reading.form.customer.name, `${'x'.repeat(119)}😀`)
})

test('an address is read for a boleto only, and only if it was asked for', () => {
  const reading = read({ ...boletoPayer, ...address })
  assert.equal(reading.ok && reading.form.customer.address, undefined)
  const pix = read({ method: 'PIX', ...address }, { asksAddress: true })
  assert.deepEqual(pix.ok && pix.form.customer, {})
  assert.equal(enteredIn(new URLSearchParams(address)).street, 'Rua Augusta')
})
