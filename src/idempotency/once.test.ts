import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { type Change, write } from '../journal/change.ts'
import { openJournal } from '../journal/journal.ts'
import { newId, randomBase62, randomSecret } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { openVault } from '../primitives/vault.ts'
import { forgetOldAnswers, type StoredAnswer } from './idempotency-store.ts'
import { type KeyedRequest, openOnce, type Work } from './once.ts'

const database = await openTestDatabase()
const { sql } = database
const journal = openJournal({ sql })
after(async () => {
  await journal.close()
  await database.close()
})
const vault = openVault({ masterKeys: new Map([[1, randomSecret(32)]]), pepper: randomSecret(32) })

interface Thing {
  readonly id: string
  readonly state: string
}

const requestWith = (more: Partial<KeyedRequest> = {}): KeyedRequest => ({
  accountId: newId(0),
  key: randomBase62(12),
  method: 'POST',
  path: '/things',
  body: { amount: 1 },
  ...more,
})

const answerOf = (thing: Thing): StoredAnswer => ({ status: 200, body: JSON.stringify(thing) })

function changeOf(accountId: string, objectId: string, version: number, writes: Change['writes']): Change {
  const event = {
    id: newId(0),
    accountId,
    objectType: 'transaction',
    objectId,
    version,
    type: 'thing',
    payload: '{}',
  } as const
  return { writes, event: { ...event, occurredAt: new Date(0) } }
}

/** A thing made in one change, or in two with a call between. Counts how often it was made. */
function making(request: KeyedRequest, { call }: { call?: () => Promise<void> } = {}) {
  let made = 0
  const work: Work<Thing> = {
    async run(remember) {
      made += 1
      const thing = { id: newId(0), state: 'done' }
      if (call) {
        await journal.record(changeOf(request.accountId, thing.id, 1, [remember.running(thing.id)]))
        await call()
      }
      await journal.record(changeOf(request.accountId, thing.id, call ? 2 : 1, [remember.finished(thing.id, thing)]))
      return thing
    },
    objectIdOf: ({ id }) => id,
    render: answerOf,
    renderRejection: ({ code }) => (code === 'card-refused-request' ? { status: 400, body: code } : undefined),
    recover: async (id) => ({ id, state: 'recovered' }),
  }
  return { work, made: () => made }
}

/** A process of its own: it shares only the database. */
const process = () => openOnce({ sql, vault })
const rejects = (answer: Promise<unknown>, code: string) =>
  assert.rejects(answer, (error) => error instanceof Rejection && error.code === code)
const expireLeases = (accountId: string) =>
  sql`update idempotency_keys set lease_ends_at = now() - interval '1 second' where account_id = ${accountId}`

test('I4: a repeat gets the first answer byte for byte, and nothing is done again', async () => {
  const request = requestWith()
  const { work, made } = making(request)
  const first = await process()(request, work)
  const again = await process()(request, work)
  assert.equal(first.replayed, false)
  assert.deepEqual(again, { ...first, replayed: true })
  assert.equal(made(), 1)
})

test('100 requests at once with one key in one process do one thing', async () => {
  const request = requestWith()
  const { work, made } = making(request)
  const once = process()
  const answers = await Promise.all(Array.from({ length: 100 }, () => once(request, work)))
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
  assert.equal(answers.filter(({ replayed }) => !replayed).length, 1)
  assert.equal(made(), 1)
})

test('two processes at once with one key leave one effect and give one answer', async () => {
  const request = requestWith()
  const { work } = making(request)
  const [one, other] = await Promise.all([process()(request, work), process()(request, work)])
  assert.equal(one.body, other.body)
  const [row] = await sql<
    { count: number }[]
  >`select count(*)::int as count from events where account_id = ${request.accountId}`
  assert.equal(row?.count, 1)
})

test('I4: a repeat that comes while the first one calls its provider waits for it', async () => {
  const request = requestWith()
  let go = () => {}
  const called = new Promise<void>((resolve) => {
    go = resolve
  })
  const { work, made } = making(request, { call: () => called })
  const first = process()(request, work)
  while ((await sql`select 1 from idempotency_keys where account_id = ${request.accountId}`).length === 0);
  const second = process()(request, work)
  go()
  assert.equal((await second).body, (await first).body)
  assert.equal(made(), 1)
})

