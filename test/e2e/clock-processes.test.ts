import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startSandbox } from '../../sandbox/start.ts'
import { seedMerchant, seedProviders } from '../../scripts/seed.ts'
import { buildApp } from '../../src/build-app.ts'
import { readConfig } from '../../src/config.ts'
import { randomId } from '../../src/primitives/id.ts'
import { startApi } from '../kit/api-process.ts'
import { openTestDatabase } from '../kit/database.ts'
import { openReceiver } from '../kit/receiver.ts'
import { openShop, type Sale, untilAvailable } from '../kit/shop.ts'
import { until, untilFound } from '../kit/time-limit.ts'
import { untilConnected } from '../kit/until-connected.ts'

/* An API, and up to two workers, as processes of their own. */

const home = await mkdtemp(join(tmpdir(), 'guiche-clock-'))
const database = await openTestDatabase()
const { sql } = database
const place = { home, databaseUrl: database.url }
const config = readConfig({ GUICHE_HOME: home, DATABASE_URL: database.url, LOG_LEVEL: 'silent' })
const { adminToken } = config.secrets
const running: ChildProcess[] = []
const start = async (role: 'api' | 'worker') => {
  const before = (await processes()).map(({ id }) => id)
  const started = await startApi(place, {
    role,
    env: { GUICHE_ACQUIRER_CALL_MS: role === 'api' ? '3000' : '20000' },
  })
  running.push(started.child)
  // A try that had no connection in time, and was repeated, may have left its row.
  await sql`
    with started as (
      select id, seen_at = max(seen_at) over () as is_last from clock_processes
      where id <> all(${before}::uuid[])
    )
    delete from clock_processes where id in (select id from started where not is_last)`
  return started
}
const processes = () => sql<{ id: string; works: boolean; offsetMs: number; workedFor: number }[]>`
  select id, works, offset_ms as "offsetMs", worked_for as "workedFor"
  from clock_processes
  order by works, id`
const end = async (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') => {
  child.kill(signal)
  await once(child, 'exit')
}

const { baseUrl } = await start('api')
const sandbox = await startSandbox({
  home,
  host: '127.0.0.1',
  gateway: { url: () => baseUrl, adminToken: () => adminToken },
})
const receiver = await openReceiver()
const app = await untilConnected(() =>
  buildApp({ config, databaseUrl: database.url, baseUrl, works: false }),
)
const { ids, noticeUrls } = await seedProviders(app, sandbox.credentials)
sandbox.setGateway({ url: baseUrl, adminToken, noticeUrls })
const merchant = await seedMerchant(app, { ids })
const shop = openShop({ baseUrl, sandboxUrl: sandbox.controlUrl, receiver, merchant })
after(async () => {
  for (const child of running) child.kill('SIGKILL')
  await Promise.all([sandbox.stop(), app.close(), receiver.close()])
  await database.close()
  await rm(home, { recursive: true, force: true })
})

const customer = { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } }
const card = {
  number: '4024007153760011',
  holderName: 'ANA TESTE',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}

interface Moved {
  readonly now: string
  readonly offsetMs: number
  readonly done: boolean
  readonly workers: number
  readonly reason?: string
}

const move = async (advance: string, headers: Readonly<Record<string, string>> = {}) => {
  const { http, body } = await shop.call<Moved>(
    'POST',
    '/api/admin/clock',
    { advance },
    {
      authorization: `Bearer ${adminToken}`,
      ...headers,
    },
  )
  assert.equal(http, 200)
  const { done, workers, reason } = body.data
  return {
    offsetMs: body.data.offsetMs,
    message: body.message,
    work: [done, workers, reason] as const,
  }
}

/**
 * The same, as the sandbox moves it: a process counts as lost while a busy machine has kept it from
 * writing its row for five seconds.
 */
const moveAll = (advance: string, headers = { 'idempotency-key': randomId() }) =>
  untilFound(
    'no process counts as lost',
    () => move(advance, headers),
    ({ work: [, , reason] }) => reason !== 'no-worker' && reason !== 'worker-lost',
  )

const sellPix = async (count: number) => {
  // The bank copies the gateway's time, because only the gateway was moved.
  await shop.control('GET', '/clock')
  const order = { paymentMethod: 'PIX', amount: 10_00, customer, pix: { expiresInSeconds: 600 } }
  // More at once take the bank longer than two seconds on a busy machine.
  for (let left = count; left > 0; left -= 5)
    await Promise.all(Array.from({ length: Math.min(left, 5) }, () => sellOnce(order)))
}

const sellOnce = async (order: object) => {
  const headers = { 'idempotency-key': randomId() }
  const body = { postbackUrl: `${receiver.url}/webhook`, ...order }
  const { http, text } = await untilAvailable(() =>
    shop.call<Sale>('POST', '/api/user/transactions', body, headers),
  )
  assert.equal(http, 200, text)
}

const statuses = async () =>
  Object.fromEntries(
    (
      await sql<
        { status: string; n: number }[]
      >`select status, count(*)::int as n from transactions group by 1`
    ).map(({ status, n }) => [status, n]),
  )

