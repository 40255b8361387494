import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandboxAddresses } from '../../../test/kit/sandbox-addresses.ts'
import { routes } from '../routes.ts'
import type { ApiRequest } from './endpoint.ts'
import { warningsHeader, warningsOf, withWarnings } from './warnings.ts'

const routeOf = (method: string, path: string) => {
  const route = routes.find((each) => each.method === method && each.path === path)
  assert(route)
  return route.endpoint
}

function found(
  method: string,
  path: string,
  { body, query = {} }: { body?: unknown; query?: Record<string, string> },
) {
  const request = { method, path, body, query } as unknown as ApiRequest
  const warnings = warningsOf(routeOf(method, path), request, sandboxAddresses)
  return warnings.map(({ code, field, meant }) => [code, field, meant].filter(Boolean).join(' '))
}

const transactions = '/api/user/transactions'

for (const [what, body, expected] of [
  ['another case', { postbackURL: 'x' }, ['unknown-field postbackURL postbackUrl']],
  [
    'other signs',
    { 'postback-url': 'x', payment_method: 'PIX' },
    ['unknown-field postback-url postbackUrl', 'unknown-field payment_method paymentMethod'],
  ],
  ['a slip', { custumer: {} }, ['unknown-field custumer customer']],
  ['two letters swapped', { amuont: 1 }, ['unknown-field amuont amount']],
  [
    'the name another gateway uses',
    { callbackUrl: 'x' },
    ['unknown-field callbackUrl postbackUrl'],
  ],
  [
    'a field inside a block',
    { customer: { emial: 'x' } },
    ['unknown-field customer.emial customer.email'],
  ],
  [
    'a field inside a list',
    { items: [{}, { quantiy: 1 }] },
    ['unknown-field items.1.quantiy items.1.quantity'],
  ],
  [
    'a field of a card',
    { card: { holderNmae: 'x' } },
    ['unknown-field card.holderNmae card.holderName'],
  ],
  ['names like none of ours', { sku: 1, customer: { vip: true }, utm: {} }, []],
  ['a name like one that was sent too', { amount: 1, amounts: [1] }, []],
  [
    'names that are read though no schema has them',
    { wallet: {}, card: { hash: 'x', installments: 2 }, customer: { externalRef: 'x' } },
    [],
  ],
  ['what the merchant chose', { metadata: { custumer: 1, amuont: 2 } }, []],
  ['no object', [1], []],
] as const) {
  test(`fields of an order: ${what}`, () =>
    assert.deepEqual(found('POST', transactions, { body }), expected))
}

for (const [what, query, expected] of [
  ['a filter there is none of', { customer: 'zzz' }, ['unknown-filter customer']],
  [
    'a filter that was misspelt',
    { state_date: '2026-01-01' },
    ['unknown-filter state_date start_date'],
  ],
  ['a filter in another case', { Status: 'PAID' }, ['unknown-filter Status status']],
  ['more than a page', { limit: '1000' }, ['limit-capped limit 100']],
  ['a whole page', { limit: '100' }, []],
  [
    'every filter there is',
    { status: 'PAID', paymentMethods: 'PIX', page: '1', externalRef: 'x' },
    [],
  ],
  ['what keeps caches away', { _: '1' }, []],
] as const) {
  test(`filters of a list: ${what}`, () =>
    assert.deepEqual(found('GET', transactions, { query }), expected))
}

test('a refund with a misspelt amount gets a warning, and a response has at most ten', () => {
  assert.deepEqual(found('POST', `${transactions}/:id/refund`, { body: { ammount: 1 } }), [
    'unknown-field ammount amount',
  ])
  const items = Array.from({ length: 50 }, () => ({ titel: 'x' }))
  assert.equal(found('POST', transactions, { body: { items } }).length, 10)
})

test('a body of many unknown names is not compared to its end', () => {
  const others = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`zq${index}`, 1]))
  const body = { custumer: {}, ...others(150), amuont: 1 }
  assert.equal(found('POST', transactions, { body }).length, 2)
  assert.deepEqual(
    found('POST', transactions, { body: { custumer: {}, ...others(5_000), amuont: 1 } }),
    ['unknown-field custumer customer'],
  )
})

test('warnings are the last key of the envelope, in the language of the response', () => {
  const warnings = [{ code: 'unknown-field', field: 'custumer', meant: 'customer' }] as const
  const body = '{"status":200,"data":{},"error":null}'
  assert.deepEqual(JSON.parse(withWarnings(body, warnings, 'pt')).warnings, [
    {
      code: 'unknown-field',
      field: 'custumer',
      message: 'O campo custumer não existe e foi ignorado. Você quis dizer customer?',
    },
  ])
  assert.match(withWarnings(body, warnings, 'en'), /Did you mean customer/)
  assert.equal(withWarnings(body, [], 'pt'), body)
  const filter = [{ code: 'unknown-filter', field: 'email' }] as const
  assert.match(withWarnings(body, filter, 'pt'), /Os que existem estão em \/docs/)
})

test('a field cannot break out of the text or of the header', () => {
  const warnings = [
    { code: 'unknown-field', field: '$&"\\\r\ncústumer', meant: 'customer' },
  ] as const
  assert.equal(
    JSON.parse(withWarnings('{"error":null}', warnings, 'pt')).warnings[0].field,
    '$&"\\\r\ncústumer',
  )
  assert.match(withWarnings('{"error":null}', warnings, 'pt'), /O campo \$&/)
  assert.equal(warningsHeader(warnings), 'unknown-field;field="$&%22%5c%0d%0ac%c3%bastumer"')
})
