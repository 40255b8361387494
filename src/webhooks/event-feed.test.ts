import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import type { EventTypeOf } from '../../contract/events.ts'
import { openTestDatabase } from '../../test/kit/database.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { until } from '../../test/kit/time-limit.ts'
import { moveOffset } from '../db/business-clock-store.ts'
import { type Change, type RowWriter, write } from '../journal/change.ts'
import { openJournal } from '../journal/journal.ts'
import { systemClock } from '../primitives/clock.ts'
import { newId } from '../primitives/id.ts'
import { createChange } from '../transactions/transaction-change.ts'
import { type FeedPage, openEventFeed } from './event-feed.ts'

const database = await openTestDatabase({ max: 12 })
after(() => database.close())
const { sql } = database
const clock = systemClock()
const newAccount = () => newId(clock.now().getTime())

function openFeed(t: TestContext, { eventDays = 90 } = {}) {
  const journal = openJournal({ sql })
  const feed = openEventFeed({
    config: { eventDays },
    sql,
    clock,
    journal,
    log: { error: (...args: unknown[]) => assert.fail(String(args)) },
  })
  t.after(() => feed.close())
  const read = (accountId: string, given: Partial<Parameters<typeof feed.read>[0]> = {}) =>
    feed.read({ accountId, after: 'oldest', types: ['*'], limit: 100, waitMs: 0, ...given })
  return { journal, feed, read }
}

const happening = (accountId: string, eventType?: EventTypeOf<'transaction'>): Change =>
  createChange(someTransaction({ accountId, createdAt: clock.now() }), {
    links: { baseUrl: 'http://localhost' },
    ...(eventType && { eventType }),
  })

test('readers get every public event once and in order, with any writers', async (t) => {
  const accountIds = [newAccount(), newAccount()]
  const { read } = openFeed(t)
  const writers = Array.from({ length: 4 }, () =>
    openJournal({ sql, alongside: [slowAfterPositions], batchSize: 3 }),
  )
  let isWriting = true
  const written = Promise.all(
    Array.from({ length: 240 }, (_, n) => {
      const accountId = accountIds[n % 2] ?? ''
      // Every fifth is not public. Every seventh fails.
      const change = happening(accountId, n % 5 === 0 ? 'transaction.attempt_unknown' : undefined)
      if (n % 7 === 0) return writers[n % 4]?.record(failing(change)).catch(() => undefined)
      return writers[n % 4]?.record(change).then(() => change.event)
    }),
  ).finally(() => {
    isWriting = false
  })
  const readers = await Promise.all(
    [0, 1, 2].map(async (reader) => {
      const accountId = accountIds[reader % 2] ?? ''
      const seen: { id: string; position: number }[] = []
      for (let place = 0, isLast = false; ; ) {
        isLast = !isWriting
        const page = await read(accountId, { after: place, limit: 7 })
        seen.push(...page.events)
        place = page.next
        if (isLast && page.events.length === 0) return { accountId, seen }
      }
    }),
  )
  const events = (await written).filter((event) => event !== undefined)
  for (const { accountId, seen } of readers) {
    const published = events.filter(
      (event) => event.accountId === accountId && event.type === 'transaction.waiting_payment',
    )
    assert.ok(published.length > 60)
    assert.deepEqual(new Set(seen.map(({ id }) => id)), new Set(published.map(({ id }) => id)))
    assert.deepEqual(
      seen.map(({ position }) => position),
      published.map((_, index) => index + 1),
    )
  }
})

/**
 * Positions are taken before it and the commit follows it: readers could see too much in between.
 */
const slowAfterPositions: RowWriter<unknown> = {
  name: 'webhook-endpoints',
  async write(tx, rows) {
    await tx`select pg_sleep(${(rows.length % 3) * 0.004})`
    return []
  },
}

/** A change that is rejected after all its other rows were written. */
const failing = (change: Change): Change => ({
  ...change,
  writes: [...change.writes, write(refuser, 0)],
})
const refuser: RowWriter<number> = { name: 'webhook-endpoints', write: async () => [0] }

