import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import type { Sql } from '../db/pool.ts'
import { type Change, write } from '../journal/change.ts'
import { openJournal } from '../journal/journal.ts'
import { newId, randomBase62, randomId, randomSecret } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { openVault } from '../primitives/vault.ts'
import { deleteExpiredAnswers, type StoredAnswer } from './idempotency-store.ts'
import {
  type CarriedWork,
  type KeyedRequest,
  type LeasedWork,
  openIdempotency,
  type TransactionWork,
} from './with-idempotency.ts'

const database = await openTestDatabase()
const { sql } = database
const journal = openJournal({ sql })
after(async () => {
  await journal.close()
  await database.close()
})
const vault = openVault({
  masterKeys: new Map([[1, randomSecret(32)]]),
  peppers: new Map([[1, randomSecret(32)]]),
})

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

function changeOf(
  accountId: string,
  objectId: string,
  version: number,
  writes: Change['writes'],
): Change {
  const event = {
    id: newId(0),
    accountId,
    objectType: 'transaction',
    objectId,
    version,
    type: 'transaction.created',
    payload: '{}',
  } as const
  return { writes, event: { ...event, occurredAt: new Date(0) } }
}

/**
 * An object created in one change, or in two with a call between. Counts how often it was created.
 */
function creating(request: KeyedRequest, { call }: { call?: () => Promise<void> } = {}) {
  let created = 0
  const work: CarriedWork<Thing> = {
    kind: 'carried',
    async run(idempotency) {
      created += 1
      const thing = { id: newId(0), state: 'done' }
      if (call) {
        await journal.record(
          changeOf(request.accountId, thing.id, 1, [idempotency.markInProgress(thing.id)]),
        )
        await call()
      }
      await journal.record(
        changeOf(request.accountId, thing.id, call ? 2 : 1, [
          idempotency.markCompleted(thing.id, thing),
        ]),
      )
      return thing
    },
    objectIdOf: ({ id }) => id,
    render: answerOf,
    renderRejection: ({ code }) =>
      code === 'card-refused-request' ? { status: 400, body: code } : undefined,
    recover: async (id) => ({ id, state: 'recovered' }),
  }
  return { work, created: () => created }
}

/** A process of its own: it shares only the database. */
const process = () => openIdempotency({ sql, vault })
const rejects = (answer: Promise<unknown>, code: string) =>
  assert.rejects(answer, (error) => error instanceof Rejection && error.code === code)
const expireLeases = (accountId: string) =>
  sql`
    update idempotency_keys set lease_ends_at = now() - interval '1 second'
    where account_id = ${accountId}`

test('I4: a repeat gets the first response byte for byte, and the work runs once', async () => {
  const request = requestWith()
  const { work, created } = creating(request)
  const first = await process()(request, work)
  const again = await process()(request, work)
  assert.equal(first.replayed, false)
  assert.deepEqual(again, { ...first, replayed: true })
  assert.equal(created(), 1)
})

test('a key that its work writes first is not looked up, and a repeat has no effect', async () => {
  const request = requestWith()
  const looked: string[] = []
  const counted: Sql = Object.assign(
    ((text: TemplateStringsArray, ...values: unknown[]) => {
      if (text.join('').includes('join idempotency_keys')) looked.push(request.key)
      return sql(text, ...values)
    }) as Sql,
    sql,
  )
  const once = openIdempotency({ sql: counted, vault })
  const { work } = creating(request)
  const keyFirst = { ...work, writesKeyFirst: true }
  const first = await once(request, keyFirst)
  assert.equal(looked.length, 0)
  assert.deepEqual(await once(request, keyFirst), { ...first, replayed: true })
  assert.deepEqual(await process()(request, keyFirst), { ...first, replayed: true })
  const [row] = await sql<{ count: number }[]>`
    select count(*) from events where account_id = ${request.accountId}`
  assert.equal(row?.count, 1)
})

