import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Certified, openAuthority } from '../../sandbox/authority.ts'
import { changeProvider } from '../../src/accounts/add-provider.ts'
import { openTestDatabase } from '../kit/database.ts'
import { notZero, playRounds, type Round, roundsOf, seconds } from '../kit/drill.ts'
import { openDrillWorld } from '../kit/drill-world.ts'
import { auditLoad, openKeyedLoad } from '../kit/keyed-load.ts'

/*
 * npm run drill -- certificate-expired [rounds]: the certificate that we show to the PIX bank ends
 * while merchants sell by PIX and by card. Connections of before live on, so the processes are
 * started again. Then the operator enters a new certificate.
 */

/** How long the first certificate of a round lives. */
const livesMs = 25_000
const openMs = 5_000
const endedMs = 10_000
const beforeAlerts = ['GuicheCertificateEnding', 'GuicheCertificateEndsNow']
const afterAlerts = ['GuicheProviderFailing']

const home = await mkdtemp(join(tmpdir(), 'guiche-certificate-'))
const database = await openTestDatabase()
const world = await openDrillWorld({ home, databaseUrl: database.url })
const authority = await openAuthority(world.app.config.home)
const calm = { clients: 2, changesShop: true, pauseMs: 1_000 }
const pix = openKeyedLoad(world, { ...calm, methods: ['PIX'] })
const cards = openKeyedLoad(world, { ...calm, methods: ['CREDIT_CARD'] })
await playRounds(roundsOf(3), drill, async () => {
  await world.close()
  await database.close()
  await rm(home, { recursive: true, force: true })
})

async function drill(round: number): Promise<Round> {
  const before = { pix: pix.acknowledged.length, cards: cards.acknowledged.length }
  const repeats = pix.repeats()
  const endsAt = Date.now() + livesMs
  await enter(await authority.client(`short-${round}`, new Date(endsAt)))
  const stop = new AbortController()
  const selling = [
    pix.sellUntil(stop.signal, `pix-${round}`),
    cards.sellUntil(stop.signal, `card-${round}`),
  ]
  const alerts = world.prometheus.watch()
  const early = await alerts.untilFired(beforeAlerts)
  const warnedMs = endsAt - Date.now()
  await wait(Math.max(0, warnedMs) + openMs)
  for (const server of Object.values(world.servers)) {
    await server.kill()
    await server.start()
  }
  const closedMs = Date.now()
  await wait(endedMs)
  const late = await alerts.untilFired(afterAlerts)

  const enteredMs = Date.now()
  await enter(await authority.client(`long-${round}`))
  const back = await Promise.race(world.shops.map((_, by) => pix.firstSince(enteredMs, by)))
  const left = await alerts.untilOver(beforeAlerts)
  alerts.end()
  stop.abort()
  await Promise.all(selling)

  const counts = await auditLoad(world, [...pix.acknowledged, ...cards.acknowledged])
  const soldBetween = (load: typeof pix, fromMs: number, toMs: number) =>
    load.acknowledged.filter(({ atMs }) => atMs > fromMs && atMs < toMs).length
  return {
    figures: {
      PIX: pix.acknowledged.length - before.pix,
      cards: cards.acknowledged.length - before.cards,
      repeated: pix.repeats() - repeats,
      'warned before s': seconds(warnedMs),
      'PIX on old connections': soldBetween(pix, endsAt, closedMs),
      'PIX on new ones': soldBetween(pix, closedMs, enteredMs),
      'cards meanwhile': soldBetween(cards, closedMs, enteredMs),
      'PIX back s': seconds(back.atMs - enteredMs),
      ...counts,
      alerts: alerts.fired(),
    },
    contradictions: [
      ...[...early, ...late, ...left],
      ...(warnedMs > 0 ? [] : ['no alert before the end']),
      ...notZero(counts),
    ],
  }
}

/** Enters a certificate as the operator does. */
async function enter({ certificate, privateKey }: Certified): Promise<void> {
  await changeProvider(world.app, world.providers.ids.pix, {
    settings: { ...world.sandbox.credentials.pix, certificate, privateKey },
  })
}
