import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, type TestContext, test } from 'node:test'
import type { LoggedRequestDetail } from '../../contract/request-log.ts'
import { saveLogin } from '../../src/cli/saved-login.ts'
import { buildServer } from '../../src/http/server/server.ts'
import { randomId } from '../../src/primitives/id.ts'
import { openRequestLog } from '../../src/request-log/request-log.ts'
import {
  addRequests,
  emptyOldDays,
  type LoggedBodies,
  type LoggedRequest,
} from '../../src/request-log/request-log-store.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, openBrowser, password } from '../kit/person.ts'
import { program } from '../kit/program.ts'
import type { Shop } from '../kit/shop.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const path = '/api/user/requests'
const pan = '4111111111111111'
const secrets = [pan, '737', '52998224725', '529.982.247-25', 'ana@loja.com.br', '99999-8888']
const customer = {
  name: 'Ana Souza',
  email: 'ana@loja.com.br',
  phone: '(11) 99999-8888',
  document: { number: '529.982.247-25', type: 'CPF' },
}
const order = { amount: 1_050, paymentMethod: 'PIX', customer, externalRef: 'pedido-7' }

async function logged(by: Shop, query = ''): Promise<readonly LoggedRequestDetail[]> {
  await world.app.requestLog.flush()
  const { http, body } = await by.call<LoggedRequestDetail[]>('GET', `${path}${query}`)
  assert.equal(http, 200)
  return body.data
}

const detail = async (by: Shop, id: string) =>
  (await by.call<LoggedRequestDetail>('GET', `${path}/${id}`)).body.data

test('a request is listed with its key, its result and its redacted bodies', async () => {
  const own = await world.openShop()
  const key = 'pedido-0001042'
  const { id } = await own.sell(order, { 'idempotency-key': key })
  await own.find(id)
  const [reading, creation] = await logged(own)
  assert.ok(reading && creation)
  assert.equal(reading.route, '/api/user/transactions/:id')
  assert.equal(reading.path, `/api/user/transactions/${id}`)
  const { method, status, errorCode, idempotencyKey, actor, durationMs } = creation
  assert.deepEqual(
    { method, status, errorCode, idempotencyKey, kind: actor.kind },
    {
      ...{ method: 'POST', status: 200, errorCode: null },
      ...{ idempotencyKey: '…1042', kind: 'key' },
    },
  )
  assert.ok(durationMs > 0)
  assert.ok(!Object.hasOwn(creation, 'requestBody'))
  const whole = await detail(own, creation.id)
  const { postbackUrl, ...sent } = whole.requestBody as Record<string, unknown>
  assert.equal(postbackUrl, '***')
  assert.deepEqual(sent, {
    amount: 1_050,
    paymentMethod: 'PIX',
    customer: {
      name: '***',
      email: 'a***@loja.com.br',
      phone: '***',
      document: { number: '***25', type: 'CPF' },
    },
    externalRef: 'pedido-7',
  })
  const { data } = whole.responseBody as { data: Record<string, unknown> }
  assert.equal(data.id, id)
  assert.equal(data.secureId, '***')
  const read = await detail(own, reading.id)
  assert.deepEqual([read.requestBody, read.responseBody], [null, null])
})

test('a refused request shows its code, its field and its sentence', async () => {
  const own = await world.openShop()
  const wrong = { ...order, amount: 0 }
  const answer = await own.call('POST', '/api/user/transactions', wrong)
  assert.equal(answer.http, 400)
  const [found] = await logged(own, '?errorCode=validation-failed')
  assert.equal(found?.errorCode, 'validation-failed')
  const { responseBody } = await detail(own, found?.id ?? '')
  const { error } = responseBody as { error: { code: string; field: string; message: string } }
  assert.equal(error.code, 'validation-failed')
  assert.equal(error.field, 'amount')
  assert.match(error.message, /amount/)
})

test('the table holds no card, document, address, key or token of any request', async () => {
  const own = await world.openShop()
  const card = {
    number: pan,
    holderName: 'ANA SOUZA',
    expirationMonth: 12,
    expirationYear: 2031,
    cvv: '737',
  }
  const bodies = [
    { ...order, paymentMethod: 'CREDIT_CARD', card },
    { ...order, metadata: { pan, [pan]: pan } },
    { ...order, description: pan, [pan]: 1 },
    { ...order, paymentMethod: 'CREDIT_CARD', card: { token: own.secretKey } },
    { ...order, postbackUrl: `https://loja.com.br/?key=${own.secretKey}` },
  ]
  for (const body of bodies)
    await own.call('POST', '/api/user/transactions', body, { 'idempotency-key': own.secretKey })
  await own.call('GET', `/api/user/transactions/${pan}?search=52998224725`)
  await own.call('POST', '/api/user/cashout', { amount: 100, pixKey: 'ana@loja.com.br' })
  await own.call('POST', '/api/user/webhooks/secret/rotate')
  await world.app.requestLog.flush()
  const rows = await world.app.sql<{ line: unknown }[]>`
    select to_jsonb(r) - 'at' - 'id' - 'account_id' - 'actor_id' as line from api_requests r
    where account_id = ${own.accountId}`
  const secret = await world.app.sql`
    select 1 from api_requests r where account_id = ${own.accountId}
      and r::text like ${`%${own.secretKey}%`}`
  assert.equal(rows.length, bodies.length + 3)
  assert.deepEqual(secret, [])
  for (const { line } of rows) {
    // A UUID, an instant and a duration may contain any digits.
    const text = JSON.stringify(line)
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|"tenths_of_ms":\d+/g, '')
    for (const each of secrets) assert.ok(!text.includes(each), `${each} in ${text}`)
    assert.doesNotMatch(text, /\d{11}|whsec|cvv":"\d|[\w-]{40}/)
  }
})