test('100 concurrent requests with one key in one process have one effect', async () => {
  const request = requestWith()
  const { work, created } = creating(request)
  const once = process()
  const answers = await Promise.all(Array.from({ length: 100 }, () => once(request, work)))
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
  assert.equal(answers.filter(({ replayed }) => !replayed).length, 1)
  assert.equal(created(), 1)
})

test('two concurrent processes with one key have one effect and return one response', async () => {
  const request = requestWith()
  const { work } = creating(request)
  const [one, other] = await Promise.all([process()(request, work), process()(request, work)])
  assert.equal(one.body, other.body)
  const [row] = await sql<
    { count: number }[]
  >`select count(*)::int as count from events where account_id = ${request.accountId}`
  assert.equal(row?.count, 1)
})

test('I4: a repeat waits while the first request calls its provider', async () => {
  const request = requestWith()
  let go = () => {}
  const called = new Promise<void>((resolve) => {
    go = resolve
  })
  const { work, created } = creating(request, { call: () => called })
  const first = process()(request, work)
  while (
    (await sql`select 1 from idempotency_keys where account_id = ${request.accountId}`).length === 0
  );
  const second = process()(request, work)
  go()
  assert.equal((await second).body, (await first).body)
  assert.equal(created(), 1)
})

for (const [what, change] of [
  ['body', { body: { amount: 2 } }],
  ['path', { path: '/others' }],
  ['method', { method: 'PUT' }],
] as const) {
  test(`I4: a key used with another ${what} is rejected`, async () => {
    const request = requestWith()
    const { work } = creating(request)
    await process()(request, work)
    await rejects(process()({ ...request, ...change }, work), 'idempotency-key-reused')
  })
}

test('I2: the same key of another account is another key', async () => {
  const request = requestWith()
  const other = { ...request, accountId: newId(1) }
  const first = await process()(request, creating(request).work)
  const second = await process()(other, creating(other).work)
  assert.notEqual(first.body, second.body)
  assert.equal(second.replayed, false)
})

test('I4: when the owner is dead a repeat recovers, and does not run the work again', async () => {
  const request = requestWith()
  const { work, created } = creating(request, { call: () => new Promise(() => {}) })
  void process()(request, work)
  while (
    (await sql`select 1 from idempotency_keys where account_id = ${request.accountId}`).length === 0
  );
  await expireLeases(request.accountId)
  const repeat = await process()(request, work)
  assert.match(repeat.body, /recovered/)
  assert.equal(created(), 1)
  assert.deepEqual(await process()(request, work), repeat)
})

test('I5: a definite rejection after the key was taken is stored as its response', async () => {
  const request = requestWith()
  const { work, created } = creating(request, {
    call: () => Promise.reject(new Rejection('card-refused-request')),
  })
  await rejects(process()(request, work), 'card-refused-request')
  assert.deepEqual(await process()(request, work), {
    status: 400,
    body: 'card-refused-request',
    replayed: true,
  })
  assert.equal(created(), 1)
})

test('I5: an error after the key was taken stores no response, and a repeat recovers', async () => {
  const request = requestWith()
  const { work, created } = creating(request, {
    call: () => Promise.reject(new Rejection('provider-unavailable')),
  })
  await rejects(process()(request, work), 'provider-unavailable')
  assert.match((await process()(request, work)).body, /recovered/)
  assert.equal(created(), 1)
})

test('I5: a rejection before anything was stored leaves the key free', async () => {
  const request = requestWith()
  const { work } = creating(request)
  const refusing = { ...work, run: () => Promise.reject(new Rejection('amount-below-minimum')) }
  await rejects(process()(request, refusing), 'amount-below-minimum')
  assert.equal((await process()(request, work)).replayed, false)
})

test('I5: a rejection is no outcome while the database does not show the key', async () => {
  const request = requestWith()
  const { work } = creating(request)
  const refusing: typeof work = {
    ...work,
    writesKeyFirst: true,
    run: () => Promise.reject(new Rejection('insufficient-balance')),
  }
  const lost = new Error('the database does not respond')
  const broken = Object.assign(() => Promise.reject(lost), sql) as unknown as Sql
  await assert.rejects(openIdempotency({ sql: broken, vault })(request, refusing), lost)
  await rejects(process()(request, refusing), 'insufficient-balance')
})