test('without a worker the response reports waiting work; a new worker does it', async () => {
  await sellPix(5)
  const key = { 'idempotency-key': 'adiantar-1' }
  const { work, message, offsetMs } = await move('PT15M', key)
  assert.deepEqual(work, [false, 0, 'no-worker'])
  assert.match(message, /nenhum worker está ligado/)
  assert.deepEqual(await statuses(), { WAITING_PAYMENT: 5 })

  await start('worker')
  const repeated = await moveAll('PT15M', key)
  assert.deepEqual([repeated.offsetMs, ...repeated.work], [offsetMs, true, 1, undefined])
  assert.deepEqual(await statuses(), { CANCELED: 5 })
})

test('the API responds after the workers of other processes have done their work', async () => {
  for (const workers of [1, 2]) {
    if (workers === 2) await start('worker')
    const before = (await statuses()).CANCELED ?? 0
    await sellPix(30)
    const { work, offsetMs } = await moveAll('PT15M')
    assert.deepEqual(work, [true, workers, undefined])
    assert.deepEqual(await statuses(), { CANCELED: before + 30 })
    assert.deepEqual(
      (await processes()).map((each) => [each.works, each.offsetMs]),
      [[false, offsetMs], ...Array.from({ length: workers }, () => [true, offsetMs])],
    )
  }
})

test('nothing waits for a worker that has stopped normally', async () => {
  await end(running.at(-1) ?? assert.fail(), 'SIGTERM')
  assert.equal((await processes()).length, 2)
  assert.deepEqual((await moveAll('PT1M')).work, [true, 1, undefined])
})

test('killed work is not reported as done; the sandbox waits for another worker', async () => {
  await shop.control('POST', '/faults', {
    provider: 'cielo',
    operation: 'sale',
    fault: 'timeout-after',
    times: 1,
  })
  await shop.control('POST', '/faults', {
    provider: 'cielo',
    operation: 'query-order',
    fault: 'timeout-before',
    times: 1,
  })
  const sale = await shop.sell({ paymentMethod: 'CREDIT_CARD', amount: 20_00, customer, card })
  assert.equal(sale.status, 'WAITING_PAYMENT')
  const [worker] = running.slice(1)
  const [{ offsetMs: from } = assert.fail()] = await processes()
  const moving = move('PT1M')
  await until('the worker knows the new time and queries the acquirer', async () => {
    const knows = (await processes()).every(({ offsetMs }) => offsetMs >= from + 60_000)
    const calls = await shop.calls({ provider: 'cielo', operation: 'query-order' })
    return knows && calls.length > 0
  })
  await end(worker ?? assert.fail(), 'SIGKILL')
  const { work, message } = await moving
  assert.deepEqual([work[0], work[2]], [false, 'worker-lost'])
  assert.match(message, /um worker morreu/)
  assert.equal((await shop.find(sale.id)).status, 'WAITING_PAYMENT')

  const [dead] = (await processes()).filter(({ works }) => works)
  await start('worker')
  // Its claim counts as leased, however long the start took.
  await sql`
    update clock_processes set seen_at = now() - interval '6 seconds' where id = ${dead?.id}`
  const again = (await move('PT0S')).work
  assert.deepEqual([again[0], again[2]], [false, 'worker-lost'], 'a live worker does not hide it')

  const waiting = shop.control<Moved>('POST', '/clock', { advance: 'PT0S' })
  const before = (await move('PT0S')).offsetMs
  // The lease of the dead worker ends by business time, so a move of the clock ends it too.
  await move('PT3M')
  const moved = await waiting
  assert.deepEqual([moved.done, moved.reason], [true, undefined])
  assert.equal(moved.offsetMs, before + 180_000)
  assert.equal((await shop.find(sale.id)).status, 'PAID')
})

test('no due work begins at a time that another live process has not read yet', async () => {
  const before = (await move('PT0S')).offsetMs
  // A live process that does not read the new offset.
  await sql`
    insert into clock_processes (id, works, offset_ms, ran_dry_for, worked_for, seen_at)
    values (gen_random_uuid(), false, ${before}, 0, 0, now() + interval '1 day')`
  const sold = (await statuses()).CANCELED ?? 0
  await sellPix(3)
  const moving = moveAll('PT15M')
  await until(
    'the others go by the new time',
    async () => (await processes()).filter(({ offsetMs }) => offsetMs > before).length === 2,
  )
  let isDone = false
  const moved = moving.then((answer) => {
    isDone = true
    return answer
  })
  const seen = new Set<number>()
  // The worker writes its row each time that it looks whether it may begin.
  await until('the worker has waited for a while', async () => {
    const [worker] = await sql<{ seenAt: Date }[]>`
      select seen_at as "seenAt" from clock_processes
      where works and offset_ms > ${before}`
    return worker !== undefined && seen.add(worker.seenAt.getTime()).size >= 15
  })
  assert.equal(isDone, false)
  assert.equal((await statuses()).WAITING_PAYMENT, 3)

  await sql`update clock_processes set offset_ms = ${before + 900_000} where seen_at > now()`
  assert.deepEqual((await moved).work, [true, 1, undefined])
  assert.equal((await statuses()).CANCELED, sold + 3)
})
