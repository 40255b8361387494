import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../../src/config.ts'
import { checkPooler, openDatabase } from '../../src/db/open-database.ts'
import { sessionLimits, statementsOf } from '../../src/db/session-limits.ts'
import { ConfigError } from '../../src/primitives/config-error.ts'
import { byTcp, openTestDatabase } from '../kit/database.ts'
import { notZero, playRounds, type Round, roundsOf, seconds } from '../kit/drill.ts'
import { openDrillWorld } from '../kit/drill-world.ts'
import { auditLoad, openKeyedLoad } from '../kit/keyed-load.ts'
import { openPgBouncer } from '../kit/pgbouncer.ts'
import { timeLimit } from '../kit/time-limit.ts'

/*
 * npm run drill -- pooler [rounds]: the gateway works behind a PgBouncer in transaction mode, which
 * is killed under load and started again 20 s later.
 */

const loadMs = 5_000
const awayMs = 20_000
const wantedAlerts = ['GuicheNotReady', 'GuicheErrors']

const home = await mkdtemp(join(tmpdir(), 'guiche-pooler-'))
await chmod(home, 0o711) // PgBouncer must reach its file as another user.
const database = await openTestDatabase()
const { hostname, port, pathname, username, password } = byTcp(database.url)
const pooler = await openPgBouncer(join(home, 'pooler'), {
  ...{ hostname, port, username, password, database: pathname.slice(1) },
  secret: decodeURIComponent(password),
})
await pooler.start()
const refusals = await findRefusals()
const world = await openDrillWorld({
  ...{ home, databaseUrl: pooler.url },
  env: { DATABASE_DIRECT_URL: database.url },
})
const [shop] = world.shops
const load = openKeyedLoad(world, {
  ...{ clients: 8, changesShop: true, pauseMs: 50 },
  methods: ['PIX', 'CREDIT_CARD', 'BOLETO'],
})
await playRounds(roundsOf(3), drill, async () => {
  await world.close()
  await pooler.kill()
  await database.close()
  await rm(home, { recursive: true, force: true })
})

/** What a process says without its settings. The role gets its limits in between. */
async function findRefusals(): Promise<readonly string[]> {
  const env = { GUICHE_HOME: join(home, 'gateway'), DATABASE_URL: pooler.url }
  const problemOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'nothing',
      (cause) => (cause instanceof ConfigError ? cause.problem : String(cause)),
    )
  const alone = await problemOf(openDatabase(readConfig(env)))
  const config = readConfig({ ...env, DATABASE_DIRECT_URL: database.url })
  const limitless = await problemOf(checkPooler(config))
  const [row] = await database.sql<{ role: string; name: string }[]>`
    select current_user::text as role, current_database()::text as name`
  // In this database alone: other tests use the same role.
  for (const each of statementsOf(row?.role ?? '', sessionLimits))
    await database.sql.unsafe(each.replace(' set ', ` in database ${row?.name} set `))
  await pooler.kill() // Its sessions are older than the limits.
  await pooler.start()
  return [alone, limitless]
}

async function drill(round: number): Promise<Round> {
  const before = { sales: load.acknowledged.length, repeats: load.repeats() }
  const stop = new AbortController()
  const selling = load.sellUntil(stop.signal, `pooler-${round}`)
  await wait(loadMs)
  const sessions = await countSessions()
  const killedMs = Date.now()
  const alerts = world.prometheus.watch()
  await pooler.kill()
  await wait(awayMs)
  await pooler.start()
  const backMs = Date.now()
  const back = await Promise.all(world.shops.map((_, by) => load.firstSince(backMs, by)))
  const silent = await alerts.untilFired(wantedAlerts)
  const left = await alerts.untilOver(['GuicheNotReady'])
  alerts.end()
  await wait(loadMs)
  stop.abort()
  await selling

  const sales = load.acknowledged.slice(before.sales)
  const paid = await payAll(sales)
  const counts = {
    ...(await auditLoad(world, load.acknowledged)),
    'webhooks missing': await countMissing(paid),
    'wrong refusals': refusals.join() === 'database-is-pooler,role-without-limits' ? 0 : 1,
  }
  const countOf = (wanted: string) => sales.filter(({ method }) => method === wanted).length
  return {
    figures: {
      ...{ PIX: countOf('PIX'), cards: countOf('CREDIT_CARD'), boletos: countOf('BOLETO') },
      'while away': sales.filter(({ atMs }) => atMs > killedMs && atMs < backMs).length,
      repeated: load.repeats() - before.repeats,
      'sessions at PostgreSQL': sessions,
      'back s': seconds(Math.max(...back.map(({ atMs }) => atMs)) - backMs),
      paid: paid.length,
      ...counts,
      alerts: alerts.fired(),
    },
    contradictions: [...silent, ...left, ...notZero(counts)],
  }
}

/** Of the gateway through the pooler, and of its processes for notices. */
async function countSessions(): Promise<string> {
  const [row] = await database.sql<{ pooled: number; direct: number }[]>`
    select count(*) filter (where application_name not like '%-listen')::int as pooled,
      count(*) filter (where application_name like '%-listen')::int as direct
    from pg_stat_activity
    where datname = current_database() and application_name like 'guiche%'
      and application_name <> 'guiche-test'`
  return `${row?.pooled} + ${row?.direct}`
}

/** Pays some charges as payers do. Returns every payment that has to become PAID. */
async function payAll(sales: typeof load.acknowledged): Promise<readonly string[]> {
  const charges = sales.filter(({ method }) => method !== 'CREDIT_CARD').slice(0, 40)
  for (const { id } of charges) {
    const { pix, boleto } = await shop.find(id)
    await shop.pay(pix?.qrcode ?? boleto?.digitableLine ?? '')
  }
  const cards = sales.filter(({ method }) => method === 'CREDIT_CARD')
  return [...charges, ...cards].map(({ id }) => id)
}

/** Paid payments whose merchant was not notified of it. */
async function countMissing(paid: readonly string[]): Promise<number> {
  const limit = timeLimit()
  const count = () => {
    const notified = world.receiver.all.filter(({ body }) => body.data.status === 'PAID')
    const known = new Set(notified.map(({ body }) => body.objectId))
    return paid.filter((id) => !known.has(id)).length
  }
  while (count() > 0 && !limit.aborted) await wait(100)
  return count()
}
