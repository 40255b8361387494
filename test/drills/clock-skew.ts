import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openTestDatabase } from '../kit/database.ts'
import { notZero, playRounds, type Round, roundsOf, seconds } from '../kit/drill.ts'
import { openDrillWorld, type ServerName } from '../kit/drill-world.ts'
import { type Acknowledged, auditLoad, openKeyedLoad } from '../kit/keyed-load.ts'
import { skewedClock } from '../kit/skewed-clock.ts'

/*
 * npm run drill -- clock-skew [rounds]: under load the machines of the API processes and of the
 * worker are started again with clocks that are two hours wrong, each in another direction, and
 * then with the right ones.
 */

const loadMs = 3_000
const wrongMs = 10_000
const wantedAlerts = ['GuicheClockWrong']
/** Each process is fast in one round and slow in the next. */
const skews: readonly Readonly<Record<ServerName, string>>[] = [
  { 'api-1': '+2h', 'api-2': '-2h', worker: '+2h' },
  { 'api-1': '-2h', 'api-2': '+2h', worker: '-2h' },
]

const home = await mkdtemp(join(tmpdir(), 'guiche-clock-'))
const database = await openTestDatabase()
const world = await openDrillWorld({ home, databaseUrl: database.url })
const load = openKeyedLoad(world, { clients: 6, changesShop: true })
await playRounds(roundsOf(4), drill, async () => {
  await world.close()
  await database.close()
  await rm(home, { recursive: true, force: true })
})

async function drill(round: number): Promise<Round> {
  const before = load.acknowledged.length
  const skew = skews[(round - 1) % skews.length] ?? skews[0]
  const names = Object.keys(world.servers) as ServerName[]
  const stop = new AbortController()
  const selling = load.sellUntil(stop.signal, `clock-${round}`)
  await wait(loadMs)
  const alerts = world.prometheus.watch()
  const [from] = await world.app.sql<{ now: Date }[]>`select now()`
  for (const name of names) {
    await world.servers[name].kill()
    await world.servers[name].start(await skewedClock(skew?.[name] ?? ''))
  }
  const wrongFromMs = Date.now()
  await wait(wrongMs)
  const silent = await alerts.untilFired(wantedAlerts)
  for (const name of names) {
    await world.servers[name].kill()
    await world.servers[name].start()
  }
  const left = await alerts.untilOver(wantedAlerts)
  alerts.end()
  stop.abort()
  await selling

  const wrong = load.acknowledged.slice(before).filter(({ atMs }) => atMs >= wrongFromMs)
  const offMs = await furthestOff(wrong, from?.now ?? new Date())
  const counts = await auditLoad(world, load.acknowledged)
  return {
    figures: {
      skew: names.map((name) => `${name} ${skew?.[name]}`).join(', '),
      acknowledged: load.acknowledged.length - before,
      'with wrong clocks': wrong.length,
      'longest sale s': seconds(Math.max(...wrong.map(({ tookMs }) => tookMs))),
      'instants off by s': seconds(offMs),
      ...counts,
      alerts: alerts.fired(),
    },
    contradictions: [
      ...(offMs > 60_000 ? [`instants are wrong by ${seconds(offMs)} s`] : []),
      ...silent,
      ...left,
      ...notZero(counts),
    ],
  }
}

/**
 * By how much the instants of payments, and of the signatures of their webhooks, are outside the
 * time in which they were made.
 */
async function furthestOff(sales: readonly Acknowledged[], from: Date): Promise<number> {
  const ids = new Set(sales.map(({ id }) => id))
  const stored = await world.app.sql<{ id: string; createdAt: Date; paidAt: Date | null }[]>`
    select id, created_at as "createdAt", paid_at as "paidAt" from transactions`
  const [row] = await world.app.sql<{ now: Date }[]>`select clock_timestamp() as now`
  const now = row?.now ?? from
  const instants = [
    ...stored
      .filter(({ id }) => ids.has(id))
      .flatMap(({ createdAt, paidAt }) => [createdAt, paidAt ?? createdAt])
      .map((at) => at.getTime()),
    ...world.receiver.all
      .filter(({ body }) => ids.has(body.objectId))
      // Whole seconds.
      .map(({ headers }) => Number(headers['webhook-timestamp']) * 1_000 + 999),
  ]
  return Math.max(
    0,
    from.getTime() - Math.min(...instants),
    Math.max(...instants) - 999 - now.getTime(),
  )
}
