import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { period, placeOrPage } from '../../../contract/list.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { byAge, byId, cursorOf, pageOf } from './list-page.ts'
import { choiceOf, limitFrom, oneOrMore, pageFrom, periodFrom, queryReader } from './list-query.ts'

const TestQuery = Type.Object({ status: Type.Optional(Type.String()), ...period, ...placeOrPage })
const statuses = ['PAID', 'REFUSED', 'kebab-case'] as const

function read(query: Readonly<Record<string, string>>) {
  const reader = queryReader(TestQuery, query)
  const found = {
    statuses: reader.read('status', choiceOf(statuses), oneOrMore(statuses)),
    ...periodFrom(reader),
    after: reader.read('cursor', 'cursor', byId.read),
    page: pageFrom(reader),
    limit: limitFrom(reader),
  }
  reader.refuse()
  return found
}

for (const [sent, limit] of [
  ['1', 1],
  ['100', 100],
  ['101', 100],
  ['999999999', 100],
  ['', 20],
] as const) {
  test(`a limit of "${sent}" is ${limit}`, () => assert.equal(read({ limit: sent }).limit, limit))
}

test('a day is from its first to its last millisecond in São Paulo; an instant is itself', () => {
  const { from, to } = read({ start_date: '2026-11-21', end_date: '2026-11-21' })
  assert.equal(from?.toISOString(), '2026-11-21T03:00:00.000Z')
  assert.equal(to?.toISOString(), '2026-11-22T02:59:59.999Z')
  assert.equal(
    read({ end_date: '2026-11-21T14:00:00 03:00' }).to?.toISOString(),
    '2026-11-21T11:00:00.000Z',
    'a plus sign arrives as a space',
  )
})

test('a period that ends before it starts is rejected; one of a single instant is not', () => {
  const backwards = { start_date: '2026-11-22', end_date: '2026-11-21' }
  assert.throws(
    () => read(backwards),
    (thrown) =>
      thrown instanceof Rejection &&
      JSON.stringify(thrown.details.issues) === '[{"field":"end_date","problem":"before-start"}]',
  )
  const instant = '2026-11-21T14:00:00Z'
  assert.deepEqual(read({ start_date: instant, end_date: instant }).to, new Date(instant))
})

test('filters are named in any case, and an unknown one is rejected', () => {
  assert.deepEqual(read({ status: 'paid, KEBAB-CASE' }).statuses, ['PAID', 'kebab-case'])
  assert.throws(() => read({ status: 'paid,payed' }), Rejection)
})

test('every problem of a query is reported at once, by its field', () => {
  const wrong = {
    status: 'x',
    start_date: '21/11/2026',
    end_date: '2026-02-30',
    cursor: '?',
    page: '0',
    limit: '-1',
  }
  assert.throws(
    () => read(wrong),
    (thrown) =>
      thrown instanceof Rejection &&
      JSON.stringify((thrown.details.issues ?? []).map(({ field }) => field)) ===
        JSON.stringify(Object.keys(wrong)),
  )
})

test('a full page has a next one only when there is one more row', () => {
  const rows = ['a', 'b', 'c']
  const cursor = (last: string) => `after ${last}`
  assert.deepEqual(pageOf(rows, 2, cursor), {
    shown: ['a', 'b'],
    pagination: { limit: 2, nextCursor: 'after b' },
  })
  assert.deepEqual(pageOf(rows, 3, cursor), {
    shown: rows,
    pagination: { limit: 3, nextCursor: null },
  })
  assert.deepEqual(pageOf([], 3, cursor), { shown: [], pagination: { limit: 3, nextCursor: null } })
})

test('a cursor is read as the position that wrote it; any other text is not a cursor', () => {
  const place = {
    createdAt: new Date('2026-11-21T03:00:00.001Z'),
    id: '0198c1de-7a4b-7c11-9d52-3f6f2f0f9b10',
  }
  assert.deepEqual(byAge.read(byAge.text(place)), place)
  const named = cursorOf<string>(
    (name) => [1, name],
    (_, ...words) => words.join(' '),
  )
  assert.equal(named.read(named.text('a file é')), 'a file é', 'the last value may hold spaces')
  for (const text of [
    '',
    '0',
    byAge.text({ ...place, id: 'x' }),
    byId.text(place.id),
    '\u0000'.repeat(1_000),
  ])
    assert.equal(byAge.read(text), undefined)
})
