import { randomBase62 } from '../src/primitives/id.ts'
import { cents } from '../src/primitives/money.ts'
import { openCielo } from '../src/providers/cielo/cielo.ts'
import type { CieloSettings } from '../src/providers/cielo/settings.ts'
import type { CardAcquirer, CardSource } from '../src/providers/ports/card.ts'
import { type Answer, calmest, measure, measurePaced, ratio } from './measure.ts'
import { approvedCard, cardOrder, openShopFront } from './shop-front.ts'
import { openStage, type Stage } from './stage.ts'

const connections = 64
const rounds = 3
const seconds = 5

/**
 * Measures the time that the gateway adds to the acquirer's own time when a card is sold over HTTP.
 * First the peak; then, in turns and at half of it, whole sales and bare calls of the same adapter.
 * Calls start when they are due, whether or not earlier calls have ended, and their time counts
 * from then.
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
  const sold = () => sellDirectly(acquirer, { kind: 'card', card: approvedCard })

  await measure({ name: 'warming up', concurrency: connections, seconds: 1, act: front.sell })
  await stage.gatherStatistics()
  const peak = await measure({
    name: 'Guichê, peak',
    concurrency: connections,
    seconds,
    act: front.sell,
  })
  const pace = { perSecond: Math.round(peak.perSecond / 2), seconds }
  const ways = { direct: [] as Answer['rates'][number][], ours: [] as Answer['rates'][number][] }
  for (let round = 0; round < rounds; round += 1) {
    ways.direct.push(
      await measurePaced({ ...pace, name: 'the acquirer alone, half of peak', act: sold }),
    )
    ways.ours.push(await measurePaced({ ...pace, name: 'Guichê, half of peak', act: front.sell }))
  }
  await Promise.all([front.close(), acquirer.close()])

  const [direct, ours] = [calmest(ways.direct), calmest(ways.ours)]
  return {
    bench: 'card',
    question: 'card sold over HTTP, our time beyond the acquirer’s',
    rates: [peak, direct, ours],
    ratios: [
      ratio('median beyond the acquirer, ms', ours.medianMs - direct.medianMs, { atMost: 4 }),
      ratio('p99 beyond the acquirer, ms', ours.p99Ms - direct.p99Ms, { atMost: 20 }),
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
