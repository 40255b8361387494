import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { byTcp, openTestDatabase, type TestDatabase } from '../../test/kit/database.ts'
import { untilConnected } from '../../test/kit/until-connected.ts'
import { connectionBudget } from './connection-budget.ts'
import { openPool, type Sql } from './pool.ts'
import { databaseState, findLimits } from './role-store.ts'
import { type FoundLimits, missingLimits, sessionLimits, statementsOf } from './session-limits.ts'

/* A pool behind a pooler depends on nothing of its session. `npm run drill -- pooler` has one. */

let database: TestDatabase
let pooled: Sql
before(async () => {
  database = await openTestDatabase()
  const { url } = database
  pooled = openPool({ url, directUrl: url, max: 1, applicationName: 'guiche-test-pooled' })
  await untilConnected(() => pooled`select 1`)
})
after(async () => {
  await pooled.end()
  await database.close()
})

test('it prepares no statement by name and sends none at once', async () => {
  for (let n = 0; n < 3; n += 1) await pooled`select ${n}::int as n`
  await pooled.begin((tx) => tx`select ${'in a transaction'}::text as place`)
  const prepared = await pooled`select name from pg_prepared_statements`
  assert.deepEqual(prepared, [])
  assert.equal(pooled.sendsAtOnce, false)
  assert.equal(database.sql.sendsAtOnce, true)
})

test('its limits are those of the role, until the role has them', async () => {
  const missing = missingLimits(await findLimits(pooled))
  assert.equal(missing?.problem, 'role-without-limits')
  const { role } = await findLimits(database.sql)
  const [row] = await pooled<{ name: string }[]>`select current_database()::text as name`
  // In this database alone: other tests use the same role.
  for (const each of statementsOf(role, sessionLimits))
    await pooled.unsafe(each.replace(' set ', ` in database ${row?.name} set `))
  const { url } = database
  const next = openPool({ url, directUrl: url, max: 1, applicationName: 'guiche-test-pooled' })
  try {
    assert.equal(missingLimits(await untilConnected(() => findLimits(next))), undefined)
  } finally {
    await next.end()
  }
})

test('it listens at the direct address', async () => {
  const received = Promise.withResolvers<string>()
  const url = byTcp(database.url)
  url.port = '1' // No notice can arrive through it.
  const options = { url: url.href, directUrl: database.url, max: 1, applicationName: 'guiche-test' }
  const listens = openPool(options)
  const { unlisten } = await untilConnected(() => listens.listen('pooled_test', received.resolve))
  await database.sql`select pg_notify('pooled_test', 'a notice')`
  assert.equal(await received.promise, 'a notice')
  await unlisten()
  await listens.end()
})

test('PostgreSQL serves one connection of each process beside the pooler', async () => {
  const state = await databaseState(database.sql)
  const budget = (databaseDirectUrl: string | undefined) =>
    connectionBudget(state, { processes: 3, poolSize: 10, databaseDirectUrl }).wanted
  assert.equal(budget(undefined), 3 * 14)
  assert.equal(budget(database.url), 3)
})

const sound: FoundLimits = {
  ...{ role: 'guiche_app', timezone: 'UTC', statement_timeout: 5_000, lock_timeout: 3_000 },
  idle_in_transaction_session_timeout: 10_000,
}

const cases: readonly (readonly [string, Partial<FoundLimits>, string])[] = [
  ['every limit', {}, ''],
  ['shorter limits', { statement_timeout: 2_000, lock_timeout: 500 }, ''],
  [
    'no limit of a statement',
    { statement_timeout: 0 },
    `alter role guiche_app set statement_timeout = '5s';`,
  ],
  [
    'longer limits',
    { lock_timeout: 3_001, idle_in_transaction_session_timeout: 60_000 },
    `alter role guiche_app set lock_timeout = '3s'; alter role guiche_app set idle_in_transaction_session_timeout = '10s';`,
  ],
  [
    'another zone, and a name that needs quotes',
    { timezone: 'America/Sao_Paulo', role: 'Loja' },
    `alter role "Loja" set timezone = 'UTC';`,
  ],
]

for (const [name, found, statements] of cases)
  test(`the role of a pooler with ${name}`, () => {
    const error = missingLimits({ ...sound, ...found })
    if (statements === '') assert.equal(error, undefined)
    else assert.ok(error?.sentence.en.includes(`run "${statements}" in psql`))
  })
