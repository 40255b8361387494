import { type Answer, inTurns, measure, ratio } from './measure.ts'
import { openShopFront, pixOrder } from './shop-front.ts'
import { openStage, type Stage } from './stage.ts'

const connections = 64
const rounds = 5
const seconds = 4

/**
 * Measures PIX created over HTTP by one process, and by two that share a port, on one database. The
 * bank, the database and the load have the same cores, so more processes are an advantage only
 * where a machine has more cores than these.
 */
export async function cores(): Promise<Answer> {
  const stage = await openStage()
  try {
    return await compare(stage)
  } finally {
    await stage.close()
  }
}

async function compare(stage: Stage): Promise<Answer> {
  const ways = [
    { name: 'one process', processes: '1' },
    { name: 'two processes', processes: '2' },
  ]
  const fronts = []
  const loads = []
  for (const { name, processes } of ways) {
    const args = ['src/main.ts', 'serve', '--role', 'api', '--processes', processes]
    const url = await stage.start(name, args)
    const { secretKey } = stage.merchant
    const front = openShopFront({ url, secretKey, order: pixOrder, connections })
    fronts.push(front)
    loads.push({ name, concurrency: connections, seconds, act: front.sell })
  }
  for (const load of loads) await measure({ ...load, seconds: 1 })
  await stage.gatherStatistics()
  const rates = await inTurns(loads, rounds)
  await Promise.all(fronts.map((front) => front.close()))
  const [one, two] = rates
  if (!one || !two) throw new Error('nothing was measured')
  return {
    bench: 'cores',
    question: `PIX created over HTTP by one process and by two, ${connections} connections`,
    rates,
    ratios: [
      ratio('two processes / one', two.perSecond / one.perSecond, { atLeast: 1 }),
      ratio('p99 of two / of one', two.p99Ms / one.p99Ms, { atMost: 1.2 }),
    ],
  }
}
