import { buildApp } from '../src/build-app.ts'
import { readConfig } from '../src/config.ts'
import { openMetricsPage } from '../src/http/metrics/metrics-page.ts'
import { openMetrics } from '../src/metrics/metrics.ts'
import { monotonicMs } from '../src/primitives/clock.ts'
import { storedNumbers } from '../src/worker/stored-numbers-store.ts'
import { type Answer, measure, ratio } from './measure.ts'
import { openStage } from './stage.ts'

const accounts = 10_000
const perAct = 1_000
/** The processor time that a PIX may cost, gateway and PostgreSQL together, microseconds. */
const pixUs = 1_200

/**
 * Measures what metrics cost: what is recorded of one PIX, from its request to its webhook, and a
 * scrape, with the balances of many accounts.
 */
export async function metrics(): Promise<Answer> {
  const stage = await openStage()
  const app = await buildApp({
    config: readConfig({ ...process.env, GUICHE_HOME: stage.config.home, LOG_LEVEL: 'warn' }),
    databaseUrl: stage.databaseUrl,
    baseUrl: 'http://localhost',
    works: false,
  })
  try {
    await app.sql`
      insert into balances (account_id, pending, available, blocked, debt, last_number,
        last_posted_at)
      select gen_random_uuid(), 10, 20, 30, 0, 1, now() from generate_series(1, ${accounts})`
    await stage.gatherStatistics()
    const recorded = await measure({
      name: `what is recorded of ${perAct} PIX`,
      concurrency: 1,
      seconds: 4,
      act: async () => recordMany(),
    })
    const page = openMetricsPage(app, { hasApi: true })
    await page.render()
    const scrape = await measure({
      name: 'a scrape',
      concurrency: 1,
      seconds: 4,
      act: () => page.render(),
    })
    const read = await measure({
      name: `the statement of a scrape, ${accounts} accounts`,
      concurrency: 1,
      seconds: 4,
      act: () => storedNumbers(app),
    })
    const eachUs = (recorded.medianMs * 1_000) / perAct
    return {
      bench: 'metrics',
      question: `what metrics cost: ${eachUs.toFixed(1)} µs are recorded of one PIX`,
      rates: [recorded, scrape, read],
      ratios: [
        ratio('recorded of one PIX / the processor time it may cost', eachUs / pixUs, {
          atMost: 0.03,
        }),
        ratio('median of the statement, ms', read.medianMs, { atMost: 20 }),
        ratio('median of a scrape, ms', scrape.medianMs, { atMost: 20 }),
      ],
    }
  } finally {
    await app.close()
    await stage.close()
  }
}

const own = openMetrics()
const provider = { id: '01a20ba7-7861-7b5f-829d-61f50b81755b', kind: 'api-pix' }
const step = { providerId: provider.id, kind: provider.kind, method: 'PIX', amount: 10_00 } as const

function recordMany(): void {
  for (let count = 0; count < perAct; count += 1) recordPix()
}

/** A PIX is created and paid: two requests, two calls of its bank, two commits, two webhooks. */
function recordPix(): void {
  for (const isPaid of [false, true]) {
    const startedMs = monotonicMs()
    own.requestsInFlight(1)
    own.providerCalled({ provider, operation: 'charge', isFailed: false, seconds: 0.02 })
    own.batchTried({ changes: 12, seconds: 0.004, outcome: 'committed' })
    own.committed(isPaid ? 'transaction.paid' : 'transaction.waiting_payment', {
      ...step,
      outcome: isPaid ? 'approved' : 'created',
    })
    own.webhookTried({ outcome: 'delivered', seconds: 0.03, delaySeconds: 0.002, isLast: false })
    if (isPaid) own.providerNoticed(provider)
    own.requestEnded({
      method: 'POST',
      route: isPaid ? '/api/callbacks/:provider' : '/api/user/transactions',
      status: 200,
      seconds: (monotonicMs() - startedMs) / 1_000,
    })
    own.requestsInFlight(0)
  }
}
