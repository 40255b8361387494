import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openTestDatabase } from '../kit/database.ts'
import { notZero, playRounds, type Round, roundsOf, seconds } from '../kit/drill.ts'
import { openDrillWorld } from '../kit/drill-world.ts'
import { auditLoad, openKeyedLoad } from '../kit/keyed-load.ts'

/*
 * npm run drill -- node-killed [rounds]: the machine with one of two API processes and with the
 * worker dies under load, and comes back.
 */

const loadMs = 3_000
/** What an operator has to see while the machine is away. */
const wantedAlerts = ['GuicheProcessDown', 'GuicheNoWorker']

const home = await mkdtemp(join(tmpdir(), 'guiche-node-'))
const database = await openTestDatabase()
const world = await openDrillWorld({ home, databaseUrl: database.url })
const load = openKeyedLoad(world, { clients: 6, changesShop: true })
await playRounds(roundsOf(5), drill, async () => {
  await world.close()
  await database.close()
  await rm(home, { recursive: true, force: true })
})

async function drill(round: number): Promise<Round> {
  const before = { sales: load.acknowledged.length, repeats: load.repeats() }
  const stop = new AbortController()
  const selling = load.sellUntil(stop.signal, `node-${round}`)
  await wait(loadMs)
  const killedMs = Date.now()
  await Promise.all([world.servers['api-2'].kill(), world.servers.worker.kill()])
  const first = await load.firstSince(killedMs, 0)
  const alerts = world.prometheus.watch()
  const silent = await alerts.untilFired(wantedAlerts)
  const firedMs = Date.now()
  await world.servers['api-2'].start()
  await world.servers.worker.start()
  const startedMs = Date.now()
  const second = await load.firstSince(startedMs, 1)
  const left = await alerts.untilOver(wantedAlerts)
  const overMs = Date.now()
  alerts.end()
  await wait(loadMs)
  stop.abort()
  await selling

  const counts = await auditLoad(world, load.acknowledged)
  const sales = load.acknowledged.slice(before.sales)
  return {
    figures: {
      acknowledged: sales.length,
      repeated: load.repeats() - before.repeats,
      'next sale s': seconds(first.atMs - killedMs),
      'back s': seconds(second.atMs - startedMs),
      'longest sale s': seconds(Math.max(...sales.map(({ tookMs }) => tookMs))),
      ...counts,
      'alerts after s': seconds(firedMs - killedMs),
      'over after s': seconds(overMs - startedMs),
      alerts: alerts.fired(),
    },
    contradictions: [...silent, ...left, ...notZero(counts)],
  }
}