test('I6: after 30 days a repeat gets the current object, after 400 the key is free', async () => {
  const request = requestWith()
  const { work, created } = creating(request)
  await process()(request, work)
  const age = (days: number) =>
    sql`
      update idempotency_keys set created_at = now() - ${days} * interval '1 day'
      where account_id = ${request.accountId}`
  await age(31)
  await deleteExpiredAnswers(sql, 100)
  assert.match((await process()(request, work)).body, /recovered/)
  assert.equal(created(), 1)
  await age(401)
  await deleteExpiredAnswers(sql, 100)
  assert.equal((await process()(request, work)).replayed, false)
})

test('the response of work without a change of its own is stored too', async () => {
  const request = requestWith()
  let created = 0
  const work: CarriedWork<Thing> = {
    ...creating(request).work,
    run: async () => {
      created += 1
      return { id: newId(0), state: 'plain' }
    },
  }
  const first = await process()(request, work)
  assert.deepEqual(await process()(request, work), { ...first, replayed: true })
  assert.equal(created, 1)
})

const events = (accountId: string) =>
  sql<{ n: number }[]>`select count(*)::int as n from events where account_id = ${accountId}`

/** Work that is one transaction: an event stands for the created object. */
const transacting = (
  request: KeyedRequest,
  { meanwhile }: { meanwhile?: () => Promise<void> } = {},
) => {
  const work: TransactionWork<Thing> = {
    ...{ kind: 'transaction', sql, objectIdOf: ({ id }) => id, render: answerOf },
    recover: async (id) => ({ id, state: 'recovered' }),
    async run(inside) {
      const id = newId(0)
      await inside`
        insert into events
          (account_id, id, object_type, object_id, version, type, payload, occurred_at)
        values (${request.accountId}, ${newId(0)}, 'transaction', ${id}, 1, 'thing', '{}', now())`
      await meanwhile?.()
      return { id, state: 'created' }
    },
  }
  return work
}

test('a transaction commits with its key: four processes get one effect and response', async () => {
  const request = requestWith()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => process()(request, transacting(request))),
  )
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
  assert.equal(answers.filter(({ replayed }) => !replayed).length, 1)
  assert.deepEqual([...(await events(request.accountId))], [{ n: 1 }])
})

test('a failed transaction leaves neither object nor key, and a repeat starts again', async () => {
  const request = requestWith()
  const failing = transacting(request, {
    meanwhile: () => Promise.reject(new Rejection('account-invalid')),
  })
  await rejects(process()(request, failing), 'account-invalid')
  assert.deepEqual([...(await events(request.accountId))], [{ n: 0 }])
  assert.equal((await process()(request, transacting(request))).replayed, false)
})

