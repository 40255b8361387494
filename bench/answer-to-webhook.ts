import { setTimeout as wait } from 'node:timers/promises'
import { spawnChild } from '../scripts/supervise.ts'
import { monotonicMs } from '../src/primitives/clock.ts'
import { measure, measurePaced, type Rate, spread } from './measure.ts'
import { openShopFront, pixOrder } from './shop-front.ts'
import { openStage } from './stage.ts'

const perSecond = 200
const seconds = 15

/**
 * Measures the time from the response to a sale until the first byte of its webhook, for one
 * merchant who sells at a fixed rate over HTTP. Every payment has a postbackUrl of its own at one
 * server, which says to which sale a webhook belongs.
 */
export async function answerToWebhook(): Promise<Rate> {
  const stage = await openStage({ OUTBOUND_ALLOWED_SUBNETS: '127.0.0.0/8' })
  const receiver = spawnChild('receiver', ['bench/webhook-receiver.ts'])
  try {
    const arrivedAt = new Map<string, number>()
    const receiverUrl = await new Promise<string>((ready) =>
      receiver.onMessage((message) => {
        const report = message as { ready?: { url: string }; arrivals?: Arrival[] }
        if (report.ready) ready(report.ready.url)
        for (const [, at, path] of report.arrivals ?? [])
          if (!arrivedAt.has(path)) arrivedAt.set(path, at)
      }),
    )
    const url = await stage.start('Guichê', ['src/main.ts', 'serve', '--role', 'all'])
    const answeredAt = new Map<string, number>()
    let started = 0
    const front = openShopFront({
      url,
      secretKey: stage.merchant.secretKey,
      order: () => ({ ...pixOrder, postbackUrl: `${receiverUrl}/sale/${started}` }),
      connections: 64,
    })
    const act = async () => {
      const sale = front.sell()
      const path = `/sale/${started}`
      started += 1
      await sale
      answeredAt.set(path, performance.timeOrigin + monotonicMs())
    }
    await measure({ name: 'warming up', concurrency: 8, seconds: 1, act })
    await stage.gatherStatistics()
    const earlier = new Set(answeredAt.keys())
    const { cpu } = await measurePaced({ name: 'sales', perSecond, seconds, act })
    await front.close()
    const measured = [...answeredAt].filter(([path]) => !earlier.has(path))
    for (const end = monotonicMs() + 60_000; !measured.every(([path]) => arrivedAt.has(path)); ) {
      if (monotonicMs() > end) throw new Error('a sale has no webhook after a minute')
      await wait(50)
    }
    const times = measured.map(([path, at]) => (arrivedAt.get(path) ?? 0) - at)
    return {
      name: `response to first byte, ${perSecond} payments/s, one merchant`,
      perSecond,
      ...spread(times),
      ...(cpu && { cpu }),
    }
  } finally {
    await receiver.stop()
    await stage.close()
  }
}

/** The event, the arrival of its first bytes in ms since 1970, and the path. */
type Arrival = readonly [string, number, string]
