import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../../src/config.ts'
import { moveOffset } from '../../src/db/business-clock-store.ts'
import { write } from '../../src/journal/change.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { deliveriesWriter } from '../../src/journal/postback-store.ts'
import { gatewayActor } from '../../src/primitives/actor.ts'
import { systemClock } from '../../src/primitives/clock.ts'
import { newId } from '../../src/primitives/id.ts'
import { openVault } from '../../src/primitives/vault.ts'
import { fanOutWriter } from '../../src/webhooks/fan-out-store.ts'
import { notifyDeliveryWorkers } from '../../src/webhooks/notify-delivery-workers-store.ts'
import { openEndpoint } from '../../src/webhooks/open-endpoint.ts'
import { openTestDatabase } from '../kit/database.ts'
import { openFaultyReceivers } from '../kit/faulty-receivers.ts'
import { stormRandom, stormSize } from '../kit/storm-size.ts'

/* STORM_LIMITS=production uses the lease and limits of production. STORM_LOG=1 prints progress. */

const events = stormSize(1_000)
const isProduction = process.env.STORM_LIMITS === 'production'
const kills = stormSize(10)
const options = isProduction ? {} : { leaseMs: 2_500, pollMs: 250, limits: { wholeMs: 700 } }
const receivers = isProduction ? 64 : 24

test(`${events} events reach failing receivers in order, with ${kills} kills of the worker`, {
  timeout: isProduction ? 1_800_000 : stormSize(120_000),
}, async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'guiche-storm-'))
  const database = await openTestDatabase({ max: 8 })
  const { sql } = database
  const config = readConfig({ GUICHE_HOME: home, DATABASE_URL: database.url })
  const clock = systemClock()
  const random = stormRandom()
  const faulty = await openFaultyReceivers(receivers, {
    weights: { 200: 70, 500: 14, reset: 14, timeout: 2 },
    random,
  })
  const journal = openJournal({ sql, alongside: [fanOutWriter] })
  journal.onCommitted(notifyDeliveryWorkers(sql))
  let worker: ChildProcess | undefined
  t.after(async () => {
    worker?.kill('SIGKILL')
    faulty.close()
    await database.close()
    await rm(home, { recursive: true, force: true })
  })

  const start = async () => {
    const child = spawn(
      process.execPath,
      ['test/kit/delivery-worker.ts', JSON.stringify(options)],
      {
        cwd: join(import.meta.dirname, '../..'),
        env: { ...process.env, GUICHE_HOME: home, DATABASE_URL: database.url },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    )
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => assert.fail(`the worker ended with ${code}`)),
    ])
    return child
  }

  const vault = openVault(config.secrets)
  const ground = { config, sql, clock, vault, actor: gatewayActor }
  const accounts = await Promise.all(
    faulty.urls.map(async (url, n) => {
      const accountId = newId(clock.now().getTime())
      await sql`
        insert into accounts (id, name, document, settings)
        values (${accountId}, 'Loja', '12345678909', '{}')`
      // Half of them have an endpoint besides, where each event arrives as well.
      if (n % 2 === 0)
        await openEndpoint(ground, accountId, {
          url: `${url}/endpoint`,
          description: null,
          eventTypes: ['*'],
        })
      return { accountId, url: `${url}/postback`, targets: n % 2 === 0 ? 2 : 1 }
    }),
  )

  const happen = async (account: (typeof accounts)[number], objectId: string, sequence: number) => {
    const { accountId, url } = account
    const [eventId, id] = [newId(clock.now().getTime()), newId(clock.now().getTime())]
    const event = 'transaction.paid'
    const payload = JSON.stringify({
      type: 'transaction',
      event,
      objectId,
      url,
      sequence,
      data: { id: objectId, sequence },
    })
    await journal.record({
      writes: [
        write(deliveriesWriter, {
          accountId,
          id,
          eventId,
          objectId,
          sequence,
          url,
          createdAt: clock.now(),
        }),
      ],
      event: {
        id: eventId,
        accountId,
        objectType: 'transaction',
        objectId,
        version: sequence,
        type: event,
        payload,
        occurredAt: clock.now(),
      },
    })
    return account.targets
  }

  let shownAt = process.hrtime()[0]
  const progress = async () => {
    if (process.hrtime()[0] < shownAt + 5) return
    shownAt = process.hrtime()[0]
    const states = await sql`
      select state, count(*), max(attempts) as tries, count(lease_ends_at) as leased,
        count(*) filter (where due_at <= ${clock.now()}) as due
      from deliveries
      group by state`
    console.error(
      JSON.stringify({
        recorded,
        expected,
        accepted: faulty.accepted(),
        killed,
        violations: faulty.violations.length,
        states,
      }),
    )
  }

  worker = await start()
  let expected = 0
  /** Each transaction changes up to four times; a few dozen of them live at the same time. */
  const live = async () => {
    while (recorded < events) {
      const account = accounts[Math.floor(random() * accounts.length)]
      assert(account)
      const objectId = newId(clock.now().getTime())
      for (let sequence = 1; sequence <= 4 && recorded < events; sequence += 1) {
        recorded += 1
        const targets = await happen(account, objectId, sequence)
        expected += targets
      }
    }
  }
  let recorded = 0
  const living = Promise.all(Array.from({ length: 48 }, live))

  const total = events * (accounts.reduce((sum, { targets }) => sum + targets, 0) / accounts.length)
  let killed = 0
  const startedAt = process.hrtime.bigint()
  for (let isDone = false; !isDone; ) {
    await wait(50)
    if (killed < kills && faulty.accepted() > (total * (killed + 1)) / (kills + 2)) {
      worker.kill('SIGKILL') // In the middle of whatever it was doing.
      await once(worker, 'exit')
      killed += 1
      worker = await start()
    }
    // Retries come due: a second of ours is a minute and a half of theirs, and more once the storm
    // is over.
    await moveOffset(sql, recorded >= events && killed === kills ? 60_000 : 5_000)
    if (process.env.STORM_LOG) await progress()
    isDone = recorded >= events && faulty.accepted() >= expected && killed === kills
  }
  await living
  // The last results are being written.
  const open = () =>
    sql<{ count: number }[]>`select count(*) from deliveries where state <> 'delivered'`
  while ((await open())[0]?.count !== 0) {
    await wait(100)
    await moveOffset(sql, 60_000)
  }

  const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9
  t.diagnostic(
    `${events} events, ${expected} deliveries, ${killed} kills, responses ${JSON.stringify(faulty.responses)}, ${faulty.repeats()} repeats of accepted ones, ${seconds.toFixed(1)} s`,
  )
  assert.equal(faulty.accepted(), expected)
  assert.deepEqual(faulty.violations, [])
  const [feed] = await sql<
    { sum: number }[]
  >`select sum(last_position)::int as sum from event_feeds`
  assert.equal(feed?.sum, events)
})
