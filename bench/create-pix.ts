import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { spawnChild } from '../scripts/supervise.ts'
import { openPool } from '../src/db/pool.ts'
import { type Answer, inTurns, measure, type Rate, ratio } from './measure.ts'
import { openShopFront, pixOrder } from './shop-front.ts'
import { openStage, type Stage } from './stage.ts'

const connections = 64
const rounds = 5
const seconds = 4

/**
 * Measures PIX created over HTTP: credentials, validation, Idempotency-Key, the provider's response
 * over mutual TLS, and a durable transaction, event, delivery and stored response; once more with
 * its webhooks delivered by the same process. It is compared with the same route that stores
 * nothing, with a plain version with one database transaction a step, and with a tight one that
 * writes all rows in one statement. Every server, the bank and the database are processes of their
 * own.
 */
export async function createPix(): Promise<Answer> {
  // A worker would deliver the webhooks of the other servers too, so it has a database of its own.
  const stages = { silent: await openStage(), delivering: await openStage(delivers) }
  try {
    return await compare(stages)
  } finally {
    await stages.silent.close()
    await stages.delivering.close()
  }
}

const delivers = { OUTBOUND_ALLOWED_SUBNETS: '127.0.0.0/8' }

interface Stages {
  readonly silent: Stage
  readonly delivering: Stage
}

async function compare({ silent, delivering }: Stages): Promise<Answer> {
  const receiver = await startReceiver()
  const gateway = ['src/main.ts', 'serve', '--role']
  const ways = [
    { name: 'Guichê', stage: silent, args: [...gateway, 'api'], keyed: true },
    {
      name: 'Guichê, webhooks delivered',
      stage: delivering,
      args: [...gateway, 'all'],
      keyed: true,
    },
    { name: 'nothing stored', stage: silent, args: ['bench/storeless-server.ts'], keyed: false },
    { name: 'tight', stage: silent, args: ['bench/plain-server.ts', 'tight'], keyed: true },
    { name: 'plain', stage: silent, args: ['bench/plain-server.ts'], keyed: true },
  ]
  const sales = new Map([
    [silent, 0],
    [delivering, 0],
  ])
  const fronts = []
  const loads = []
  for (const { name, stage, args, keyed } of ways) {
    const url = await stage.start(name, args)
    const postbackUrl = stage === delivering ? receiver.url : pixOrder.postbackUrl
    const front = openShopFront({
      url,
      secretKey: stage.merchant.secretKey,
      order: { ...pixOrder, postbackUrl },
      connections,
      keyed,
    })
    fronts.push(front)
    const act = async () => {
      await front.sell()
      if (keyed) sales.set(stage, (sales.get(stage) ?? 0) + 1)
    }
    loads.push({ name, concurrency: connections, seconds, act })
  }
  for (const load of loads) await measure({ ...load, seconds: 1 })
  for (const stage of sales.keys()) await stage.gatherStatistics()
  const rates = await inTurns(loads, rounds)
  await Promise.all(fronts.map((front) => front.close()))
  for (const [stage, count] of sales) await expectStored(stage, count)
  await receiver.untilReceived(sales.get(delivering) ?? 0)
  await receiver.stop()

  const of = (name: string): Rate =>
    rates.find((rate) => rate.name === name) ?? {
      name,
      perSecond: Number.NaN,
      medianMs: Number.NaN,
      p99Ms: Number.NaN,
    }
  const [ours, nothing, plain] = [of('Guichê'), of('nothing stored'), of('plain')]
  const { Guichê: process = 0, PostgreSQL: database = 0 } = ours.cpu ?? {}
  return {
    bench: 'create-pix',
    question: `PIX created over HTTP, durable, ${connections} connections`,
    rates,
    ratios: [
      ratio('Guichê / nothing stored', ours.perSecond / nothing.perSecond, { atLeast: 0.7 }),
      ratio('Guichê / tight', ours.perSecond / of('tight').perSecond, { atLeast: 2 }),
      ratio('Guichê / plain', ours.perSecond / plain.perSecond, { atLeast: 2.5 }),
      ratio("Guichê's p99 / plain's median", ours.p99Ms / plain.medianMs, { atMost: 1 }),
      ratio('CPU of gateway and PostgreSQL, s per 1,000 PIX', process + database, { atMost: 1.2 }),
    ],
  }
}

/** The receiver of the webhooks, which counts the payments of which it was notified. */
async function startReceiver() {
  const child = spawnChild('receiver', ['bench/webhook-receiver.ts'])
  const received = new Set<string>()
  const url = await new Promise<string>((ready) =>
    child.onMessage((message) => {
      const report = message as { ready?: { url: string }; arrivals?: [string, number][] }
      if (report.ready) ready(`${report.ready.url}/webhook`)
      for (const [id] of report.arrivals ?? []) received.add(id)
    }),
  )
  return {
    url,
    stop: child.stop,
    async untilReceived(count: number) {
      for (const end = performance.now() + 60_000; received.size < count; await wait(50))
        assert.ok(performance.now() < end, `${received.size} of ${count} webhooks were received`)
    },
  }
}

/** A sale that got a response and is not stored makes the figure worthless. */
async function expectStored({ databaseUrl }: Stage, sales: number): Promise<void> {
  const sql = openPool({ url: databaseUrl, max: 1, applicationName: 'guiche-bench' })
  const [counts] = await sql<Record<string, number>[]>`
    select (select count(*) from transactions) as transactions,
      (select count(*) from events) as events,
      (select count(*) from deliveries) as deliveries,
      (select count(*) from idempotency_keys where answer_body is not null) as answers`
  await sql.end()
  assert.deepEqual(counts, {
    transactions: sales,
    events: sales,
    deliveries: sales,
    answers: sales,
  })
}
