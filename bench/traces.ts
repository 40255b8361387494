import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, inTurns, measure, ratio } from './measure.ts'
import { openShopFront, pixOrder } from './shop-front.ts'
import { openStage, type Stage } from './stage.ts'

const connections = 64
const rounds = 6
const seconds = 3

/**
 * Measures what traces cost a PIX that is created over HTTP: none, one in a hundred, and every one,
 * each exported to a receiver that discards them.
 */
export async function traces(): Promise<Answer> {
  const stage = await openStage()
  const collector = createServer((request, response) =>
    request.resume().on('end', () => response.end()),
  )
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  try {
    return await compare(stage, `http://127.0.0.1:${port}`)
  } finally {
    collector.closeAllConnections()
    collector.close()
    await stage.close()
  }
}

async function compare(stage: Stage, endpoint: string): Promise<Answer> {
  const sampled = (share: string) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: share,
  })
  const ways = [
    { name: 'no traces', env: {} },
    { name: 'one in a hundred', env: sampled('0.01') },
    { name: 'every request', env: sampled('1') },
  ]
  const fronts = []
  const loads = []
  const turns: { name: string; url: string; sales: number; cpuSeconds: number }[] = []
  for (const { name, env } of ways) {
    const url = await stage.start(name, ['src/main.ts', 'serve', '--role', 'api'], env)
    const { secretKey } = stage.merchant
    const front = openShopFront({ url, secretKey, order: pixOrder, connections, keyed: true })
    fronts.push(front)
    const turn = { name, url, sales: 0, cpuSeconds: 0 }
    turns.push(turn)
    const act = async () => {
      await front.sell()
      turn.sales += 1
    }
    loads.push({ name, concurrency: connections, seconds, act })
  }
  for (const load of loads) await measure({ ...load, seconds: 2 })
  await stage.gatherStatistics()
  for (const turn of turns) {
    turn.sales = 0
    turn.cpuSeconds = -(await cpuSeconds(turn.url))
  }
  const rates = await inTurns(loads, rounds)
  for (const turn of turns) turn.cpuSeconds += await cpuSeconds(turn.url)
  await Promise.all(fronts.map((front) => front.close()))
  /** Processor time of one sale. On a busy machine it varies less than the rate. */
  const costOf = (name: string) => {
    const { cpuSeconds: spent, sales } = turns.find((turn) => turn.name === name) ?? turns[0] ?? {}
    return (spent ?? Number.NaN) / (sales ?? 0)
  }
  const none = costOf('no traces')
  const ratioTo = (name: string, atMost: number) =>
    ratio(`processor time: ${name} / no traces`, costOf(name) / none, { atMost })
  return {
    bench: 'traces',
    question: `what traces cost a PIX created over HTTP, ${connections} connections`,
    rates,
    ratios: [ratioTo('one in a hundred', 1.05), ratioTo('every request', 1.5)],
  }
}

async function cpuSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total(?:\{[^}]*\})? ([\d.e+-]+)/m.exec(text)?.[1])
}
