import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../../primitives/money.ts'
import { confirmCancel, confirmCapture } from '../acquirer/confirm-by-query.ts'
import type { CardFinding } from '../ports/card.ts'
import { cancelAnswer, captureAnswer, isNoSuchSale } from './capture-cancel-outcome.ts'

const reference = '5b0c6f1e-2d44-4e0b-9a57-6f3f0b8e9d21'
const answered = (status: number, body: unknown) =>
  ({
    kind: 'answered',
    status,
    headers: {},
    text: typeof body === 'string' ? body : JSON.stringify(body),
  }) as const

const cancels: readonly [string, number, unknown, string][] = [
  ['a whole cancel on the day', 200, { Status: 10, ReturnCode: '9' }, 'cancelled'],
  ['a whole cancel after it', 200, { Status: '11', ReturnCode: 0 }, 'cancelled'],
  ['a cancel in part', 200, { Status: 2, ReasonCode: 0, ReturnCode: '0' }, 'cancelled'],
  ['a cancel in part, code FF', 200, { Status: 2, ReasonCode: 0, ReturnCode: 'FF' }, 'cancelled'],
  ['a cancel in part without its reason', 200, { Status: 2, ReturnCode: '0' }, 'needs-query'],
  [
    'a cancel that left an authorization',
    200,
    { Status: 1, ReasonCode: 0, ReturnCode: '0' },
    'needs-query',
  ],
  ...['10', '223', '476'].map((code): [string, number, unknown, string] => [
    `code ${code}`,
    200,
    { Status: 2, ReasonCode: 9, ReturnCode: code },
    'pending',
  ]),
  ...[
    ...['40', '101', '43', '56', '72', '76', '51', '102', '55', '53', '54', '58', '60', '100'],
    ...['103', '104', '105', '106', '107', '108', '120', '121', '130', '160', '217', '477'],
  ].map((code): [string, number, unknown, string] => [
    `code ${code}`,
    200,
    { Status: 2, ReasonCode: 7, ReturnCode: code },
    'denied',
  ]),
  ...[
    '41',
    '57',
    '97',
    '98',
    '99',
    '475',
    '504',
    '17',
    '42',
    '21',
    '52',
    '77',
    'BP900',
    'BP901',
    'XX',
  ].map((code): [string, number, unknown, string] => [
    `code ${code}`,
    200,
    { Status: 2, ReasonCode: 7, ReturnCode: code },
    'needs-query',
  ]),
  [
    'only the code of the provider',
    200,
    { Status: 2, ReasonCode: 7, ProviderReturnCode: '43' },
    'denied',
  ],
  ['no code', 200, { Status: 2 }, 'needs-query'],
  ['no status', 200, {}, 'unknown'],
  ['half an answer', 200, '{"Status": 10, "Ret', 'unknown'],
  ['error 108', 400, [{ Code: 108 }], 'denied'],
  ['error 309', 400, [{ Code: 309 }], 'needs-query'],
  ['error 310', 400, [{ Code: 310 }], 'denied'],
  ['error 312', 400, [{ Code: 312 }], 'denied'],
  ['error 307', 400, [{ Code: 307 }], 'unknown'],
  ['an unreadable 400', 400, '', 'unknown'],
  ['a 401', 401, '', 'not-sent'],
  ['a 403', 403, '', 'not-sent'],
  ['a 429', 429, '', 'not-sent'],
  ['a 404', 404, '', 'unknown'],
  ['a 500', 500, { Status: 10 }, 'unknown'],
  [
    'the wait for another operation of the sale',
    200,
    { Status: 2, ReturnCode: 'BP902' },
    'not-sent',
  ],
]
for (const [name, status, body, kind] of cancels) {
  test(`${name}, in the response to a cancel, is ${kind}`, () => {
    assert.equal(cancelAnswer(answered(status, body), reference).kind, kind)
  })
}

test('code 51 in a cancel is about the amount, not about the limit of a card', () => {
  const outcome = cancelAnswer(
    answered(200, { Status: 2, ReasonCode: 7, ReturnCode: '51' }),
    reference,
  )
  assert(outcome.kind === 'denied')
  assert.match(outcome.message, /maior que o da venda/)
})

