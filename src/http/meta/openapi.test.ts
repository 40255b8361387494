import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Check } from 'typebox/value'
import { noticeData } from '../../../contract/webhook.ts'
import { newWebhookSecret, signatureHeaders } from '../../webhooks/signature.ts'
import { routes } from '../routes.ts'
import { openApiFor } from './openapi.ts'

const here = import.meta.dirname
const document = openApiFor(routes, 'https://pagamentos.exemplo')
const { paths, components, webhooks, tags } = document as {
  webhooks: Record<
    string,
    {
      post: {
        requestBody: unknown
        responses: object
        tags: string[]
        parameters: { name: string }[]
      }
    }
  >
  tags: { name: string }[]
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        tags: string[]
        responses: Record<string, unknown>
        security: unknown[]
        requestBody?: unknown
        parameters: { name: string }[]
      }
    >
  >
  components: { schemas: Record<string, unknown> }
}

test('every example of a request fits the schema of its route', () => {
  const withExamples = routes.flatMap(({ endpoint: { body, examples } }) =>
    body && examples ? [{ body, examples }] : [],
  )
  assert.equal(withExamples.length, 4)
  for (const { body, examples } of withExamples)
    for (const [name, { value }] of Object.entries(examples)) assert.ok(Check(body, value), name)
  const body = JSON.stringify(paths['/api/user/transactions']?.post?.requestBody)
  for (const name of ['pix', 'boleto', 'card'])
    assert.match(body, new RegExp(`"examples":.*"${name}":\\{"summary"`))
})

test('every reference has a target, and every schema is used', () => {
  const text = JSON.stringify(document)
  const used = new Set(
    [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
  )
  assert.deepEqual([...used].sort(), Object.keys(components.schemas).sort())
  assert.doesNotMatch(text, /"\$id"|"~/)
})

test('every operation has its own name and a response', () => {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length)
  assert.equal(operations.length, routes.length)
  for (const { responses } of operations)
    assert.ok(Object.keys(responses).some((status) => status.startsWith('2')))
})

test('the reference names the key of a route and its possible errors', () => {
  const create = paths['/api/user/transactions']?.post
  assert.deepEqual(create?.security, [{ secretKey: [] }, { login: [] }])
  assert.deepEqual(paths['/api/user/keys']?.post?.security, [{ login: [] }]) // No key makes keys.
  assert.deepEqual(paths['/api/admin/audit']?.get?.security, [{ operator: [] }, { login: [] }])
  assert.deepEqual(Object.keys(create?.responses ?? {}), [
    '200',
    '400',
    '401',
    '403',
    '404',
    '408',
    '409',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
  ])
  assert.match(
    JSON.stringify(create?.requestBody),
    /#\/components\/schemas\/CreateTransactionRequest/,
  )
})

test('the reference has the key and the version of a merchant session', () => {
  const session = paths['/api/public/device-pay/validate-merchant']?.post
  const names = session?.parameters.map(({ name }) => name)
  assert.deepEqual(names, ['Idempotency-Key', 'Guiche-Version'])
  const responses = JSON.stringify(session?.responses)
  for (const part of ['idempotency-key-reused', 'idempotency-in-progress', 'Idempotent-Replayed'])
    assert.ok(responses.includes(part), part)
  const token = paths['/api/public/cards/tokens']?.post
  assert.ok(!JSON.stringify(token?.responses).includes('Idempotent-Replayed'), 'keeps no key')
})

test('the reference has the failures of a body that is sent with a DELETE', () => {
  const { responses = {} } = paths['/api/user/webhooks/endpoints/{id}']?.delete ?? {}
  for (const status of ['408', '413', '415']) assert.ok(status in responses, status)
})

test('requests to merchants’ servers are in the reference, as schemas', () => {
  const bodies = Object.entries(webhooks).map(([name, { post }]) => [
    name,
    JSON.stringify(post.requestBody),
  ])
  assert.deepEqual(
    bodies.map(([name, body]) => [name, /schemas\/(\w+)/.exec(body ?? '')?.[1]]),
    [
      ['transaction', 'TransactionWebhook'],
      ['cashout', 'CashoutWebhook'],
      ['payment_link', 'PaymentLinkWebhook'],
      ['device_pay_domain', 'DevicePayDomainWebhook'],
      ['webhook_endpoint', 'WebhookEndpointWebhook'],
      ['ping', 'PingWebhook'],
      ['cashout_approval', 'CashoutApprovalQuestion'],
    ],
  )
  assert.deepEqual(
    Object.keys(noticeData).filter((type) => !(type in webhooks)),
    [],
  )
  for (const [name, { post }] of Object.entries(webhooks)) {
    const headers = post.parameters.map((each) => each.name.toLowerCase())
    const signed = signatureHeaders({
      ...{ id: 'id', timestampSeconds: 0, body: '' },
      secrets: [newWebhookSecret()],
    })
    assert.deepEqual(
      Object.keys(signed).filter((header) => !headers.includes(header)),
      [],
      name,
    )
  }
  assert.match(
    JSON.stringify(webhooks.cashout_approval?.post.responses),
    /schemas\/CashoutApprovalAnswer/,
  )
})

test('every operation and every webhook names its key, or says that it takes none', () => {
  const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) =>
    Object.values(methods),
  )
  assert.ok(operations.length > 90)
  for (const operation of operations)
    assert.ok(
      Array.isArray((operation as { security?: unknown }).security),
      JSON.stringify(operation).slice(0, 100),
    )
})

