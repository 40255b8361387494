import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { openTestDatabase } from '../../test/kit/database.ts'
import { openDatabaseProxy } from '../../test/kit/database-proxy.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { until } from '../../test/kit/time-limit.ts'
import { untilConnected } from '../../test/kit/until-connected.ts'
import type { Account } from '../accounts/account.ts'
import type { App, Worker } from '../app.ts'
import { dayStatementMs } from '../books-audit/snapshot-store.ts'
import { buildApp } from '../build-app.ts'
import { readConfig } from '../config.ts'
import type { TimedSql } from '../db/business-time.ts'
import type { Sql } from '../db/pool.ts'
import { randomId } from '../primitives/id.ts'
import type { CardAcquirer } from '../providers/ports/card.ts'
import { createChange } from '../transactions/transaction-change.ts'
import {
  deliveriesChannel,
  notifyDueDeliveries,
} from '../webhooks/notify-delivery-workers-store.ts'
import { doDueWork } from './advance-clock.ts'
import { atMostEvery, forEachAccount, inBackground, type Job, jobs } from './jobs.ts'
import { startWorker } from './worker.ts'

const home = await mkdtemp(join(tmpdir(), 'guiche-worker-'))
const database = await openTestDatabase()
after(async () => {
  await database.close()
  await rm(home, { recursive: true })
})

const openApp = (databaseUrl = database.url) =>
  untilConnected(() =>
    buildApp({
      config: readConfig({ GUICHE_HOME: home, DATABASE_URL: databaseUrl, LOG_LEVEL: 'fatal' }),
      databaseUrl,
      baseUrl: 'http://localhost',
      works: false,
    }),
  )

async function close(app: App, worker: Worker): Promise<void> {
  await worker.stop()
  await app.close()
}

test('all due work is done only when the current turn of the timer has ended too', async (t) => {
  const app = await openApp()
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  const finished: string[] = []
  let isDue = true
  const run = async () => {
    if (!isDue) return 0
    isDue = false
    await answer
    finished.push('done')
    return 1
  }
  const worker = startWorker(app, [{ name: 'ask', run }])
  t.after(() => close(app, worker))
  const dry = worker.runUntilIdle().then((done) => finished.push(`dry after ${done}`))
  await app.deliveries.runUntilIdle() // At least as long as a turn without work takes.
  for (let turn = 0; turn < 100; turn += 1) await nextTurn()
  resolve()
  await dry
  assert.deepEqual(finished, ['done', 'dry after 1'])
})

test('work in the background is done once at a time, and all due work waits for it', async (t) => {
  const app = await openApp()
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  const finished: string[] = []
  let begun = 0
  const job = inBackground(1, async () => {
    begun += 1
    if (begun > 1) return 0
    await answer
    finished.push('done')
    return 1
  })
  // Work that has begun is leased, so it is not due any more.
  let turns = 0
  const due: Job['due'] = ({ sql }) => {
    turns += 1
    return sql`${begun === 0}::boolean`
  }
  const worker = startWorker(app, [{ name: 'ask', due, ...job }])
  t.after(() => close(app, worker))
  const idle = worker.runUntilIdle().then(() => finished.push('idle'))
  await until('the work has begun', () => begun > 0)
  const turnsBefore = turns
  await until('later turns have passed', () => turns >= turnsBefore + 3)
  assert.equal(begun, 1)
  resolve()
  await idle
  assert.deepEqual(finished, ['done', 'idle'])
})

// The compiler checks that no job within the turn can call a provider: test/types.test.ts.
test('a wallet that does not respond holds up no other job', async (t) => {
  const app = await openApp()
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  const accountId = randomId()
  const now = app.clock.now()
  await database.sql`
    insert into domain_removals (account_id, domain_id, provider_id, hostname, removed_at, due_at)
    values (${accountId}, ${randomId()}, ${randomId()}, 'loja.exemplo', ${now}, ${now})`
  let calls = 0
  let turns = 0
  const unregisterDomain = () => {
    calls += 1
    return answer
  }
  const count = async () => {
    turns += 1
    return 0
  }
  const worker = startWorker(
    {
      ...app,
      accounts: { ...app.accounts, byId: async () => ({ id: accountId, name: 'Loja' }) as Account },
      providers: {
        ...app.providers,
        card: () => ({ wallet: { unregisterDomain } }) as unknown as CardAcquirer,
      },
    },
    [...jobs.filter(({ name }) => name === 'finish-removals'), { name: 'count', run: count }],
  )
  t.after(async () => {
    resolve()
    await close(app, worker)
  })
  await until('the wallet is called', () => calls > 0)
  const before = turns
  await until('the other job runs', () => turns > before)
})

