import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { request } from 'undici'
import { personOnlyPermissions } from '../../contract/permission.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import type { Route } from '../../src/http/route.ts'
import { routes } from '../../src/http/routes.ts'
import { newLink, newSession } from '../kit/checkout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPersonWithApp } from '../kit/person.ts'
import type { Shop } from '../kit/shop.ts'

/* Invalid input is a clear 4xx: no value of any parameter or field of a route causes a 5xx. */

let world: World
let shop: Shop
/** An account that requests of operators may change. */
let changed: Shop
before(async () => {
  world = await openWorld({
    RATE_PAGES_PER_ADDRESS_FACTOR: '1000',
    RATE_CHECKOUTS_PER_ADDRESS_FACTOR: '1000',
    RATE_CHECKOUT_CARDS_PER_ADDRESS_FACTOR: '1000',
    RATE_SIGN_INS_PER_ADDRESS: '100000',
  })
  shop = await world.openShop()
  changed = await world.openShop()
})
after(() => world.close())

const oddTexts = [
  'x'.repeat(5_000),
  '\u0001\u001f\u007f',
  '😀'.repeat(300),
  '9007199254740992',
  '-1',
  '1e308',
  '-5000-01-01',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '294277-01-01',
  '__proto__',
]
/** JSON as it is sent: some values cannot be written by `JSON.stringify`. */
const oddJson = [
  ...oddTexts.map((text) => JSON.stringify(text)),
  ...[
    '"\\u0000"',
    '"\\ud800"',
    '""',
    '9007199254740992',
    '9007199254740993',
    '99999999999999999999',
    '1e400',
  ],
  ...['-9007199254740992', '-1', '0', '0.5', 'true', 'null', '[]', '{}', '[null]', '[[]]', '[{}]'],
]
const oddQuery = [
  ...oddTexts.map(encodeURIComponent),
  '%00',
  '%ED%A0%80',
  '%FF',
  '',
  '%20',
  '2026-02-30',
  '0',
  ',',
]
  // A cursor is text in base64url.
  .concat(
    ['999999999999999 x', 'n999999999999999', '0000-01-01 x'].map((text) =>
      Buffer.from(text).toString('base64url'),
    ),
  )

const oddForm = [
  ...['%00', '%ED%A0%80', '%FF', '%F0%9F%98', '%', '\u0001\u007f', 'x'.repeat(5_000), ''],
  // An emoji across the place where a text is cut.
  ...[encodeURIComponent(`${'x'.repeat(119)}😀`), 'a%00b@x.com', '9007199254740993', '-1', '1e308'],
]

interface Fields {
  readonly [name: string]: { readonly properties?: Fields } | undefined
}

/** `customer.document.number` of a schema, and so on. */
function pathsOf(properties: Fields | undefined, at: readonly string[] = []): string[][] {
  return Object.entries(properties ?? {}).flatMap(([name, field]) => [
    [...at, name],
    ...pathsOf(field?.properties, [...at, name]),
  ])
}

const propertiesOf = (schema: object | undefined) =>
  (schema as { properties?: Fields } | undefined)?.properties

const marker = '"here"'

/** The body with one value in one place, as text. */
function withValue(base: object, path: readonly string[], json: string): string {
  const body = structuredClone(base) as Record<string, unknown>
  let part = body
  for (const name of path.slice(0, -1)) {
    const inner = part[name]
    part[name] = typeof inner === 'object' && inner !== null ? inner : {}
    part = part[name] as Record<string, unknown>
  }
  part[path.at(-1) ?? ''] = 'here'
  return JSON.stringify(body).replace(marker, () => json)
}

const customer = { name: 'Ana', document: { number: '52998224725', type: 'CPF' } }
/**
 * What a route takes when only the value under test is wrong. Others are refused for what is
 * missing as well.
 */
