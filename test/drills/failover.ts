import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sessionLimits, statementsOf } from '../../src/db/session-limits.ts'
import { notZero, playRounds, type Round, roundsOf, seconds } from '../kit/drill.ts'
import { openDrillWorld } from '../kit/drill-world.ts'
import { openHaProxy } from '../kit/haproxy.ts'
import { auditLoad, openKeyedLoad } from '../kit/keyed-load.ts'
import { openPatroniCluster } from '../kit/patroni-cluster.ts'
import { openPgBouncer } from '../kit/pgbouncer.ts'

/*
 * npm run drill -- failover [rounds] [pooler]: the primary of a PostgreSQL under Patroni is killed
 * again and again under load, with its Patroni. With `pooler` the gateway reaches it through
 * PgBouncer, and PgBouncer through a HAProxy that follows the primary.
 */

const loadMs = 2_000
const timeoutMs = 90_000
const longestRtoMs = 10_000
/** What an operator has to see while no server accepts writes. */
const wantedAlerts = ['GuicheNotReady', 'GuicheCommitsFailing']

const home = await mkdtemp(join(tmpdir(), 'guiche-failover-'))
await chmod(home, 0o711) // PostgreSQL must reach its directory as another user.
const cluster = await openPatroniCluster(home)
const front = process.argv[3] === 'pooler' ? await openFront() : undefined
const world = await openDrillWorld({
  ...{ home, databaseUrl: front?.url ?? cluster.url },
  env: {
    GUICHE_FAILOVER: 'lossless',
    ...(front && { DATABASE_DIRECT_URL: cluster.url }),
  },
})
const load = openKeyedLoad(world, { clients: 6, changesShop: false })
await playRounds(roundsOf(10), drill, async () => {
  await world.close()
  await front?.close()
  await cluster.close()
})
if (process.exitCode === 0) await rm(home, { recursive: true, force: true })
else console.log(`kept: ${home}`)

/** PgBouncer and HAProxy, as docs/operating/pooler.md installs them. */
async function openFront(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { username, password } = new URL(cluster.url.replace(/,[^/]*/, ''))
  for (const each of statementsOf(username, sessionLimits)) await cluster.ask(each)
  const [role] = await cluster.ask(
    `select rolpassword as secret from pg_authid where rolname = '${username}'`,
  )
  const proxy = await openHaProxy(join(home, 'haproxy'), cluster)
  const pooler = await openPgBouncer(join(home, 'pooler'), {
    ...{ hostname: '127.0.0.1', port: proxy.port, authority: cluster.authority },
    ...{ database: 'guiche', username, password, secret: String(role?.secret) },
  })
  await pooler.start()
  return {
    url: pooler.url,
    async close() {
      await pooler.kill()
      await proxy.close()
    },
  }
}

async function drill(round: number): Promise<Round> {
  const primary = await cluster.whole()
  const before = { sales: load.acknowledged.length, repeats: load.repeats() }
  const stop = new AbortController()
  const selling = load.sellUntil(stop.signal, `failover-${round}`)
  await wait(loadMs)
  const killedMs = Date.now()
  await primary.kill()
  const alerts = world.prometheus.watch()
  let next = await cluster.primary()
  while (!next) {
    if (Date.now() - killedMs > timeoutMs) throw new Error(`no new primary: see ${home}`)
    await wait(25)
    next = await cluster.primary()
  }
  const acceptsMs = Date.now()
  // The stack is back when each API process has acknowledged a payment.
  const back = await Promise.all(world.shops.map((_, by) => load.firstSince(acceptsMs, by)))
  alerts.end()
  await wait(loadMs)
  stop.abort()
  await selling
  await primary.start()
  await cluster.whole()

  const counts = await auditLoad(world, load.acknowledged)
  const rtoMs = Math.max(...back.map(({ atMs }) => atMs)) - acceptsMs
  const silent = wantedAlerts.filter((alert) => !alerts.fired().includes(alert))
  return {
    figures: {
      ...{ killed: primary.name, promoted: next.name },
      acknowledged: load.acknowledged.length - before.sales,
      repeated: load.repeats() - before.repeats,
      'new primary s': seconds(acceptsMs - killedMs),
      'RTO s': seconds(rtoMs),
      ...counts,
      alerts: alerts.fired(),
    },
    contradictions: [
      ...silent.map((alert) => `${alert} has not fired`),
      ...(rtoMs > longestRtoMs ? [`RTO ${seconds(rtoMs)} s`] : []),
      ...notZero(counts),
    ],
  }
}