test('a statement about a whole day, on a silent connection, holds up no other job', async (t) => {
  const proxy = await openDatabaseProxy(database.url)
  const app = await openApp(proxy.url)
  let isSilent = false
  let turns = 0
  const sql: Sql = Object.assign((...given: Parameters<Sql>) => app.sql(...given), app.sql, {
    begin: (async (work, options) =>
      app.sql.begin((tx) => {
        if (options?.statementMs === dayStatementMs) isSilent = proxy.silence() > 0 || isSilent
        return work(tx)
      }, options)) satisfies Sql['begin'] as Sql['begin'],
  })
  const count = async () => {
    turns += 1
    return 0
  }
  await database.sql`delete from ledger_samples`
  const worker = startWorker({ ...app, sql }, [
    ...jobs.filter(({ name }) => name === 'audit-open-day'),
    { name: 'count', run: count },
  ])
  t.after(async () => {
    await close(app, worker)
    await proxy.close()
  })
  await until('the audit is on a silent connection', () => isSilent)
  const before = turns
  await until('the other job runs', () => turns > before)
})

test('every job that reads whole days runs beside the other jobs', () => {
  const beside = jobs.filter(({ isUnderWay }) => isUnderWay).map(({ name }) => name)
  const ofDays = ['close-days', 'verify-days', 'audit-open-day', 'count-totals']
  assert.deepEqual(
    ofDays.filter((name) => !beside.includes(name)),
    [],
  )
})

test('a worker that stops waits for work beside the others that has an end', async (t) => {
  const app = await openApp()
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  const order: string[] = []
  const { current, ...beside } = inBackground(1, async () => {
    order.push('begun')
    await answer
    order.push('ended')
    return 1
  })
  const isBegun = () => order.length > 0
  const worker = startWorker(app, [
    {
      name: 'ask',
      due: ({ sql }) => sql`${!isBegun()}::boolean`,
      ...beside,
      ended: async (own: App) => current(own),
    },
  ])
  t.after(() => app.close())
  await until('the work has begun', isBegun)
  const stopped = worker.stop().then(() => order.push('stopped'))
  await nextTurn()
  resolve()
  await stopped
  assert.deepEqual(order, ['begun', 'ended', 'stopped'])
})

test('each worker of a process does its own housekeeping, once in a period', async (t) => {
  const app = await openApp()
  let runs = 0
  const run = atMostEvery(60_000, async () => {
    runs += 1
    return 0
  })
  const one = startWorker(app, [{ name: 'clean', run }])
  const other = startWorker(app, [{ name: 'clean', run }])
  t.after(async () => {
    await other.stop()
    await close(app, one)
  })
  for (const worker of [one, other, one, other]) await worker.runUntilIdle()
  assert.equal(runs, 2)
})

test('a process that does not know the time does no due work', async (t) => {
  const app = await openApp()
  let isKnown = false
  let turns = 0
  const run = async () => {
    turns += 1
    return 0
  }
  const worker = startWorker(
    { ...app, clockFollower: { ...app.clockFollower, isKnown: () => isKnown } },
    [{ name: 'count', run }],
  )
  t.after(() => close(app, worker))
  await worker.runUntilIdle()
  assert.equal(turns, 0)
  isKnown = true
  await worker.runUntilIdle()
  assert.ok(turns > 0)
})

test('a turn ends when the time moves, until the other processes have it too', async (t) => {
  const app = await openApp()
  let hasMoved = false
  let isAhead = false
  const early: boolean[] = []
  const joinedClock = {
    id: '',
    isAhead: () => isAhead,
    untilShared: async () => {
      await sleep(20)
      isAhead = false
    },
    leave: async () => {},
  }
  const worker = startWorker({ ...app, joinedClock }, [
    {
      name: 'move',
      async run() {
        isAhead ||= !hasMoved
        hasMoved = true
        return 0
      },
    },
    {
      name: 'work',
      async run() {
        early.push(isAhead)
        return 0
      },
    },
  ])
  t.after(() => close(app, worker))
  await worker.runUntilIdle()
  assert.ok(early.length > 0, 'the work is done after the wait')
  assert.ok(!early.includes(true))
})

test('a job runs when its condition is true, or when a job before it did work', async (t) => {
  const app = await openApp()
  const ran: string[] = []
  let isFirstDue = false
  const job = (name: string, isTrue: () => boolean, done: () => number): Job => ({
    name,
    due: ({ sql }) => sql`${isTrue()}::boolean`,
    run: async () => {
      ran.push(name)
      return done()
    },
  })
  const worker = startWorker(app, [
    job(
      'first',
      () => isFirstDue,
      () => (isFirstDue ? 1 : 0),
    ),
    job(
      'second',
      () => false,
      () => {
        isFirstDue = false
        return 0
      },
    ),
  ])
  t.after(() => close(app, worker))
  await worker.runUntilIdle()
  assert.deepEqual(ran, [])
  isFirstDue = true
  await worker.runUntilIdle()
  assert.deepEqual(ran.slice(0, 2), ['first', 'second'])
})

