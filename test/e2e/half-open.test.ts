import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startSandbox } from '../../sandbox/start.ts'
import { seedMerchant, seedProviders } from '../../scripts/seed.ts'
import { buildApp } from '../../src/build-app.ts'
import { readConfig } from '../../src/config.ts'
import { openTestDatabase } from '../kit/database.ts'
import { openDatabaseProxy } from '../kit/database-proxy.ts'
import { openReceiver } from '../kit/receiver.ts'
import { reservePort } from '../kit/reserve-port.ts'
import { startServer } from '../kit/served.ts'
import { openShop, type Sale, untilAvailable } from '../kit/shop.ts'
import { until } from '../kit/time-limit.ts'
import { untilConnected } from '../kit/until-connected.ts'

/* An API and a worker as processes of their own, each with a network of its own to the database. */

const home = await mkdtemp(join(tmpdir(), 'guiche-half-open-'))
const database = await openTestDatabase()
const env = {
  GUICHE_HOME: home,
  HOST: '127.0.0.1',
  PORT: String(await reservePort()),
  DATABASE_URL: database.url,
  LOG_LEVEL: 'silent',
  GUICHE_ACQUIRER_CALL_MS: '5000',
  RATE_SECRET_KEY_FACTOR: '1000',
}
const config = readConfig(env)
const baseUrl = `http://127.0.0.1:${config.port}`
const { adminToken } = config.secrets
const gateway = { url: () => baseUrl, adminToken: () => adminToken }
const sandbox = await startSandbox({ home, host: '127.0.0.1', gateway })
const receiver = await openReceiver()
const app = await untilConnected(() =>
  buildApp({ config, databaseUrl: database.url, baseUrl, works: false }),
)
const { ids, noticeUrls } = await seedProviders(app, sandbox.credentials)
sandbox.setGateway({ url: baseUrl, adminToken, noticeUrls })
const merchant = await seedMerchant(app, { ids })
const shop = openShop({ baseUrl, sandboxUrl: sandbox.controlUrl, receiver, merchant })
const networks = {
  api: await openDatabaseProxy(database.url),
  worker: await openDatabaseProxy(database.url),
}
const children = [await startRole('api'), await startRole('worker')]
after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all([
    networks.api.close(),
    networks.worker.close(),
    sandbox.stop(),
    app.close(),
    receiver.close(),
  ])
  await database.close()
  await rm(home, { recursive: true, force: true })
})

const pix = (ref: string) => ({
  paymentMethod: 'PIX',
  amount: 1_990,
  externalRef: ref,
  customer: { name: 'Ana Teste', email: 'ana@exemplo.com.br' },
})
const card = (ref: string, amount = 10_000) => ({
  paymentMethod: 'CREDIT_CARD',
  amount,
  externalRef: ref,
  postbackUrl: `${receiver.url}/webhook`,
  customer: { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } },
  card: {
    number: '4024007153760011',
    holderName: 'ANA TESTE',
    expirationMonth: 12,
    expirationYear: 2031,
    cvv: '123',
  },
})
const create = (order: { externalRef: string }) =>
  shop.call<Sale>('POST', '/api/user/transactions', order, { 'idempotency-key': order.externalRef })
const health = async (of: 'live' | 'ready') => {
  const response = await fetch(`${baseUrl}/health/${of}`)
  const body = (await response.json()) as { error: { code: string } | null }
  return body.error?.code ?? 'well'
}

test('an API recovers from silent connections and reports them in /health/ready', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, index) => create(pix(`before-${index}`))))
  const acknowledged = new Map<string, string>()
  const answers: number[] = []
  let isOver = false
  const payer = async (name: string) => {
    for (let number = 0; !isOver; number += 1) {
      const order = pix(`${name}-${number}`)
      const { http, body } = await create(order)
      answers.push(http)
      if (http === 200) acknowledged.set(order.externalRef, body.data.id)
      await wait(50)
    }
  }
  const payers = Promise.all(['a', 'b', 'c', 'd'].map(payer))
  await until('payments are acknowledged', () => acknowledged.size >= 8)
  assert.ok(networks.api.silence() >= 2, 'connections were open')
  const before = acknowledged.size

  const reported = { live: new Set<string>(), ready: new Set<string>() }
  const probing = (async () => {
    while (!isOver) {
      reported.live.add(await health('live'))
      reported.ready.add(await health('ready'))
      await wait(100)
    }
  })()
  await until(
    'payments are read again',
    async () => (await shop.call('GET', '/api/user/transactions?limit=2')).http === 200,
  )
  await until('payments are acknowledged again', () => acknowledged.size >= before + 20)
  isOver = true
  await Promise.all([payers, probing])

  assert.deepEqual(
    [...new Set(answers)].filter((status) => status !== 200 && status !== 503),
    [],
  )
  assert.deepEqual([...reported.live], ['well'])
  assert.deepEqual(
    [...reported.ready].filter(
      (code) => !['well', 'database-silent', 'commits-failing'].includes(code),
    ),
    [],
  )
  assert.ok(reported.ready.size > 1, 'it was not ready for a while')
  assert.equal(await health('ready'), 'well')
  const stored = await app.sql<
    { id: string; ref: string }[]
  >`select id, external_ref as ref from transactions`
  for (const [ref, id] of acknowledged) {
    assert.deepEqual(
      stored.filter((each) => each.ref === ref).map((each) => each.id),
      [id],
      'it is stored exactly once',
    )
  }
})

test('a worker recovers from silent connections by itself', async () => {
  const first = await untilAvailable(() => create(card('worker-before')))
  await receiver.of(first.body.data.id, 1)
  assert.ok(networks.worker.silence() >= 2, 'connections were open')
  // Cents 20: the acquirer makes the sale, and its response is lost.
  const doubt = create(card('worker-doubt', 100_20))
  const paid = await untilAvailable(() => create(card('worker-after')))
  const [notice] = await receiver.of(paid.body.data.id, 1)
  assert.equal(notice?.body.data.status, 'PAID')
  const { body } = await doubt
  assert.equal(body.data.status, 'WAITING_PAYMENT')
  await until(
    'the acquirer was queried',
    async () => (await shop.find(body.data.id)).status === 'PAID',
  )
})

async function startRole(role: 'api' | 'worker'): Promise<ChildProcess> {
  const own = { ...env, DATABASE_URL: networks[role].url }
  return (await startServer({ args: ['--role', role], env: own })).child
}
