import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { kindsOf, redact } from './redact.ts'

const redacted = (body: unknown, isResponse = false): unknown => {
  const text = redact(body, { isResponse })
  return text === null ? null : JSON.parse(text)
}

const uuid = '0198c1de-7a4b-7c11-9d52-3f6f2f0f9b10'
for (const [field, value, shown] of [
  ['paymentMethod', 'CREDIT_CARD', 'CREDIT_CARD'],
  ['paymentMethod', 'pix', 'pix'],
  ['paymentMethod', '4111111111111111', '***'],
  ['paymentMethod', 'Ab3dEf6hIj9lMn2pQr5t', '***'],
  ['events', ['transaction.paid', 'sk_live_1'], ['transaction.paid', '***']],
  ['amount', 1_050, 1_050],
  ['amount', 10.5, 10.5],
  ['amount', '1050', '***'],
  ['amount', 52998224725, '***'],
  ['amount', null, null],
  ['capture', false, false],
  ['capture', 'false', '***'],
  ['createdAt', '2026-11-21T14:03:00.000Z', '2026-11-21T14:03:00.000Z'],
  ['createdAt', '4111 1111 1111 1111', '***'],
  ['id', uuid, uuid],
  ['id', 'pedido', '***'],
  ['externalRef', 'pedido-1042', 'pedido-1042'],
  ['externalRef', '52998224725', '***'],
  ['externalRef', 'a reference of many characters', '***'],
  ['email', 'ana@loja.com.br', 'a***@loja.com.br'],
  ['email', '52998224725@loja.com.br', '***'],
  ['email', 'ana@52998224725.com', '***'],
  ['document', '529.982.247-25', '***25'],
  ['document', { number: '11.222.333/0001-81', type: 'CNPJ' }, { number: '***81', type: 'CNPJ' }],
  ['cvv', '737', '***'],
  ['metadata', { note: 'secret' }, '***'],
  ['pixKey', 'ana@loja.com.br', '***'],
  ['misspelt', 'secret', '***'],
  ['message', 'secret', '***'],
  ['customer', 'secret', '***'],
  ['items', [{ title: 'Camisa', quantity: 2 }], [{ title: '***', quantity: 2 }]],
] as const)
  test(`${field}: ${JSON.stringify(value)} is stored as ${JSON.stringify(shown)}`, () => {
    assert.deepEqual(redacted({ [field]: value }), { [field]: shown })
  })

test('a response has the sentences of the gateway, without numbers and addresses in them', () => {
  assert.deepEqual(
    redacted({ message: 'O campo amount é 4111 1111, de ana@loja.com.br ou "x".' }, true),
    { message: 'O campo amount é *** *** de *** ou ***' },
  )
  assert.deepEqual(redacted({ error: { field: 'items.0.quantity' } }, true), {
    error: { field: 'items.0.quantity' },
  })
  assert.deepEqual(redacted({ error: { field: '4111111111111111' } }, true), {
    error: { field: '***' },
  })
})

test('a name that is no plain word is counted only', () => {
  assert.deepEqual(redacted({ amount: 1, '4111111111111111': 1, 'a b': 2 }), { amount: 1, '…': 2 })
  assert.deepEqual(redacted({ '4111111111111111': 1 }), { '…': 1 })
})

test('only objects and lists are stored', () => {
  for (const body of [undefined, null, 1, 'text', true, Buffer.from('{}')])
    assert.equal(redact(body, { isResponse: false }), null)
  assert.deepEqual(redacted(['secret', 1, null, {}]), ['***', '***', null, {}])
})

/** Values that must never be stored, in the forms in which clients send them. */
const digits = (min: number, max: number) =>
  fc.stringMatching(new RegExp(`^[1-9][0-9]{${min - 1},${max - 1}}$`))
const pan = digits(13, 19)
const document = digits(11, 14)
const token = fc.stringMatching(/^[A-Za-z0-9]{32,60}$/)
const secret = fc.oneof(
  pan,
  pan.map((each) => each.replace(/(.{4})/g, '$1 ').trim()),
  document,
  token,
  token.map((each) => `sk_live_${each}`),
  fc.tuple(fc.stringMatching(/^[a-z]{4,12}$/), token).map(([who]) => `${who}@loja.com.br`),
)
const anyName = fc.oneof(
  fc.constantFrom(...kindsOf.keys(), 'cvv', 'token', 'key', 'secret', 'metadata', 'pixKey'),
  fc.string(),
)

test('no card number, document, token or address is stored, wherever it is sent', () => {
  fc.assert(
    fc.property(
      secret,
      fc.array(anyName, { minLength: 1, maxLength: 10 }),
      fc.boolean(),
      fc.boolean(),
      (value, names, isListed, isResponse) => {
        const [first = 'amount'] = names
        const leaf: unknown = isListed ? [{ [first]: [value] }, value] : { [first]: value }
        const body = names.reduce((inner, name) => ({ [name]: inner, [`${value}`]: value }), leaf)
        const text = redact(body, { isResponse }) ?? ''
        assert.ok(!text.includes(value), text)
        const number = Number(value)
        if (Number.isFinite(number))
          assert.ok(!(redact({ [first]: number }, { isResponse }) ?? '').includes(value))
      },
    ),
    { numRuns: 2_000 },
  )
})

test('any body becomes JSON of 4,096 bytes at most', () => {
  const large = Array.from({ length: 500 }, () => ({ id: uuid, message: 'ção '.repeat(100) }))
  for (const isResponse of [true, false]) {
    const text = redact({ data: large, issues: large, items: large }, { isResponse })
    assert.ok(text !== null && Buffer.byteLength(text) <= 4_096)
    assert.doesNotThrow(() => JSON.parse(text))
  }
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 12 }), fc.boolean(), (body, isResponse) => {
      const text = redact({ data: body, message: body, customer: body }, { isResponse })
      if (text === null) return
      assert.ok(Buffer.byteLength(text) <= 4_096)
      JSON.parse(text)
    }),
  )
})
