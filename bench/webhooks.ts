import { setTimeout as wait } from 'node:timers/promises'
import { spawnChild } from '../scripts/supervise.ts'
import { openPool } from '../src/db/pool.ts'
import { write } from '../src/journal/change.ts'
import { openJournal } from '../src/journal/journal.ts'
import { deliveriesWriter } from '../src/journal/postback-store.ts'
import { monotonicMs, systemClock } from '../src/primitives/clock.ts'
import { newId, randomSecret } from '../src/primitives/id.ts'
import { openVault } from '../src/primitives/vault.ts'
import { type Deliveries, openDeliveries } from '../src/webhooks/deliver.ts'
import { fanOutWriter } from '../src/webhooks/fan-out-store.ts'
import { answerToWebhook } from './answer-to-webhook.ts'
import { openBenchDatabase } from './database.ts'
import { type Answer, type Rate, ratio, spread } from './measure.ts'

/**
 * Measures the delay from a response and from a commit to the receiver, the speed of a backlog, and
 * the cost of one hanging merchant.
 */
export async function webhooks(): Promise<Answer> {
  const answered = await answerToWebhook()
  const stage = await openStage()
  try {
    const latency = rateOf(
      'commit to first byte, 500 events/s',
      500,
      await firstBytes(stage, 500, 20),
    )
    const drain = await drainBacklog(stage, 15_000)
    const single = await oneMerchant(stage, 8_000)
    const { alone, beside } = await besideOneThatHangs(stage, 20_000)
    return {
      bench: 'webhooks',
      question: 'from a sale or an event to its receiver',
      rates: [answered, latency, drain, ...single.values(), alone, beside],
      ratios: [
        ratio('response to first byte, 200 payments/s, median ms', answered.medianMs, {
          atMost: 3,
        }),
        ratio('response to first byte, 200 payments/s, p99 ms', answered.p99Ms, { atMost: 30 }),
        ratio('commit to first byte, median ms', latency.medianMs, { atMost: 20 }),
        ratio('commit to first byte, p99 ms', latency.p99Ms, { atMost: 150 }),
        ratio('backlog drained, deliveries/s', drain.perSecond, { atLeast: 3_000 }),
        ratio('one merchant, receiver 50 ms, deliveries/s', single.get(50)?.perSecond ?? 0, {
          atLeast: 1_000,
        }),
        ratio('p99 beside one that hangs / alone', beside.p99Ms / alone.p99Ms, { atMost: 2 }),
      ],
    }
  } finally {
    await stage.close()
  }
}

type Stage = Awaited<ReturnType<typeof openStage>>

async function openStage() {
  const database = await openBenchDatabase()
  const sql = openPool({ url: database.url, max: 16, applicationName: 'guiche-bench' })
  const clock = systemClock()
  const receiver = spawnChild('receiver', ['bench/webhook-receiver.ts'])
  const arrivedAt = new Map<string, number>()
  const url = await new Promise<string>((ready) =>
    receiver.onMessage((message) => {
      const report = message as { ready?: { url: string }; arrivals?: [string, number][] }
      if (report.ready) ready(report.ready.url)
      // The first attempt counts.
      for (const [id, at] of report.arrivals ?? []) if (!arrivedAt.has(id)) arrivedAt.set(id, at)
    }),
  )
  const committedAt = new Map<string, number>()
  const journal = openJournal({ sql, alongside: [fanOutWriter] })
  journal.onCommitted((events) => {
    const at = performance.timeOrigin + monotonicMs()
    for (const { id } of events) committedAt.set(id, at)
  })
  const accountIds = await Promise.all(Array.from({ length: 51 }, () => openAccount()))

  async function openAccount(): Promise<string> {
    const id = newId(clock.now().getTime())
    await sql`
      insert into accounts (id, name, document, settings)
      values (${id}, 'Loja', '12345678909', '{}')`
    return id
  }
  const vault = openVault({
    masterKeys: new Map([[1, randomSecret(32)]]),
    peppers: new Map([[1, randomSecret(32)]]),
  })
  const outbound = {
    allowHttp: true,
    extraPorts: 'any',
    allowedSubnets: ['127.0.0.0/8'],
    deniedSubnets: [],
  } as const
  const log = { error: (...args: unknown[]) => console.error(...args) }
  let deliveries: Deliveries | undefined

  return {
    url,
    arrivedAt,
    committedAt,
    /** The normal merchants, and the one whose receiver may hang. */
    accountIds: accountIds.slice(1),
    hanging: accountIds[0] ?? '',
    deliver() {
      deliveries ??= openDeliveries({
        config: { outbound },
        log,
        sql,
        clock,
        journal,
        vault,
        works: true,
      })
    },
    async rest() {
      await deliveries?.stop()
      deliveries = undefined
    },
    /**
     * Whether the deliveries of the hanging merchant are due tomorrow or now. The table is
     * vacuumed, as autovacuum would.
     */
    async letHangingWait(isWaiting: boolean) {
      await sql`
        update deliveries
        set due_at = now() + ${isWaiting ? 1 : -1} * interval '1 day', lease_ends_at = null
        where account_id = ${accountIds[0]}`
      await sql`vacuum analyze deliveries`
      await sql`checkpoint`
    },
    /** Records an event with a delivery to `to`. Returns the event's id after the commit. */
    async happen(accountId: string, to: string): Promise<string> {
      const now = clock.now()
      const [eventId, id, objectId] = [
        newId(now.getTime()),
        newId(now.getTime()),
        newId(now.getTime()),
      ]
      const event = 'transaction.paid'
      const data = { id: objectId, status: 'PAID', amount: 1990, metadata: 'x'.repeat(1_200) }
      const payload = JSON.stringify({
        type: 'transaction',
        objectId,
        url: to,
        sequence: 1,
        event,
        data,
      })
      await journal.record({
        writes: [
          write(deliveriesWriter, {
            accountId,
            id,
            eventId,
            objectId,
            sequence: 1,
            url: to,
            createdAt: now,
          }),
        ],
        event: {
          id: eventId,
          accountId,
          objectType: 'transaction',
          objectId,
          version: 1,
          type: event,
          payload,
          occurredAt: now,
        },
      })
      return eventId
    },
    async close() {
      await deliveries?.stop()
      await receiver.stop()
      await sql.end()
      await database.close()
    },
  }
}