for (const [what, change] of [
  ['body', { body: { amount: 2 } }],
  ['path', { path: '/others' }],
  ['method', { method: 'PUT' }],
] as const) {
  test(`I4: a key used with another ${what} is refused`, async () => {
    const request = requestWith()
    const { work } = making(request)
    await process()(request, work)
    await rejects(process()({ ...request, ...change }, work), 'idempotency-key-reused')
  })
}

test('I2: the same key of another account is another key', async () => {
  const request = requestWith()
  const other = { ...request, accountId: newId(1) }
  const first = await process()(request, making(request).work)
  const second = await process()(other, making(other).work)
  assert.notEqual(first.body, second.body)
  assert.equal(second.replayed, false)
})

test('I4: when the owner is dead the repeat recovers, and never does it again', async () => {
  const request = requestWith()
  const { work, made } = making(request, { call: () => new Promise(() => {}) })
  void process()(request, work)
  while ((await sql`select 1 from idempotency_keys where account_id = ${request.accountId}`).length === 0);
  await expireLeases(request.accountId)
  const repeat = await process()(request, work)
  assert.match(repeat.body, /recovered/)
  assert.equal(made(), 1)
  assert.deepEqual(await process()(request, work), repeat)
})

test('I5: a definite no after the key was taken is its answer', async () => {
  const request = requestWith()
  const { work, made } = making(request, { call: () => Promise.reject(new Rejection('card-refused-request')) })
  await rejects(process()(request, work), 'card-refused-request')
  assert.deepEqual(await process()(request, work), { status: 400, body: 'card-refused-request', replayed: true })
  assert.equal(made(), 1)
})

test('I5: trouble after the key was taken stores nothing, and the repeat recovers at once', async () => {
  const request = requestWith()
  const { work, made } = making(request, { call: () => Promise.reject(new Rejection('provider-unavailable')) })
  await rejects(process()(request, work), 'provider-unavailable')
  assert.match((await process()(request, work)).body, /recovered/)
  assert.equal(made(), 1)
})

test('I5: a no before anything was stored leaves the key free', async () => {
  const request = requestWith()
  const { work } = making(request)
  const refusing = { ...work, run: () => Promise.reject(new Rejection('amount-below-minimum')) }
  await rejects(process()(request, refusing), 'amount-below-minimum')
  assert.equal((await process()(request, work)).replayed, false)
})

test('I6: after 30 days a repeat answers with the thing as it is now, after 400 the key is free', async () => {
  const request = requestWith()
  const { work, made } = making(request)
  await process()(request, work)
  const age = (days: number) =>
    sql`update idempotency_keys set created_at = now() - ${days} * interval '1 day' where account_id = ${request.accountId}`
  await age(31)
  await forgetOldAnswers(sql, 100)
  assert.match((await process()(request, work)).body, /recovered/)
  assert.equal(made(), 1)
  await age(401)
  await forgetOldAnswers(sql, 100)
  assert.equal((await process()(request, work)).replayed, false)
})

test('work with no change of its own is remembered too', async () => {
  const request = requestWith()
  let made = 0
  const work: Work<Thing> = {
    ...making(request).work,
    run: async () => {
      made += 1
      return { id: newId(0), state: 'plain' }
    },
  }
  const first = await process()(request, work)
  assert.deepEqual(await process()(request, work), { ...first, replayed: true })
  assert.equal(made, 1)
})

test('two of one key in one batch: one is written, the other loses and changes nothing', async () => {
  const request = requestWith()
  const row = { accountId: request.accountId, keyDigest: randomSecret(32), fingerprint: randomSecret(32) }
  const { idempotencyKeysWriter } = await import('./idempotency-store.ts')
  const record = () => {
    const objectId = newId(0)
    return journal.record(
      changeOf(request.accountId, objectId, 1, [write(idempotencyKeysWriter, { ...row, objectId })]),
    )
  }
  const ends = await Promise.allSettled([record(), record(), record()])
  assert.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
})