test('a process that dies in its transaction loses the key with its connection', async () => {
  const request = requestWith()
  const inside = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const meanwhile = () => {
    inside.resolve()
    return end.promise
  }
  const dying = process()(request, transacting(request, { meanwhile }))
  await inside.promise
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`
  const repeat = await process()(request, transacting(request))
  assert.equal(repeat.replayed, false)
  end.resolve()
  assert.deepEqual(
    await dying,
    { ...repeat, replayed: true },
    'it returns the response of the faster request',
  )
  assert.deepEqual([...(await events(request.accountId))], [{ n: 1 }])
})

/** Work that is leased: `call` stands for another system. */
function leasing(call: () => Promise<void> = async () => {}) {
  let runs = 0
  const work: LeasedWork<Thing> = {
    ...{ kind: 'leased', objectIdOf: ({ id }) => id, render: answerOf },
    recover: async (id) => ({ id, state: 'recovered' }),
    async run() {
      runs += 1
      await call()
      return { id: newId(0), state: `run ${runs}` }
    },
  }
  return { work, runs: () => runs }
}

test('leased work runs in only one of several concurrent processes with its key', async () => {
  const request = requestWith()
  const { work, runs } = leasing()
  const answers = await Promise.all(Array.from({ length: 4 }, () => process()(request, work)))
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
  assert.equal(runs(), 1)
})

test('leased work of a dead owner runs again, and the late owner changes nothing', async () => {
  const request = requestWith()
  const called = Promise.withResolvers<void>()
  const late = Promise.withResolvers<void>()
  const first = process()(
    request,
    leasing(() => {
      called.resolve()
      return late.promise
    }).work,
  )
  await called.promise
  await expireLeases(request.accountId)
  const second = await process()(request, leasing().work)
  late.resolve()
  await first
  assert.deepEqual(await process()(request, leasing().work), { ...second, replayed: true })
})

test('leased work that fails frees its key', async () => {
  const request = requestWith()
  const { work, runs } = leasing(() => Promise.reject(new Rejection('provider-unavailable')))
  await rejects(process()(request, work), 'provider-unavailable')
  await rejects(process()(request, work), 'provider-unavailable')
  assert.equal(runs(), 2)
})

test('the response of leased work is committed with the change that carries it', async () => {
  const request = requestWith()
  const work: LeasedWork<Thing> = {
    ...leasing().work,
    async run(idempotency) {
      const thing = { id: newId(0), state: 'carried' }
      await journal.record(
        changeOf(request.accountId, thing.id, 1, [idempotency.markCompleted(thing.id, thing)]),
      )
      return thing
    },
  }
  const first = await process()(request, work)
  assert.deepEqual(await process()(request, work), { ...first, replayed: true })
  assert.deepEqual([...(await events(request.accountId))], [{ n: 1 }])
})

test('a request rejected because of the first with its key gets the first response', async () => {
  const request = requestWith()
  const { work } = creating(request)
  const looked = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const slower = process()(request, {
    ...work,
    async run() {
      looked.resolve()
      await done.promise
      throw new Rejection('refund-above-paid')
    },
  })
  await looked.promise
  const first = await process()(request, work)
  done.resolve()
  assert.deepEqual(await slower, { ...first, replayed: true })
})

test('a key that its owner could not release is free as soon as the database is back', async () => {
  const request = requestWith()
  const { work } = creating(request, {
    call: () => sql`alter table idempotency_keys rename to idempotency_keys_away`.then(),
  })
  // The owner's last change fails, and so does the release of the key.
  await assert.rejects(process()(request, work), /idempotency_keys/)
  await sql`alter table idempotency_keys_away rename to idempotency_keys`
  assert.match((await process()(request, work)).body, /recovered/)
})

test('the keys of public requests are separate from those of the account', async () => {
  const request = requestWith()
  const { work, created } = creating(request)
  await process()(request, work)
  assert.equal((await process()({ ...request, scope: 'public' }, work)).replayed, false)
  assert.equal(created(), 2)
})

test('a key that is kept for a time is free after it, and deleted', async () => {
  const request = { ...requestWith(), keptSeconds: 300 }
  const { work, runs } = leasing()
  await process()(request, work)
  assert.equal((await process()(request, work)).replayed, true)
  const pass = () =>
    sql`
      update idempotency_keys set kept_until = now() - interval '1 second'
      where account_id = ${request.accountId}`
  await pass()
  assert.equal((await process()(request, work)).replayed, false)
  assert.equal(runs(), 2)
  await pass()
  await deleteExpiredAnswers(sql, 100)
  assert.equal(
    (await sql`select from idempotency_keys where account_id = ${request.accountId}`).length,
    0,
  )
})

test('of rows with one key in a batch one is written, and the others change nothing', async () => {
  const request = requestWith()
  const row = {
    ...{ accountId: request.accountId, ownerId: randomId() },
    ...{ keyDigest: randomSecret(32), fingerprint: randomSecret(32) },
  }
  const { idempotencyKeysWriter } = await import('./idempotency-store.ts')
  const record = () => {
    const objectId = newId(0)
    return journal.record(
      changeOf(request.accountId, objectId, 1, [
        write(idempotencyKeysWriter, { ...row, objectId }),
      ]),
    )
  }
  const ends = await Promise.allSettled([record(), record(), record()])
  assert.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
})