test('every operation has one heading: operations that move money are under money', () => {
  const known = tags.map(({ name }) => name)
  for (const [path, methods] of Object.entries(paths))
    for (const { tags: under } of Object.values(methods)) {
      assert.ok(under.length === 1 && known.includes(under[0] ?? ''), path)
      if (/\/user\/(?:cashout|wallet|receivables|quotes|chargebacks)\b/.test(path))
        assert.deepEqual(under, ['Dinheiro'])
      if (/\/user\/transactions\b/.test(path)) assert.deepEqual(under, ['Pagamentos'])
    }
})

test('the reference has the response to an unknown payment link, and the versions', () => {
  for (const path of ['', '/status', '/receipt', '/boleto.pdf']) {
    const { responses = {} } = paths[`/pay/{secureId}${path}`]?.get ?? {}
    for (const status of ['404', '429', '503']) assert.ok(status in responses, `${path} ${status}`)
  }
  assert.match(
    JSON.stringify(paths['/api/user/wallet/balance']),
    /"Guiche-Version".{0,200}"enum":\["2026-11-01"\]/,
  )
})

test('a response of every kind has its content types and its headers', () => {
  const response = (path: string, method: string, status: string) =>
    paths[path]?.[method]?.responses[status] as {
      content?: Record<string, unknown>
      headers: Record<string, unknown>
    }
  const typesOf = (path: string, method: string, status: string) =>
    Object.keys(response(path, method, status).content ?? {})
  assert.deepEqual(typesOf('/pay/{secureId}/boleto.pdf', 'get', '200'), ['application/pdf'])
  assert.deepEqual(typesOf('/l/{slug}', 'get', '410'), ['text/html'])
  assert.deepEqual(typesOf('/l/{slug}', 'post', '404'), ['application/json', 'text/html'])
  assert.deepEqual(typesOf('/api/user/transactions', 'get', '200'), [
    'application/json',
    'text/csv',
  ])
  const headersOf = (path: string, method: string, status: string) =>
    Object.keys(response(path, method, status).headers)
  assert.deepEqual(headersOf('/l/{slug}', 'post', '303'), ['X-Request-Id', 'Location'])
  assert.deepEqual(headersOf('/api/user/quotes', 'post', '200'), [
    'X-Request-Id',
    'Guiche-Version',
    'Guiche-Warnings',
    'Idempotent-Replayed',
  ])
  for (const [status, name] of [
    ['401', 'WWW-Authenticate'],
    ['429', 'Retry-After'],
    ['503', 'Retry-After'],
  ] as const)
    assert.deepEqual(headersOf('/api/user/quotes', 'post', status), ['X-Request-Id', name])
})

test('a body is required where its schema requires a field', () => {
  const isRequired = (path: string) =>
    (paths[path]?.post?.requestBody as { required: boolean } | undefined)?.required
  assert.equal(isRequired('/api/user/transactions'), true)
  assert.equal(isRequired('/api/user/transactions/{id}/refund'), false)
  assert.equal(isRequired('/l/{slug}'), true)
})

test('a tag has a description, and no operation shares the tag of the notices', () => {
  for (const tag of tags) assert.ok((tag as { description?: string }).description, tag.name)
  const ours = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ tags: under }) => under),
  )
  const sent = Object.values(webhooks).flatMap(({ post }) => post.tags)
  assert.deepEqual(
    sent.filter((name) => ours.includes(name)),
    [],
  )
})

test('each change that may wait for a second person has a 202', async () => {
  const waiting = routes.filter(({ endpoint }) => endpoint.mayWait)
  const handlers = await Array.fromAsync(glob('{admin,user}/**/*.ts', { cwd: join(here, '..') }))
  const texts = await Promise.all(handlers.map((name) => readFile(join(here, '..', name), 'utf8')))
  assert.equal(waiting.length, texts.join('').split('return askSecondPerson(').length - 1)
  assert.ok(waiting.length > 10)
  for (const { method, path } of waiting) {
    const { responses = {} } = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
    assert.match(JSON.stringify(responses['202']), /schemas\/Approval"/, path)
  }
})

test('an id in a path has the format of ids, and a secret of an address has none', () => {
  const format = (path: string) => {
    const operation = paths[path]?.get as
      | { parameters?: readonly { in: string; schema: { format?: string } }[] }
      | undefined
    return (operation?.parameters ?? [])
      .filter((each) => each.in === 'path')
      .map(({ schema }) => schema.format)
  }
  assert.deepEqual(format('/api/admin/accounts/{id}/cashouts/{cashoutId}'), ['uuid', 'uuid'])
  assert.deepEqual(format('/pay/{secureId}'), [undefined])
})