test('an event committed late keeps its position, and no reader passes it', async (t) => {
  const { journal, read } = openFeed(t)
  const accountId = newAccount()
  const slow = happening(accountId)
  const quick = happening(accountId)
  const taken = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const heldOpen: RowWriter<unknown> = {
    name: 'webhook-endpoints',
    async write(tx) {
      // It is executed after the statements sent before it, which take the position.
      await tx`select`
      taken.resolve()
      await commit.promise
      return []
    },
  }
  const late = openJournal({ sql, alongside: [heldOpen] }).record(slow)
  await taken.promise
  const soon = journal.record(quick)
  const waitingForLock = () => sql`
    select
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await until(
    'the quick event waits for the slow one',
    async () => (await waitingForLock()).length > 0,
  )
  assert.deepEqual((await read(accountId)).events, [])
  commit.resolve()
  await Promise.all([late, soon])
  assert.deepEqual(
    (await read(accountId)).events.map(({ id }) => id),
    [slow.event.id, quick.event.id],
  )
})

test('a waiting reader gets a response when its account has an event', async (t) => {
  const { journal, read } = openFeed(t)
  const accountId = newAccount()
  let isAnswered = false
  const waiting = read(accountId, { waitMs: 60_000 }).finally(() => {
    isAnswered = true
  })
  await journal.record(happening(newAccount()))
  assert.equal(isAnswered, false)
  const change = happening(accountId)
  await journal.record(change)
  assert.deepEqual(
    (await waiting).events.map(({ id }) => id),
    [change.event.id],
  )
})

test('a waiting reader gets the event that another process commits', async (t) => {
  const { read } = openFeed(t)
  const accountId = newAccount()
  const waiting = read(accountId, { waitMs: 60_000 })
  await openJournal({ sql }).record(happening(accountId))
  assert.equal((await waiting).events.length, 1)
})

/** What a reader that stays gets, page by page, until its feed ends. */
async function* eventIds(pages: AsyncIterable<FeedPage>) {
  for await (const { events } of pages) yield* events.map(({ id }) => id)
}

test('a reader that stays gets every new event once and in order', async (t) => {
  const { journal, feed } = openFeed(t)
  const other = openJournal({ sql })
  const accountId = newAccount()
  const { signal } = new AbortController()
  const follow = (after: number | 'now') =>
    feed.follow({ accountId, after, types: ['*'], ends: signal }).then(eventIds)
  const readers = [await follow('now'), await follow(0)]
  const changes = Array.from({ length: 150 }, () => happening(accountId))
  const written = Promise.all(
    changes.map((change, n) => (n % 2 === 0 ? journal : other).record(change)),
  )
  for (const reader of readers) {
    const seen: string[] = []
    while (seen.length < changes.length) seen.push((await reader.next()).value ?? '')
    assert.deepEqual(new Set(seen), new Set(changes.map(({ event }) => event.id)))
    await written
    const { events } = await feed.read({
      accountId,
      after: 0,
      types: ['*'],
      limit: 200,
      waitMs: 0,
    })
    assert.deepEqual(
      seen,
      events.map(({ id }) => id),
    )
  }
})

test('a reader that stays gets an empty page without events, and ends on request', async (t) => {
  const { journal, feed } = openFeed(t)
  const accountId = newAccount()
  await journal.record(happening(accountId))
  const ending = new AbortController()
  const request = { accountId, after: 'now', types: ['*'], idleMs: 300 } as const
  const pages = (await feed.follow({ ...request, ends: ending.signal }))[Symbol.asyncIterator]()
  for (const _ of [1, 2, 3])
    assert.deepEqual((await pages.next()).value, { events: [], next: 1, last: 1 })
  const last = pages.next()
  ending.abort()
  await last
  assert.equal((await pages.next()).done, true)
  const stopped = (await feed.follow({ ...request, ends: new AbortController().signal }))[
    Symbol.asyncIterator
  ]()
  await stopped.next()
  feed.close()
  await stopped.next()
  assert.equal((await stopped.next()).done, true)
})

test('a stopping gateway responds to every waiting reader', async (t) => {
  const { feed, read } = openFeed(t)
  const waiting = [1, 2, 3].map(() => read(newAccount(), { waitMs: 60_000 }))
  await read(newAccount())
  feed.close()
  for (const page of await Promise.all(waiting))
    assert.deepEqual(page, { events: [], next: 0, last: 0 })
})

test('filters exclude other events, and the position still advances', async (t) => {
  const { journal, read } = openFeed(t)
  const accountId = newAccount()
  for (const type of ['transaction.paid', 'transaction.refused', 'transaction.paid'] as const)
    await journal.record(happening(accountId, type))
  const { writes, event } = happening(accountId)
  const failing = { objectType: 'webhook_endpoint', type: 'webhook_endpoint.failing' } as const
  await journal.record({ writes, event: { ...event, ...failing } })
  const positions = async (types: string[], after = 0) =>
    (await read(accountId, { types, after })).events.map(({ position }) => position)
  assert.deepEqual(await positions(['transaction.paid']), [1, 3])
  assert.deepEqual(await positions(['transaction.*'], 1), [2, 3])
  assert.deepEqual(await positions(['transaction.refused', 'webhook_endpoint.*']), [2, 4])
  assert.deepEqual(await read(accountId, { types: ['transaction.refused'], after: 2 }), {
    events: [],
    next: 4,
    last: 4,
  })
  assert.deepEqual(await read(accountId, { after: 'now' }), { events: [], next: 4, last: 4 })
})

test('expired events are reported, never skipped silently', async (t) => {
  const { journal, read } = openFeed(t, { eventDays: 10 })
  const accountId = newAccount()
  for (let n = 0; n < 3; n += 1) await journal.record(happening(accountId))
  clock.setOffsetMs(await moveOffset(sql, 11 * 86_400_000))
  for (let n = 0; n < 2; n += 1) await journal.record(happening(accountId))
  for (const after of [0, 1, 2])
    await assert.rejects(read(accountId, { after }), {
      code: 'events-expired',
      details: { params: { oldest: 3 } },
    })
  for (const after of [3, 'oldest'] as const)
    assert.deepEqual(
      (await read(accountId, { after })).events.map(({ position }) => position),
      [4, 5],
    )
})

test('a position that was never issued is rejected: it is from another database', async (t) => {
  const { read } = openFeed(t)
  await assert.rejects(read(newAccount(), { after: 7 }), { code: 'validation-failed' })
})
