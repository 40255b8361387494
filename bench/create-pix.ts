import assert from 'node:assert/strict'
import { openPool } from '../src/db/pool.ts'
import { type Answer, inTurns, measure, ratio } from './measure.ts'
import { openShopFront, pixOrder } from './shop-front.ts'
import { openStage, type Stage } from './stage.ts'

const connections = 64
const rounds = 3
const seconds = 5

/**
 * Measures PIX created over HTTP: credentials, validation, Idempotency-Key, the provider's response
 * over mutual TLS, and a durable transaction, event, delivery and stored response. It is compared
 * with the same route that stores nothing, and with a plain version with one database transaction a
 * step. Every server, the bank and the database are processes of their own.
 */
export async function createPix(): Promise<Answer> {
  const stage = await openStage()
  try {
    return await compare(stage)
  } finally {
    await stage.close()
  }
}

async function compare(stage: Stage): Promise<Answer> {
  const ways = [
    { name: 'Guichê', args: ['src/main.ts', 'serve', '--role', 'api'], keyed: true },
    { name: 'nothing stored', args: ['bench/storeless-server.ts'], keyed: false },
    { name: 'plain', args: ['bench/plain-server.ts'], keyed: true },
  ]
  let sales = 0
  const fronts = []
  const loads = []
  for (const { name, args, keyed } of ways) {
    const url = await stage.start(name, args)
    const front = openShopFront({
      url,
      secretKey: stage.merchant.secretKey,
      order: pixOrder,
      connections,
      keyed,
    })
    fronts.push(front)
    const act = async () => {
      await front.sell()
      if (keyed) sales += 1
    }
    loads.push({ name, concurrency: connections, seconds, act })
  }
  for (const load of loads) await measure({ ...load, seconds: 1 })
  await stage.gatherStatistics()
  const rates = await inTurns(loads, rounds)
  await Promise.all(fronts.map((front) => front.close()))
  await expectStored(stage, sales)

  const of = (name: string) =>
    rates.find((rate) => rate.name === name) ?? {
      perSecond: Number.NaN,
      medianMs: Number.NaN,
      p99Ms: Number.NaN,
    }
  const [ours, nothing, plain] = [of('Guichê'), of('nothing stored'), of('plain')]
  return {
    bench: 'create-pix',
    question: `PIX created over HTTP, durable, ${connections} connections`,
    rates,
    ratios: [
      ratio('Guichê / nothing stored', ours.perSecond / nothing.perSecond, { atLeast: 0.5 }),
      ratio('Guichê / plain', ours.perSecond / plain.perSecond, { atLeast: 2.5 }),
      ratio("Guichê's p99 / plain's median", ours.p99Ms / plain.medianMs, { atMost: 1 }),
    ],
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
