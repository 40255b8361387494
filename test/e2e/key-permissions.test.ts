import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allAccountPermissions, personOnlyPermissions } from '../../contract/permission.ts'
import { routes } from '../../src/http/routes.ts'
import { openWorld, type World } from '../kit/gateway.ts'

let world: World
let accountId: string
before(async () => {
  world = await openWorld()
  accountId = (await admin('POST', '/accounts', { name: 'Loja', document: '11.222.333/0001-81' }))
    .data.id
})
after(() => world.close())

interface Envelope {
  readonly data: Readonly<Record<string, unknown>> & { readonly id: string; readonly key: string }
  readonly error: {
    readonly code: string
    readonly message: string
    readonly issues?: readonly { readonly field: string }[]
  } | null
}

async function call(
  method: string,
  path: string,
  { authorization, body }: { readonly authorization: string; readonly body?: unknown },
) {
  const response = await fetch(`${world.baseUrl}${path}`, {
    method,
    headers: {
      authorization,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel() // The stream has no end.
    return { status: response.status, data: { id: '', key: '' }, error: null }
  }
  return { status: response.status, ...((await response.json()) as Envelope) }
}

const admin = (method: string, path: string, body?: unknown) =>
  call(method, `/api/admin${path}`, { authorization: `Bearer ${world.adminToken}`, body })

const newKey = (restriction: object) =>
  admin('POST', `/accounts/${accountId}/keys`, { kind: 'secret', name: 'Loja', ...restriction })

const basic = (key: string) => `Basic ${Buffer.from(`x:${key}`).toString('base64')}`

const accountRoutes = routes.filter((route) => route.access === 'user')
const pathOf = (path: string) => path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000')
const bodyFor = (method: string) => (method === 'GET' || method === 'DELETE' ? undefined : {})

test('every route of an account refuses a key without its permission, and no other', async () => {
  const keys = new Map<string, string>()
  for (const permission of allAccountPermissions) {
    if (personOnlyPermissions.includes(permission)) continue
    const { data } = await newKey({ permissions: [permission] })
    keys.set(permission, basic(data.key))
  }
  for (const { method, path, permission } of accountRoutes) {
    for (const [held, authorization] of keys) {
      const { status, error } = await call(method, pathOf(path), {
        authorization,
        body: bodyFor(method),
      })
      const isRefused = status === 403 && error?.code === 'permission-denied'
      assert.equal(isRefused, held !== permission, `${method} ${path} with ${held}: ${status}`)
    }
  }
})

test('a key without restrictions may do everything that does not require a person', async () => {
  const authorization = basic((await newKey({})).data.key)
  for (const { method, path, permission } of accountRoutes) {
    const { status, error } = await call(method, pathOf(path), {
      authorization,
      body: bodyFor(method),
    })
    assert.equal(
      status === 403 && error?.code === 'permission-denied',
      personOnlyPermissions.includes(permission),
      `${method} ${path}: ${status} ${error?.code}`,
    )
  }
})

test('a refused key learns which permission is missing', async () => {
  const authorization = basic((await newKey({ permissions: ['wallet:read'] })).data.key)
  const { error } = await call('GET', '/api/user/transactions', { authorization })
  assert.match(error?.message ?? '', /transactions:read/)
})

test('a key is accepted only from its networks', async () => {
  const elsewhere = await newKey({ addresses: ['203.0.113.7', '2001:db8::/32'] })
  assert.deepEqual(elsewhere.data.addresses, ['203.0.113.7/32', '2001:db8::/32'])
  const refused = await call('GET', '/api/user/wallet/balance', {
    authorization: basic(elsewhere.data.key),
  })
  assert.deepEqual([refused.status, refused.error?.code], [403, 'key-address-denied'])
  const here = await newKey({ addresses: ['127.0.0.0/8', '::1'] })
  const accepted = await call('GET', '/api/user/wallet/balance', {
    authorization: basic(here.data.key),
  })
  assert.equal(accepted.status, 200)
})

test('the replacement of a key that expires has the same restrictions', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const { data } = await newKey({ permissions: ['wallet:read'], expiresAt })
  assert.equal(data.expiresAt, expiresAt)
  const rotated = await admin('POST', `/accounts/${accountId}/keys/${data.id}/rotate`, {})
  assert.deepEqual([rotated.data.expiresAt, rotated.data.permissions], [expiresAt, ['wallet:read']])
  const refused = await call('POST', '/api/user/transactions', {
    authorization: basic(rotated.data.key),
    body: {},
  })
  assert.equal(refused.error?.code, 'permission-denied')
})

const mistakes: readonly (readonly [what: string, request: object, field: string])[] = [
  ['an unknown permission', { permissions: ['money:print'] }, 'permissions.0'],
  ['a permission of persons', { permissions: ['people:write'] }, 'permissions.0'],
  ['no permission at all', { permissions: [] }, 'permissions'],
  ['a name as an address', { addresses: ['loja.example'] }, 'addresses.0'],
  ['an end in the past', { expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
  ['a restricted public key', { kind: 'public', permissions: ['wallet:read'] }, 'permissions'],
]
for (const [what, request, field] of mistakes)
  test(`${what} makes no key`, async () => {
    const { status, error } = await newKey(request)
    assert.deepEqual([status, error?.code], [400, 'validation-failed'])
    assert.deepEqual(
      error?.issues?.map((issue) => issue.field),
      [field],
    )
  })

test('an account reads its keys, with their restrictions and without the keys', async () => {
  const { data } = await newKey({ permissions: ['keys:read'] })
  const { status, data: list } = await call('GET', '/api/user/keys', {
    authorization: basic(data.key),
  })
  assert.equal(status, 200)
  const found = (list as unknown as { id: string; key?: string; permissions: unknown }[]).find(
    ({ id }) => id === data.id,
  )
  assert.deepEqual(found?.permissions, ['keys:read'])
  assert.equal(found?.key, undefined)
})
