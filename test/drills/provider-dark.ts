import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openTestDatabase } from '../kit/database.ts'
import { notZero, playRounds, type Round, roundsOf, seconds } from '../kit/drill.ts'
import { openDrillWorld } from '../kit/drill-world.ts'
import { auditLoad, openKeyedLoad } from '../kit/keyed-load.ts'
import { timeLimit } from '../kit/time-limit.ts'

/*
 * npm run drill -- provider-dark [rounds]: the acquirer and the PIX bank do not respond for an hour
 * of business time, while merchants sell. Every second sale is done at the acquirer all the same.
 */

const loadMs = 3_000
const steps = 2
const step = 'PT30M'
const stepLoadMs = 10_000
const wantedAlerts = ['GuicheProviderFailing', 'GuicheProviderSilent', 'GuichePaymentsInDoubt']
const noEnd = 1_000_000

const home = await mkdtemp(join(tmpdir(), 'guiche-dark-'))
const database = await openTestDatabase()
const world = await openDrillWorld({
  ...{ home, databaseUrl: database.url },
  // A silent provider then costs each client two seconds.
  env: { GUICHE_ACQUIRER_CALL_MS: '2000' },
})
const [shop] = world.shops
const calm = { changesShop: true, longestMs: 900_000, pauseMs: 250 }
const cards = openKeyedLoad(world, { ...calm, clients: 4, methods: ['CREDIT_CARD'] })
const pix = openKeyedLoad(world, { ...calm, clients: 1, methods: ['PIX'] })
await playRounds(roundsOf(1), drill, async () => {
  await world.close()
  await database.close()
  await rm(home, { recursive: true, force: true })
})

async function drill(round: number): Promise<Round> {
  const before = { cards: cards.acknowledged.length, pix: pix.acknowledged.length }
  const stop = new AbortController()
  const selling = [
    cards.sellUntil(stop.signal, `dark-card-${round}`),
    pix.sellUntil(stop.signal, `dark-pix-${round}`),
  ]
  await wait(loadMs)
  const alerts = world.prometheus.watch()
  await goDark()
  const darkMs = Date.now()
  const darkFrom = await businessNow()
  for (let n = 0; n < steps; n += 1) {
    await wait(stepLoadMs)
    // Due work cannot be done while nothing responds.
    await shop.control('POST', '/clock', { advance: step })
  }
  const silent = await alerts.untilFired(wantedAlerts)
  const doubts = await countDoubts()
  const darkFor = (await businessNow()).getTime() - darkFrom.getTime()

  await shop.control('DELETE', '/faults')
  const lightMs = Date.now()
  const back = await Promise.race(world.shops.map((_, by) => pix.firstSince(lightMs, by)))
  stop.abort()
  await Promise.all(selling)
  const limit = timeLimit()
  while ((await countDoubts()) > 0 && !limit.aborted) await wait(100)
  const resolvedMs = Date.now()
  const left = await alerts.untilOver(['GuicheProviderSilent', 'GuichePaymentsInDoubt'])
  alerts.end()

  const counts = {
    ...(await auditLoad(world, [...cards.acknowledged, ...pix.acknowledged])),
    'still in doubt': await countDoubts(),
    'wrong outcomes': await countWrongOutcomes(),
  }
  const soldInTheDark = (load: typeof pix) =>
    load.acknowledged.filter(({ atMs }) => atMs > darkMs && atMs < lightMs).length
  return {
    figures: {
      'dark min': Math.round(darkFor / 60_000),
      cards: cards.acknowledged.length - before.cards,
      PIX: pix.acknowledged.length - before.pix,
      'cards in the dark': soldInTheDark(cards),
      'PIX in the dark': soldInTheDark(pix),
      'in doubt': doubts,
      'PIX back s': seconds(back.atMs - lightMs),
      'all resolved s': seconds(resolvedMs - lightMs),
      ...counts,
      alerts: alerts.fired(),
    },
    contradictions: [...silent, ...left, ...notZero(counts)],
  }
}

/** Sales with a card are taken, and every second one is done. Nothing else is. */
async function goDark(): Promise<void> {
  const fail = (provider: string, operation: string, fault: string, times = noEnd) =>
    shop.control('POST', '/faults', { provider, operation, fault, times })
  for (const operation of ['query', 'query-order', 'void'])
    await fail('cielo', operation, 'timeout-before')
  for (let n = 0; n < 200; n += 1)
    await fail('cielo', 'sale', n % 2 === 0 ? 'timeout-after' : 'timeout-before', 1)
  await fail('cielo', 'sale', 'timeout-before')
  await fail('pix', '*', 'timeout-before')
}

async function businessNow(): Promise<Date> {
  const { now } = await shop.control<{ now: string }>('GET', '/clock')
  return new Date(now)
}

async function countDoubts(): Promise<number> {
  const [row] = await world.app.sql<{ count: number }[]>`
    select count(*)::int as count from attempts where state in ('sending', 'unknown')`
  return row?.count ?? 0
}

/** Card payments that are not as the acquirer has them: charged is PAID, all others REFUSED. */
async function countWrongOutcomes(): Promise<number> {
  const sales = await shop.calls({ provider: 'cielo', operation: 'sale', outcome: 'approved' })
  const charged = new Set(sales.map(({ reference }) => reference))
  const payments = await world.app.sql<{ reference: string; status: string }[]>`
    select a.attempt_ref as reference, t.status from attempts a
    join transactions t on t.account_id = a.account_id and t.id = a.transaction_id
    where a.operation = 'sale'`
  return payments.filter(
    ({ reference, status }) => status !== (charged.has(reference) ? 'PAID' : 'REFUSED'),
  ).length
}
