import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, test } from 'node:test'
import { getMigrations } from 'better-auth/db/migration'
import { pino } from 'pino'
import { openTestDatabase } from '../../test/kit/database.ts'
import { systemClock } from '../primitives/clock.ts'
import { openVault } from '../primitives/vault.ts'
import { authOptions, openAuth } from './auth.ts'
import { authDatabase } from './auth-database.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database

const vault = openVault({
  masterKeys: new Map([[1, Buffer.alloc(32, 1)]]),
  peppers: new Map([[1, Buffer.alloc(32, 2)]]),
})
const deps = { sql, vault, clock: systemClock(), log: pino({ level: 'silent' }) }

test('our migration has every table, column and index that better-auth expects', async () => {
  const options = await authOptions(deps, {
    database: authDatabase(sql),
    logins: new AsyncLocalStorage(),
  })
  const { toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems } = await getMigrations(options)
  assert.deepEqual(
    { toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems },
    { toBeCreated: [], toBeAdded: [], toBeAddedIndexes: [], schemaProblems: [] },
  )
})

test('a person, a password and a login are written in the transaction in progress', async () => {
  const auth = openAuth(deps)
  const person = { email: 'ana@exemplo.com.br', name: 'Ana', language: 'pt' }
  const undone = sql.begin(async (tx) => {
    await auth.createPerson(tx, person)
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  assert.equal(await auth.findByEmail(person.email), undefined)

  const { id, token } = await sql.begin(async (tx) => {
    const id = await auth.createPerson(tx, person)
    await auth.setPassword(tx, id, await auth.hashPassword('uma frase longa'))
    const { token } = await auth.createLogin(tx, {
      personId: id,
      kind: 'browser',
      state: 'open',
      provedAt: null,
      address: '127.0.0.1',
      userAgent: 'test',
    })
    return { id, token }
  })
  const found = await auth.findByEmail(person.email)
  assert.equal(found?.id, id)
  assert.equal(await auth.verifyPassword('uma frase longa', found?.passwordHash), true)
  assert.equal(await auth.verifyPassword('outra frase longa', found?.passwordHash), false)
  assert.equal(await auth.verifyPassword('uma frase longa', undefined), false)

  const logins = await sql`select token, kind, state, ip_address from people.logins`
  assert.equal(logins.length, 1)
  assert.equal(logins[0]?.token, vault.digest('login', token).toString('hex'))
  assert.equal(logins[0]?.kind, 'browser')
})

test('a new value removes more than one value that expired', async () => {
  const auth = openAuth(deps)
  await sql`
    insert into people.verifications (id, identifier, value, expires_at)
    select gen_random_uuid(), 'challenge ' || n, 'value', now() - interval '1 minute'
    from generate_series(1, 3) as n`
  await sql.begin((tx) => auth.keepOnce(tx, 'newer challenge', 'value', 60_000))
  assert.equal((await sql`select 1 from people.verifications`).length, 1)
  assert.equal(await auth.peek('newer challenge'), 'value')
})

test('a value that is kept once is taken once, and its name is not stored', async () => {
  const auth = openAuth(deps)
  await sql.begin((tx) => auth.keepOnce(tx, 'reset secret', 'value', 60_000))
  await sql.begin((tx) => auth.keepOnce(tx, 'over', 'value', -1))
  const stored = await sql<{ identifier: string }[]>`select identifier from people.verifications`
  assert(stored.every(({ identifier }) => !identifier.includes('secret')))
  assert.equal(await auth.peek('reset secret'), 'value')
  const taken = await Promise.all(
    [1, 2, 3].map(() => sql.begin((tx) => auth.takeOnce(tx, 'reset secret'))),
  )
  assert.deepEqual(taken.toSorted(), ['value', undefined, undefined])
  assert.equal(await sql.begin((tx) => auth.takeOnce(tx, 'over')), undefined)
})
