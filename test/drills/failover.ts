import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startSandbox } from '../../sandbox/start.ts'
import { freePort } from '../../scripts/free-port.ts'
import { seedMerchant, seedProviders } from '../../scripts/seed.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { trialBalance } from '../../src/books-audit/trial-balance-store.ts'
import { buildApp } from '../../src/build-app.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { startApi } from '../kit/api-process.ts'
import { startPrometheus } from '../kit/live-prometheus.ts'
import { openPatroniCluster } from '../kit/patroni-cluster.ts'
import { openReceiver } from '../kit/receiver.ts'
import { openShop, type Shop } from '../kit/shop.ts'

/*
 * npm run drill -- failover [rounds]: the primary of a PostgreSQL under Patroni is killed again and
 * again, while merchants sell through two API processes and a worker.
 */

const rounds = Number(process.argv[2] ?? 10)
const clients = 6
const beforeMs = 2_000
const afterMs = 2_000
const timeoutMs = 90_000
const longestRtoMs = 10_000
/** What an operator has to see while no server accepts writes. */
const wantedAlerts = ['GuicheNotReady', 'GuicheCommitsFailing']

const card = {
  ...{ number: '4111111111111111', holderName: 'MARIA SOUZA', cvv: '123' },
  ...{ expirationMonth: 12, expirationYear: 2031 },
}
const customer = { name: 'Maria Souza', document: { number: '11144477735', type: 'CPF' } }

/** A payment that the merchant has a 200 for. */
interface Acknowledged {
  readonly id: string
  readonly status: string
  readonly atMs: number
  /** The API process that responded. */
  readonly by: number
}

const home = await mkdtemp(join(tmpdir(), 'guiche-failover-'))
await chmod(home, 0o711)
const cluster = await openPatroniCluster(home)
const settings = {
  ...{ GUICHE_HOME: join(home, 'gateway'), DATABASE_URL: cluster.url, LOG_LEVEL: 'silent' },
  ...{ GUICHE_FAILOVER: 'lossless', RATE_SECRET_KEY_FACTOR: '1000' },
}
const config = readConfig(settings)
const { adminToken } = config.secrets
const database = await openDatabase(config)
const world = { home: config.home, databaseUrl: cluster.url }
const statusPorts = [await freePort(), await freePort(), await freePort()]
const start = (role: string, port: number | undefined) =>
  startApi(world, {
    env: { GUICHE_FAILOVER: 'lossless', GUICHE_STATUS_PORT: String(port) },
    role,
  })
const first = await start('api', statusPorts[0])
const servers = [first, await start('api', statusPorts[1])]
const worker = await start('worker', statusPorts[2])
const { baseUrl } = first
const app = await buildApp({ config, databaseUrl: database.url, baseUrl, works: false })
const sandbox = await startSandbox({
  ...{ home: config.home, host: '127.0.0.1' },
  gateway: { url: () => baseUrl, adminToken: () => adminToken },
})
const receiver = await openReceiver()
const { ids, noticeUrls } = await seedProviders(app, sandbox.credentials)
sandbox.setGateway({ url: baseUrl, adminToken, noticeUrls })
const merchant = await seedMerchant(app, { ids })
const shops = servers.map((server) =>
  openShop({ baseUrl: server.baseUrl, sandboxUrl: sandbox.controlUrl, receiver, merchant }),
)

const folder = await mkdtemp(join(home, 'prometheus-'))
const prometheus = await startPrometheus({ folder, ports: statusPorts, token: adminToken })

const rows: Record<string, string | number>[] = []
const acknowledged: Acknowledged[] = []
let retries = 0
let failures = 0
try {
  for (let round = 1; round <= rounds; round += 1) {
    rows.push(await drill(round))
    console.error(JSON.stringify(rows.at(-1)))
  }
} finally {
  await prometheus.close()
  for (const { child } of [...servers, worker]) child.kill('SIGKILL')
  await sandbox.stop()
  await app.close()
  await receiver.close()
  await cluster.close()
}
console.table(rows)
console.log(failures === 0 ? 'every round is good' : `${failures} contradictions`)
process.exitCode = failures === 0 ? 0 : 1
if (failures === 0) await rm(home, { recursive: true, force: true })
else console.log(`kept: ${home}`)