test('an account sees its own requests only', async () => {
  const [one, other] = [await world.openShop(), await world.openShop()]
  await one.sell(order)
  const [own] = await logged(one)
  assert.ok(own)
  assert.deepEqual(await logged(other), [])
  assert.deepEqual(await logged(other, `?requestId=${own.id}`), [])
  assert.equal((await other.call('GET', `${path}/${own.id}`)).http, 404)
})

test('each filter finds its requests', async () => {
  const own = await world.openShop()
  const { id } = await own.sell(order)
  await own.find(id)
  await own.call('GET', `/api/user/transactions/${randomId()}`)
  await own.call('GET', '/api/user/cashout')
  const all = await logged(own)
  assert.equal(all.length, 4)
  const [cashouts, unknown, found, creation] = all
  const expected = {
    'status=2xx': [cashouts, found, creation],
    'status=4xx': [unknown],
    'status=4xx,5xx': [unknown],
    'method=post': [creation],
    'method=GET&status=2xx': [cashouts, found],
    'path=/api/user/cash': [cashouts],
    'path=/api/user/transactions/&status=2xx': [found],
    'errorCode=not-found': [unknown],
    'errorCode=not-found&method=POST': [],
    [`keyId=${creation?.actor.id}`]: all,
    [`keyId=${creation?.actor.id}&status=4xx`]: [unknown],
    [`keyId=${randomId()}`]: [],
    'actorKind=key': all,
    'actorKind=person': [],
    [`requestId=${found?.id}`]: [found],
    'start_date=2020-01-01&end_date=2020-01-02': [],
    [`start_date=${creation?.at}`]: all,
  }
  for (const [query, wanted] of Object.entries(expected))
    assert.deepEqual(await logged(own, `?${query}`), wanted, query)
  const first = await own.call('GET', `${path}?limit=3`)
  const { nextCursor } = first.body.pagination as { nextCursor: string }
  assert.deepEqual(await logged(own, `?limit=3&cursor=${nextCursor}`), [creation])
  for (const query of ['status=7xx', 'method=HEAD', 'keyId=1', 'cursor=x', 'start_date=x'])
    assert.equal((await own.call('GET', `${path}?${query}`)).http, 400, query)
})

test('streams, waits for events and reads of the log are not in it', async () => {
  const own = await world.openShop()
  await logged(own)
  await own.call('GET', '/api/user/events?wait=1')
  await own.call('GET', '/api/user/events')
  const routes = (await logged(own)).map(({ route }) => route)
  assert.deepEqual(routes, ['/api/user/events'])
})

test('a person is named as the actor, and needs the permission', async () => {
  const { accountId } = await world.newMerchant()
  const login = async (role: string) => {
    const { email, personId } = await newPerson(world.app, { accountId, role })
    const browser = openBrowser(world.baseUrl)
    await browser.post('/api/auth/sign-in', { email, password })
    return { browser, personId }
  }
  const [developer, reader] = [await login('developer'), await login('read-only')]
  await developer.browser.get('/api/user/cashout')
  await world.app.requestLog.flush()
  const { data } = await developer.browser.get(path)
  assert.deepEqual(
    data.map(({ actor }: LoggedRequestDetail) => [actor.kind, actor.id]),
    [['person', developer.personId]],
  )
  assert.equal((await reader.browser.get(path)).code, 'permission-denied')
})

/** A home with the files that a command finds in it. */
async function newHome(t: TestContext, files: Readonly<Record<string, unknown>> = {}) {
  const home = await mkdtemp(join(tmpdir(), 'guiche-logs-'))
  t.after(() => rm(home, { recursive: true }))
  for (const [name, content] of Object.entries(files))
    await writeFile(join(home, name), JSON.stringify(content))
  return home
}