const rateOf = (name: string, perSecond: number, times: readonly number[]): Rate => ({
  name,
  perSecond,
  ...spread(times),
})

/**
 * Commits events at a steady rate, and measures the delay of each, ms. The first second warms up.
 */
async function firstBytes(stage: Stage, perSecond: number, seconds: number): Promise<number[]> {
  stage.deliver()
  const eventIds: Promise<string>[] = []
  const start = monotonicMs()
  for (let n = 0; n < perSecond * (seconds + 1); n += 1) {
    const dueMs = start + (n * 1_000) / perSecond
    const earlyMs = dueMs - monotonicMs()
    if (earlyMs > 0) await wait(earlyMs)
    const accountId = stage.accountIds[n % stage.accountIds.length] ?? ''
    eventIds.push(stage.happen(accountId, `${stage.url}/quick`))
  }
  const ids = (await Promise.all(eventIds)).slice(perSecond)
  await allArrived(stage, ids)
  return ids.map((id) => (stage.arrivedAt.get(id) ?? 0) - (stage.committedAt.get(id) ?? 0))
}

/** Measures how fast due deliveries are sent once a worker starts. */
async function drainBacklog(stage: Stage, count: number): Promise<Rate> {
  await stage.rest()
  const ids = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      stage.happen(stage.accountIds[n % stage.accountIds.length] ?? '', `${stage.url}/quick`),
    ),
  )
  const start = performance.timeOrigin + monotonicMs()
  stage.deliver()
  await allArrived(stage, ids)
  const times = ids.map((id) => (stage.arrivedAt.get(id) ?? 0) - start)
  const perSecond = Math.round((count / Math.max(...times)) * 1_000)
  return { name: `a backlog of ${count} drained (ms since its start)`, perSecond, ...spread(times) }
}

/**
 * The rate at which one merchant's backlog is sent, by the response time of its server in ms. Each
 * has an address of its own, unknown at first.
 */
async function oneMerchant(stage: Stage, count: number): Promise<ReadonlyMap<number, Rate>> {
  const rates = new Map<number, Rate>()
  for (const [index, takesMs] of [0, 20, 50, 100].entries()) {
    await stage.rest()
    const accountId = stage.accountIds[index] ?? ''
    const ids = await Promise.all(
      Array.from({ length: count }, () => stage.happen(accountId, `${stage.url}/after/${takesMs}`)),
    )
    const start = performance.timeOrigin + monotonicMs()
    stage.deliver()
    await allArrived(stage, ids)
    const times = ids.map((id) => (stage.arrivedAt.get(id) ?? 0) - start)
    const perSecond = Math.round((count / Math.max(...times)) * 1_000)
    rates.set(takesMs, {
      name: `one merchant, receiver ${takesMs} ms, ${count} due`,
      perSecond,
      ...spread(times),
    })
  }
  return rates
}

/**
 * The same rate with and without one merchant whose receiver never responds and who has many due
 * deliveries, in turns.
 */
async function besideOneThatHangs(
  stage: Stage,
  count: number,
): Promise<{ alone: Rate; beside: Rate }> {
  await stage.rest()
  const ids = await Promise.all(
    Array.from({ length: count }, () => stage.happen(stage.hanging, `${stage.url}/hang`)),
  )
  const times = { alone: [] as number[], beside: [] as number[] }
  for (let round = 0; round < 4; round += 1) {
    for (const way of ['alone', 'beside'] as const) {
      await stage.rest()
      await stage.letHangingWait(way === 'alone')
      stage.deliver()
      times[way].push(...(await firstBytes(stage, 100, 15)))
    }
  }
  if (!ids.some((id) => stage.arrivedAt.has(id)))
    throw new Error('the one that hangs was never tried')
  return {
    alone: rateOf('first attempts, 100 events/s, alone', 100, times.alone),
    beside: rateOf(
      `first attempts, 100 events/s, beside ${count} due to one that hangs`,
      100,
      times.beside,
    ),
  }
}

async function allArrived({ arrivedAt }: Stage, ids: readonly string[]): Promise<void> {
  while (!ids.every((id) => arrivedAt.has(id))) await wait(20)
}