const bases: Readonly<Record<string, readonly object[]>> = {
  'POST /api/user/transactions': [
    { amount: 1_000, paymentMethod: 'PIX', customer },
    { amount: 1_000, paymentMethod: 'BOLETO', customer },
  ],
  'POST /api/user/quotes': [{ amount: 1_000, paymentMethod: 'CREDIT_CARD' }],
  'POST /api/user/cashout': [{ amount: 1_000, pixKey: '52998224725', pixType: 'CPF' }],
  'PUT /api/user/cashout/schedule': [
    { enabled: true, frequency: 'DAILY', pixKey: '52998224725', pixType: 'CPF' },
  ],
  'POST /api/user/webhooks/redeliveries': [{ from: '2026-01-01' }],
  'POST /api/user/webhooks/endpoints': [{ url: 'https://loja.com.br/x' }],
  'POST /api/public/cards/tokens': [
    {
      number: '4111111111111111',
      holderName: 'ANA',
      expirationMonth: 12,
      expirationYear: 2031,
      cvv: '123',
    },
  ],
  'POST /api/admin/accounts': [{ name: 'Loja' }],
  'POST /api/admin/accounts/:id/keys': [{ kind: 'public', name: 'x' }],
  'POST /api/admin/ledger/corrections': [
    { debit: 'fees', credit: 'available', amount: 1, reason: 'x', correctedBy: 'Ana' },
  ],
}

/** Forms that can be paid when only the value under test is odd. */
const formBases = [
  { method: 'PIX' },
  {
    ...{ method: 'BOLETO', name: 'Ana Teste', document: '111.444.777-35', zipCode: '01310-100' },
    ...{ street: 'Avenida Paulista', streetNumber: '1', neighborhood: 'Bela Vista' },
    ...{ city: 'São Paulo', state: 'SP' },
  },
]

/** The address of a route, with a real account where it names one. */
const addressOf = ({ path }: Route): string =>
  path
    .replace('/accounts/:id', `/accounts/${changed.accountId}`)
    .replace(/:\w+/g, '0198c1de-7a4b-7c11-9d52-3f6f2f0f9b10')

/** What a payer sends to a page of its own: a link opens at most 100 sessions of one address. */
async function formsOf({ path, endpoint }: Route): Promise<readonly Sent[]> {
  const forms = Object.keys(propertiesOf(endpoint.form) ?? {}).map(async (field) => {
    const page = path.startsWith('/l/') ? await newLink(shop) : await newSession(shop)
    const address = path.replace(/^\/\w+\/:\w+/, new URL(page.url).pathname)
    return formBases.flatMap((base) =>
      oddForm.map((value) => {
        const { [field]: _, ...others } = base as Record<string, string>
        return { address, body: `${new URLSearchParams(others)}&${field}=${value}`, isForm: true }
      }),
    )
  })
  return (await Promise.all(forms)).flat()
}

interface Sent {
  readonly address: string
  readonly body?: string
  readonly isForm?: boolean
}

/** Routes for people alone are called by an owner who is signed in. */
async function credentialsOf(route: Route): Promise<Record<string, string>> {
  const { access } = route
  if (access === 'admin') return { authorization: `Bearer ${world.adminToken}` }
  if (access === 'public') return { 'x-public-key': shop.publicKey }
  if (access === 'login' || (access === 'user' && personOnlyPermissions.includes(route.permission)))
    return {
      cookie: (
        await newPersonWithApp(world, { accountId: changed.accountId, role: 'owner' })
      ).browser.cookie(),
      origin: new URL(world.baseUrl).origin,
    }
  return { authorization: `Basic ${Buffer.from(`x:${shop.secretKey}`).toString('base64')}` }
}

/**
 * Sends them a few at a time. Returns those with a 5xx, and a sentence when all were refused before
 * their values were read.
 */