/** `guiche logs tail`, and its lines as they come. */
function tailIn(t: TestContext, home: string, ...options: readonly string[]) {
  const child: ChildProcess = spawn(process.execPath, [program, 'logs', 'tail', ...options], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, GUICHE_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  assert(child.stdout && child.stderr)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const notes = createInterface({ input: child.stderr })[Symbol.asyncIterator]()
  return {
    /** A line of stderr. */
    note: async () => String((await notes.next()).value),
    line: async () => String((await lines.next()).value),
    /** Presses Ctrl-C. Returns what was written until the end, and the exit code. */
    async stop() {
      child.kill('SIGINT')
      const rest: string[] = []
      for await (const line of { [Symbol.asyncIterator]: () => lines }) rest.push(line)
      return { rest, code: (await ended)[0] }
    },
  }
}

test('guiche logs tail shows the failed requests of a key, and continues later', async (t) => {
  const own = await world.openShop()
  const { baseUrl } = world
  const home = await newHome(t, { 'dev.json': { baseUrl, secretKey: own.secretKey } })
  // A place is kept for its filters.
  const unknown = tailIn(t, home, '--status', '5xx', '--after', 'last', '--json')
  assert.match(JSON.parse(await unknown.note()).note, /começa agora, como --after now$/)
  assert.deepEqual(await unknown.stop(), { rest: [], code: 0 })
  await own.sell(order)
  await own.call('POST', '/api/user/transactions', { ...order, amount: 0 })
  const first = tailIn(t, home, '--errors', '--after', 'oldest')
  assert.match(await first.line(), /^Requisições de http:\S+\. Ctrl-C para/)
  assert.match(
    await first.line(),
    /^\d\d\/\d\d\/\d{4} [\d:]{8} {2}400 {2}POST {4}\/api\/user\/transactions {2}validation-failed {2}\d+ ms {2}/,
  )
  await own.call('GET', `/api/user/transactions/${randomId()}`)
  assert.match(await first.line(), /404 {2}GET .* not-found /)
  assert.deepEqual(await first.stop(), { rest: ['Parado.'], code: 0 })

  await own.call('GET', `/api/user/cashout/${randomId()}`)
  const second = tailIn(t, home, '--errors', '--after', 'last', '--json')
  const { route, status } = JSON.parse(await second.line()) as LoggedRequestDetail
  assert.deepEqual([route, status], ['/api/user/cashout/:id', 404])
  assert.deepEqual(await second.stop(), { rest: [], code: 0 })
})

test('guiche logs tail shows a person the account that the person names', async (t) => {
  const shops = [await world.openShop(), await world.openShop()]
  const person = { email: 'dev@loja.com.br', role: 'developer' }
  for (const { accountId } of shops) await newPerson(world.app, { ...person, accountId })
  const browser = openBrowser(world.baseUrl)
  await browser.post('/api/auth/sign-in', { email: person.email, password })
  const token = browser.cookie().replace(/^[^=]*=/, '')
  const home = await newHome(t)
  saveLogin({ home }, { url: world.baseUrl, token })
  for (const shop of shops) {
    const { id } = await shop.sell(order)
    const tail = tailIn(t, home, '--account', shop.accountId, '--after', 'oldest', '--json')
    const { id: requestId, route } = JSON.parse(await tail.line()) as LoggedRequestDetail
    assert.equal(route, '/api/user/transactions')
    const { responseBody } = await detail(shop, requestId)
    assert.equal((responseBody as { data: { id: string } }).data.id, id)
    assert.deepEqual(await tail.stop(), { rest: [], code: 0 })
  }
})

test('after seven days a request is not shown, and its day is emptied at once', async () => {
  const own = await world.openShop()
  const { accountId } = own
  const { sql, clock } = world.app
  const now = clock.now()
  const dayMs = 86_400_000
  const midnight = now.getTime() - (now.getTime() % dayMs)
  const madeAt = (at: Date): LoggedRequest & LoggedBodies => ({
    ...{ accountId, id: randomId(), at, method: 'GET', route: path, path, status: 200 },
    ...{ errorCode: null, actorKind: 'key', actorId: randomId(), actorName: 'Loja' },
    ...{ durationMs: 1, idempotencyKey: null, requestBody: null, responseBody: null },
  })
  const count = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from api_requests where account_id = ${accountId}`
    return row?.count
  }
  await emptyOldDays(sql, now)
  assert.equal(await emptyOldDays(sql, now), 0)
  const days = [midnight, midnight - 6 * dayMs, midnight - 7 * dayMs]
  await addRequests(
    sql,
    days.map((at) => madeAt(new Date(at))),
  )
  assert.equal(await count(), 3)
  assert.equal((await logged(own)).length, 2)
  assert.equal(await emptyOldDays(sql, new Date(now.getTime() + dayMs)), 1)
  assert.equal(await count(), 2)
  await emptyOldDays(sql, new Date(now.getTime() + 30 * dayMs))
  assert.equal(await count(), 0)
  await emptyOldDays(sql, now)
})

test('switched off, nothing is kept', async (t) => {
  const own = await world.openShop()
  const database = { url: world.databaseUrl }
  const requestLog = openRequestLog({ database, log: world.app.log, isOn: false })
  const server = buildServer({ ...world.app, requestLog })
  t.after(() => server.close())
  const { statusCode } = await server.inject({
    url: '/api/user/cashout',
    headers: { authorization: `Basic ${btoa(`${own.secretKey}:`)}`, host: 'localhost' },
  })
  assert.equal(statusCode, 200)
  await requestLog.flush()
  assert.deepEqual(await logged(own), [])
})