async function drill(round: number) {
  const primary = await cluster.whole()
  const from = acknowledged.length
  const retriesBefore = retries
  const stop = new AbortController()
  const load = Promise.all(
    Array.from({ length: clients }, (_, client) => sellUntil(stop.signal, round, client)),
  )
  await wait(beforeMs)
  const killedMs = Date.now()
  await primary.kill()
  const fired = new Set<string>()
  let next = await cluster.primary()
  while (!next) {
    if (Date.now() - killedMs > timeoutMs) throw new Error(`no new primary: see ${home}`)
    for (const alert of await prometheus.firing()) fired.add(alert)
    await wait(25)
    next = await cluster.primary()
  }
  const acceptsMs = Date.now()
  // Each API process is back when it has acknowledged a payment.
  const backMs = await Promise.all(servers.map((_, by) => firstAfter(acceptsMs, by)))
  await wait(afterMs)
  stop.abort()
  await load
  await primary.start()
  await cluster.whole()

  const lost = await countLost()
  const breaches = (await checkBooks(app)).length
  const { isBalanced } = await trialBalance(app.sql)
  const twice = await countTwice(shops[0] as Shop)
  const rtoMs = Math.max(...backMs) - acceptsMs
  const silent = wantedAlerts.filter((alert) => !fired.has(alert))
  const contradictions =
    silent.length + lost + twice + breaches + (isBalanced ? 0 : 1) + (rtoMs > longestRtoMs ? 1 : 0)
  failures += contradictions
  return {
    ...{ round, killed: primary.name, promoted: next.name },
    acknowledged: acknowledged.length - from,
    'repeated requests': retries - retriesBefore,
    'new primary s': seconds(acceptsMs - killedMs),
    'RTO s': seconds(rtoMs),
    ...{ lost, 'charged twice': twice, breaches },
    alerts: [...fired].sort().join(' '),
  }
}

function seconds(ms: number): number {
  return Math.round(ms / 10) / 100
}

async function firstAfter(instantMs: number, process: number): Promise<number> {
  for (;;) {
    const sale = acknowledged.find(({ atMs, by }) => by === process && atMs >= instantMs)
    if (sale) return sale.atMs
    if (Date.now() - instantMs > timeoutMs) throw new Error(`API ${process} sells nothing`)
    await wait(20)
  }
}

/** One client: each order has a key and is repeated until it is acknowledged. */
async function sellUntil(over: AbortSignal, round: number, client: number): Promise<void> {
  const by = client % shops.length
  for (let n = 0; !over.aborted; n += 1) {
    const key = `failover-${round}-${client}-${n}`
    const amount = 10_00 + ((n * 7 + client) % 80) * 100
    const order =
      n % 2 === 0
        ? { paymentMethod: 'PIX', amount }
        : { paymentMethod: 'CREDIT_CARD', amount, installments: 1, customer, card }
    acknowledged.push(await acknowledge(shops[by] as Shop, by, order, key))
  }
}

async function acknowledge(
  shop: Shop,
  by: number,
  order: object,
  key: string,
): Promise<Acknowledged> {
  const limit = AbortSignal.timeout(timeoutMs)
  for (;;) {
    const answer = await shop
      .call('POST', '/api/user/transactions', order, { 'idempotency-key': key })
      .catch(() => undefined)
    if (answer?.http === 200) {
      const { id, status } = answer.body.data
      return { id, status, atMs: Date.now(), by }
    }
    if (limit.aborted || (answer && answer.http < 500 && answer.http !== 409))
      throw new Error(`a sale returned ${answer?.http}: ${answer?.text}`)
    retries += 1
    await wait(100)
  }
}

/** Acknowledged payments that are not there, or paid ones that no longer are; and second ones. */
async function countLost(): Promise<number> {
  const found = await app.sql<{ id: string; status: string }[]>`select id, status from transactions`
  const statuses = new Map(found.map(({ id, status }) => [id, status]))
  const isLost = ({ id, status }: Acknowledged) =>
    !statuses.has(id) || (status === 'PAID' && statuses.get(id) !== 'PAID')
  return (
    acknowledged.filter(isLost).length +
    Math.abs(statuses.size - new Set(acknowledged.map(({ id }) => id)).size)
  )
}

/** References under which the acquirer charged a card twice. */
async function countTwice(shop: Shop): Promise<number> {
  const sales = await shop.calls({ provider: 'cielo', operation: 'sale' })
  const references = sales.map(({ reference }) => reference)
  return references.length - new Set(references).size
}