const captures: readonly [string, number, unknown, string][] = [
  ['a captured sale', 200, { Status: 2, ReturnCode: '6' }, 'needs-query'],
  ['a sale not available to capture', 400, [{ Code: 308 }], 'needs-query'],
  ['another error', 400, [{ Code: 114 }], 'unknown'],
  ['an empty answer', 200, {}, 'unknown'],
  ['a 404', 404, '', 'unknown'],
  ['a 503', 503, '', 'unknown'],
]
for (const [name, status, body, kind] of captures) {
  test(`${name}, in the response to a capture, is ${kind}`, () => {
    assert.equal(captureAnswer(answered(status, body)).kind, kind)
  })
}

const found = (outcome: Extract<CardFinding, { kind: 'found' }>['outcome']): CardFinding => ({
  kind: 'found',
  attemptRef: 'A1',
  outcome,
})
const approved = (captured: boolean, amount = 2500): CardFinding =>
  found({ kind: 'approved', captured, reference, amount: cents(amount) })
const voided = found({ kind: 'voided', reference, amount: cents(2500) })
const refused = found({
  kind: 'refused',
  reference,
  code: '05',
  reason: 'Não autorizado.',
  retryable: false,
})
const unsure: CardFinding = { kind: 'unknown', cause: new Error('503') }

const settled: readonly [string, CardFinding, string, string][] = [
  ['captured', approved(true), 'approved', 'unknown'],
  ['captured with another amount', approved(true, 1000), 'unknown', 'unknown'],
  ['authorised', approved(false), 'unknown', 'unknown'],
  ['voided', voided, 'refused', 'cancelled'],
  ['refused', refused, 'refused', 'denied'],
  ['analysed', found({ kind: 'analysing', reference }), 'unknown', 'unknown'],
  ['not found', { kind: 'not-found' }, 'unknown', 'unknown'],
  ['not to be queried', unsure, 'unknown', 'unknown'],
]
for (const [name, finding, capture, cancel] of settled) {
  test(`a sale that is ${name} settles a capture as ${capture} and a cancel as ${cancel}`, () => {
    assert.equal(confirmCapture(finding, cents(2500), { code: '308' }).kind, capture)
    assert.equal(confirmCancel(finding, { code: '309' }).kind, cancel)
  })
}

test('a rejection by the sale’s state rejects a cancel without another proof', () => {
  for (const [status, body] of [
    [400, [{ Code: 309 }]],
    ...['3', '17', '41', '42', '52', '77'].map(
      (code) => [200, { Status: 2, ReturnCode: code }] as const,
    ),
  ] as const) {
    const response = cancelAnswer(answered(status, body), reference)
    assert.ok(response.kind === 'needs-query')
    assert.deepEqual(confirmCancel(approved(true), response), {
      kind: 'not-possible',
      code: response.code,
    })
    assert.equal(confirmCancel(voided, response).kind, 'cancelled')
    assert.equal(confirmCancel({ kind: 'not-found' }, response).kind, 'not-possible')
    assert.equal(confirmCancel(unsure, response).kind, 'unknown')
  }
})

test('a refused capture of a sale that is still authorised is not possible', () => {
  const response = captureAnswer(answered(400, [{ Code: 308 }]))
  assert.ok(response.kind === 'needs-query')
  const outcomeOf = (finding: CardFinding) => confirmCapture(finding, cents(2500), response)
  assert.deepEqual(outcomeOf(approved(false)), { kind: 'not-possible', code: '308' })
  const others = [approved(true), approved(true, 1000), voided, unsure]
  assert.deepEqual(
    others.map((finding) => outcomeOf(finding).kind),
    ['approved', 'unknown', 'refused', 'unknown'],
  )
})

test('a cancel by order id finds no sale only on a 404 or code 307', () => {
  const rows: readonly [number, unknown, boolean][] = [
    [404, '', true],
    [400, [{ Code: 307 }], true],
    [400, [{ Code: 309 }], false],
    [200, { Status: 10 }, false],
    [500, '', false],
    [404, '<html><h1>404 Not Found</h1></html>', false],
  ]
  for (const [status, body, expected] of rows)
    assert.equal(isNoSuchSale(answered(status, body)), expected, String(status))
  assert.equal(isNoSuchSale({ kind: 'lost', cause: new Error('reset') }), false)
})