test('accounts do not wait for one whose provider does not respond', async (t) => {
  const app = await openApp()
  t.after(() => app.close())
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  const accountIds = ['silent', 'second', 'third', 'fourth']
  const finished: string[] = []
  const queue = {
    accountsDue: async () => accountIds,
    claim: async (_db: TimedSql, accountId: string) => [accountId],
  }
  const ask = async (_app: App, accountId: string) => {
    if (accountId === 'silent') await answer
    finished.push(accountId)
  }
  const done = forEachAccount(app, queue, ask, { accountsAtOnce: 2 })
  await until('the other accounts are done', () => finished.length === 3)
  resolve()
  assert.equal(await done, 4)
  assert.deepEqual(finished, ['second', 'third', 'fourth', 'silent'])
})

test('an account whose work cannot be claimed holds up no other account', async (t) => {
  const app = await openApp()
  t.after(() => app.close())
  const finished: string[] = []
  const queue = {
    accountsDue: async () => ['broken', 'second', 'third'],
    claim: async (_db: TimedSql, accountId: string) => {
      if (accountId === 'broken') throw new Error('a claim that failed')
      return [accountId]
    },
  }
  const done = forEachAccount(app, queue, async (_app, each) => finished.push(each), {
    accountsAtOnce: 2,
  })
  await assert.rejects(done, { message: 'a claim that failed' })
  assert.deepEqual(finished, ['second', 'third'])
})

test('a job that fails delays no other job, and its due work counts as not done', async (t) => {
  const app = await openApp()
  let isBroken = true
  const ran: string[] = []
  const failed: string[] = []
  const metrics = { ...app.metrics, jobFailed: (job: string) => void failed.push(job) }
  const worker = startWorker({ ...app, metrics }, [
    {
      name: 'broken',
      run: async () => {
        if (isBroken) throw new Error('a table that cannot be read')
        return 0
      },
    },
    { name: 'later', run: async () => ran.push('later') && 0 },
  ])
  t.after(() => close(app, worker))
  await assert.rejects(worker.runUntilIdle(), { message: 'jobs failed: broken' })
  assert.ok(ran.includes('later'))
  assert.ok(failed.includes('broken'))
  const moved = await doDueWork({ ...app, worker })
  assert.deepEqual(moved, { done: false, workers: 0, reason: 'not-finished' })
  isBroken = false
  assert.deepEqual(await doDueWork({ ...app, worker }), { done: true, workers: 1 })
})

test('a quick failure of work in the background is counted and logged once', async (t) => {
  const app = await openApp()
  t.after(() => app.close())
  let runs = 0
  const counted: string[] = []
  const logged: string[] = []
  const metrics = { ...app.metrics, jobFailed: (job: string) => void counted.push(job) }
  const log: App['log'] = Object.assign(Object.create(app.log), {
    error: ({ job }: { readonly job: string }) => void logged.push(job),
  })
  const fail = async () => {
    runs += 1
    throw new Error('a table that cannot be read')
  }
  const worker = startWorker({ ...app, metrics, log }, [
    { name: 'broken', ...inBackground(60_000, fail) },
  ])
  await assert.rejects(worker.runUntilIdle(), { message: 'jobs failed: broken' })
  await worker.stop()
  const once = Array.from({ length: runs }, () => 'broken')
  assert.deepEqual([counted, logged], [once, once])
})

test('a commit of this process or of another one ends the pause of an idle worker', async (t) => {
  const app = await openApp()
  let turns = 0
  let turned = Promise.withResolvers<void>()
  const run = async () => {
    turns += 1
    turned.resolve()
    turned = Promise.withResolvers()
    return 0
  }
  const pause = { turnsUntilIdle: 1, idlePauseMs: 600_000 }
  const worker = startWorker(app, [{ name: 'count', run }], pause)
  t.after(() => close(app, worker))
  // The worker has subscribed before.
  await app.sql.listen(deliveriesChannel, () => {})
  await worker.runUntilIdle()
  for (const commit of [
    () => notifyDueDeliveries(app.sql, randomId()),
    () => app.journal.record(createChange(someTransaction(), { links: app.links })),
  ]) {
    const before = turns
    const next = turned.promise
    await commit()
    await next
    assert.ok(turns > before)
  }
})
