import assert from 'node:assert/strict'
import { openPool } from '../src/db/pool.ts'
import { randomBase62 } from '../src/primitives/id.ts'
import { cents } from '../src/primitives/money.ts'
import { openCielo } from '../src/providers/cielo/cielo.ts'
import type { CieloSettings } from '../src/providers/cielo/settings.ts'
import type { CardAcquirer, CardSource } from '../src/providers/ports/card.ts'
import { type Answer, measure, measurePaced, middle, type Rate, ratio } from './measure.ts'
import { approvedCard, cardOrder, openShopFront } from './shop-front.ts'
import { openStage, type Stage } from './stage.ts'

const connections = 64
const rounds = 5
const seconds = 4
/** Sales a second, and the target of our median beyond the acquirer's. */
const paces = [
  { perSecond: 50, medianMs: 5 },
  { perSecond: 150, medianMs: 8 },
] as const

/**
 * Measures the time that the gateway adds to the acquirer's own time when a card is sold over HTTP:
 * in turns and at fixed rates, whole sales and bare calls of the same adapter. Calls start when
 * they are due, whether or not earlier calls have ended, and their time counts from then. At last
 * the peak, for the CPU time of a sale.
 */
export async function card(): Promise<Answer> {
  const stage = await openStage()
  try {
    return await compare(stage)
  } finally {
    await stage.close()
  }
}

async function compare(stage: Stage): Promise<Answer> {
  const url = await stage.start('Guichê', ['src/main.ts', 'serve', '--role', 'api'])
  const { secretKey } = stage.merchant
  const front = openShopFront({ url, secretKey, order: cardOrder, connections: 256 })
  const acquirer = openCielo(stage.credentials.cielo as CieloSettings)
  const direct = () => sellDirectly(acquirer, { kind: 'card', card: approvedCard })
  let sales = 0
  const ours = async () => {
    await front.sell()
    sales += 1
  }

  await measure({ name: 'warming up', concurrency: connections, seconds: 1, act: ours })
  await stage.gatherStatistics()
  const taken = paces.map(() => ({ direct: [] as Rate[], ours: [] as Rate[] }))
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { perSecond }] of paces.entries()) {
      const pace = { perSecond, seconds }
      const name = `${perSecond} a second`
      taken[index]?.direct.push(
        await measurePaced({ ...pace, name: `the acquirer alone, ${name}`, act: direct }),
      )
      taken[index]?.ours.push(await measurePaced({ ...pace, name: `Guichê, ${name}`, act: ours }))
    }
  }
  const peak = await measure({
    name: 'Guichê, peak',
    concurrency: connections,
    seconds,
    act: ours,
  })
  await Promise.all([front.close(), acquirer.close()])
  await expectPaid(stage, sales)

  const compared = paces.map((pace, index) => ({
    ...pace,
    direct: middle(taken[index]?.direct ?? [], 'medianMs'),
    ours: middle(taken[index]?.ours ?? [], 'medianMs'),
  }))
  const { Guichê: gateway = 0, PostgreSQL: database = 0 } = peak.cpu ?? {}
  return {
    bench: 'card',
    question: 'card sold over HTTP, our time beyond the acquirer’s',
    rates: [...compared.flatMap(({ direct, ours }) => [direct, ours]), peak],
    ratios: [
      ...compared.flatMap(({ perSecond, medianMs, direct, ours }) => [
        ratio(`${perSecond}/s: median beyond the acquirer, ms`, ours.medianMs - direct.medianMs, {
          atMost: medianMs,
        }),
        ratio(`${perSecond}/s: p99 beyond the acquirer, ms`, ours.p99Ms - direct.p99Ms, {
          atMost: 30,
        }),
      ]),
      ratio('CPU of gateway and PostgreSQL, s per 1,000 sales', gateway + database, { atMost: 2 }),
    ],
  }
}

/** The same sale as the shop's, without the gateway. Throws when it is not approved. */
export async function sellDirectly(acquirer: CardAcquirer, source: CardSource): Promise<void> {
  const { amount, installments, customer } = cardOrder
  const outcome = await acquirer.sale(
    {
      attemptRef: randomBase62(20),
      amount: cents(amount),
      installments,
      capture: true,
      customer: { name: customer.name, email: customer.email, document: customer.document.number },
      source,
    },
    AbortSignal.timeout(20_000),
  )
  if (outcome.kind !== 'approved') throw new Error(`the acquirer's answer was ${outcome.kind}`)
}

/** A refusal is a 200 too, and faster: every sale must be paid, in its status and in the books. */
async function expectPaid({ databaseUrl }: Stage, sales: number): Promise<void> {
  const sql = openPool({ url: databaseUrl, max: 1, applicationName: 'guiche-bench' })
  const rows = await sql<Record<string, unknown>[]>`
    select status, count(*) as count,
      (select count(distinct transaction_id) from ledger_transfers) as posted
    from transactions group by status`
  await sql.end()
  assert.deepEqual(rows, [{ status: 'PAID', count: sales, posted: sales }])
}