async function failuresOf(route: Route, sent: readonly Sent[]): Promise<string[]> {
  const failures: string[] = []
  const statuses = new Set<number>()
  const credentials = await credentialsOf(route)
  const left = [...sent]
  const send = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const { address, body, isForm = false } = next
      const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
      const key: Record<string, string> = route.path.endsWith('/corrections')
        ? { 'idempotency-key': `${left.length}` }
        : {}
      // Thousands of requests: `fetch` takes more processor time.
      const {
        statusCode,
        headers,
        body: answer,
      } = await request(world.baseUrl + address, {
        method: route.method,
        headers: {
          ...credentials,
          ...key,
          ...(body !== undefined && { 'content-type': type }),
        },
        ...(body !== undefined && { body }),
      })
      // A stream of events that was accepted does not end.
      statuses.add(statusCode)
      const isStream = `${headers['content-type']}`.startsWith('text/event-stream')
      if (isStream) answer.destroy()
      const text = isStream ? '' : await answer.text()
      if (statusCode >= 500)
        failures.push(
          `${statusCode} ${address.slice(0, 200)} ${body?.slice(0, 200)}: ${text.slice(0, 200)}`,
        )
    }
  }
  await Promise.all(Array.from({ length: 4 }, send))
  const unread = [401, 403, 415, 429]
  if (sent.length > 0 && [...statuses].every((status) => unread.includes(status)))
    failures.push(`no value was read: ${[...statuses]}`)
  return failures
}

const oddIds = [
  '%00',
  '%ED%A0%80',
  'x'.repeat(300),
  '9007199254740992',
  '%27%3B--',
  '00000000-0000-0000-0000-000000000000',
]

for (const route of routes) {
  // Health returns 503 on purpose; a move of the clock makes every other account older.
  if (route.path.startsWith('/health/') || route.path === '/api/admin/clock') continue
  const { method, path, endpoint } = route
  test(`no value is answered 5xx: ${method} ${path}`, async () => {
    const address = addressOf(route)
    const query = Object.keys(propertiesOf(endpoint.query) ?? {})
    const fields = pathsOf(propertiesOf(endpoint.body))
    const sent: Sent[] = [
      ...(await formsOf(route)),
      ...query.flatMap((name) =>
        oddQuery.map((value) => ({ address: `${address}?${name}=${value}` })),
      ),
      ...(bases[`${method} ${path}`] ?? [{}]).flatMap((base) =>
        fields.flatMap((field) =>
          oddJson.map((json) => ({ address, body: withValue(base, field, json) })),
        ),
      ),
      ...(path.includes(':') ? oddIds.map((id) => ({ address: path.replace(/:\w+/g, id) })) : []),
      ...(endpoint.body ? ['null', '[]', '""', '1'].map((body) => ({ address, body })) : []),
    ]
    assert.deepEqual(await failuresOf(route, sent), [])
  })
}

test('no form left text that PostgreSQL cannot read', async () => {
  const rows = await world.app.sql<{ email: string | null }[]>`
    select facts #>> '{order,customer,email}' as email from transactions`
  assert.ok(rows.length > 0)
  assert.deepEqual(await checkBooks(world.app), [])
})

for (const [what, call] of [
  ['reserve', { reserve: 2 ** 53 }],
  ['minimumAmount', { minimumAmount: 2 ** 53 }],
] as const) {
  test(`a schedule with a ${what} above the largest amount is rejected by field name`, async () => {
    const plan = {
      enabled: true,
      frequency: 'DAILY',
      pixKey: '52998224725',
      pixType: 'CPF',
      ...call,
    }
    const { http, body } = await shop.call('PUT', '/api/user/cashout/schedule', plan)
    assert.deepEqual([http, body.error?.field], [400, what])
  })
}

for (const [path, field] of [
  ['transactions', 'start_date'],
  ['wallet/statement', 'start_date'],
  ['wallet/entries', 'end_date'],
  ['wallet/balance', 'at'],
  ['cashout', 'start_date'],
  ['receivables', 'start_date'],
] as const) {
  for (const date of ['0000-01-01', '-005000-01-01T00:00:00Z', '%2B012000-01-01T00:00:00Z']) {
    test(`${path}: ${field}=${date} is refused by its name`, async () => {
      const { http, body } = await shop.call('GET', `/api/user/${path}?${field}=${date}`)
      assert.deepEqual([http, body.error?.field], [400, field])
    })
  }
}
