import assert from 'node:assert/strict'
import { randomUUID as newUuid } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Sql } from '../../src/db/pool.ts'
import { type RequestFilter, requestPage } from '../../src/request-log/request-log-store.ts'
import { openTestDatabase, type TestDatabase } from '../kit/database.ts'
import { readingOf } from '../kit/rows-read.ts'

/*
 * An account with 20,000 requests in nine days, nearly all of one kind, beside a larger account and
 * thousands with one request each: for one of these, which a kept plan is made for, reading all
 * rows is cheap. The rare ones are the oldest, so a plan that filters the newest rows first reads
 * them all.
 */
const size = 20_000
const account = newUuid()
const neighbour = newUuid()
const busyKey = newUuid()
const rareKey = newUuid()
const rareId = newUuid()

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
  await database.sql.begin(
    async (tx) => {
      for (const [holder, rows] of [
        [account, size],
        [neighbour, 2 * size],
      ] as const)
        await tx`
          insert into api_requests (
            account_id, id, slot, at, method, status_class, status, route, path, error_code,
            actor_kind, actor_id, actor_name, tenths_of_ms
          )
          select
            ${holder},
            case
              when n = 2 and ${holder}::uuid = ${account}::uuid then ${rareId}::uuid
              else gen_random_uuid()
            end,
            n * 9 / (${rows}::int + 1), timestamptz '2026-01-01' + n * interval '0.5 minute',
            case when n <= 3 then 'DELETE' else 'POST' end,
            case when n <= 3 then '5xx' when n <= 6 then '4xx' else '2xx' end,
            200, '/api/user/cashout',
            case when n <= 3 then '/api/user/quotes' else '/api/user/cashout' end,
            case when n <= 3 then 'internal-error' when n <= 6 then 'not-found' end,
            'key', case when n <= 3 then ${rareKey}::uuid else ${busyKey}::uuid end, 'Loja', 1
          from generate_series(1, ${rows}::int) as n`
      await tx`
        insert into api_requests (
          account_id, id, slot, at, method, status_class, status, route, path, actor_kind,
          actor_id, actor_name, tenths_of_ms
        )
        select gen_random_uuid(), gen_random_uuid(), n % 9, timestamptz '2026-01-02', 'POST', '2xx',
          200, '/api/user/cashout', '/api/user/cashout', 'key', gen_random_uuid(), 'Loja', 1
        from generate_series(1, 5000) as n`
      await tx`analyze`
    },
    { statementMs: 0 },
  )
})
after(() => database.close())

const instant = (halfMinutes: number) =>
  new Date(Date.parse('2026-01-01T00:00:00Z') + halfMinutes * 30_000)
const since = instant(0)
const limit = 20
/** A page, and where it begins in each merged range: 20 pairs of method and class in 9 days. */
const most = 3 * limit + 2 * 20 * 9
const mostPages = 4 * 20 * 9 + 6 * limit
/** Filters beside the first are checked for 1,000 requests. */
const mostLooked = 4 * 1_000 + most

const page = (sql: Sql, filter: RequestFilter, after?: { at: Date; id: string }) =>
  requestPage(sql, account, { ...filter, since }, { limit, ...(after && { after }) })

for (const [what, filter, expected] of [
  ['nothing', {}, limit],
  ['a rare class', { classes: ['5xx'] }, 3],
  ['two classes', { classes: ['4xx', '5xx'] }, 6],
  ['a class that there is none of', { classes: ['3xx'] }, 0],
  ['a common class', { classes: ['2xx'] }, limit],
  ['a rare method', { methods: ['DELETE'] }, 3],
  ['a common method', { methods: ['POST'] }, limit],
  ['a common method and a rare class', { methods: ['POST'], classes: ['4xx'] }, 3],
  ['a rare method and a common class', { methods: ['DELETE'], classes: ['2xx'] }, 0],
  ['every class', { classes: ['2xx', '3xx', '4xx', '5xx'] }, limit],
  ['a rare key', { actorId: rareKey }, 3],
  ['a common key', { actorId: busyKey }, limit],
  ['an error code', { errorCode: 'not-found' }, 3],
  ['a request id', { requestId: rareId }, 1],
  ['the id of no request', { requestId: newUuid() }, 0],
  ['a period in the middle', { from: instant(size / 2), to: instant(size / 2 + 9) }, 10],
  ['a period long ago', { to: instant(3) }, 3],
  ['a period without the class', { classes: ['5xx'], from: instant(10) }, 0],
] as const)
  test(`requests by ${what} read a page, also far down`, async () => {
    const { result, reading } = await readingOf(database.sql, (sql) => page(sql, filter))
    assert.equal(result.rows.length, expected)
    assert.equal(result.end, undefined)
    assert.ok(reading.rows <= most, `${what} read ${reading.rows} rows`)
    assert.ok(reading.pages <= mostPages, `${what} read ${reading.pages} pages`)
    const place = { at: instant(500), id: newUuid() }
    const deep = await readingOf(database.sql, (sql) => page(sql, filter, place))
    assert.ok(deep.reading.rows <= most, `${what} read ${deep.reading.rows} rows far down`)
    assert.ok(deep.result.rows.every(({ at }) => at <= place.at))
  })

for (const [what, requestId, expected] of [
  ['a request', rareId, 1],
  ['no request', newUuid(), 0],
] as const)
  test(`the id of ${what} is looked up once in each day`, async () => {
    const { result, reading } = await readingOf(database.sql, (sql) => page(sql, { requestId }))
    assert.equal(result.rows.length, expected)
    assert.ok(reading.pages <= 4 * 9, `read ${reading.pages} pages`)
  })

for (const [what, filter] of [
  ['a path', { path: '/api/user/quotes' }],
  ['a common key and a rare class', { actorId: busyKey, classes: ['5xx'] }],
  ['a common key and a rare method', { actorId: busyKey, methods: ['DELETE'] }],
  ['a common method and a path', { methods: ['POST'], path: '/api/user/quotes' }],
] as const)
  test(`requests by ${what} read a bounded number of rows, and say where they ended`, async () => {
    const { result, reading } = await readingOf(database.sql, (sql) => page(sql, filter))
    assert.deepEqual(result.rows, [])
    assert.ok(result.end && result.end.at < instant(size - 900))
    assert.ok(reading.rows <= mostLooked, `${what} read ${reading.rows} rows`)
  })

test('a search that looks in vain goes on until it has found everything, once', async () => {
  const seen: string[] = []
  for (let after: { at: Date; id: string } | undefined, pages = 0; pages < 30; pages++) {
    const { rows, end } = await page(database.sql, { path: '/api/user/quotes' }, after)
    seen.push(...rows.map(({ id }) => id))
    after = end
    if (!after) break
  }
  assert.equal(seen.length, 3)
  assert.equal(new Set(seen).size, 3)
})
