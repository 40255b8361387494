import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { keptPerInbox } from '../../sandbox/inbox/notice-store.ts'
import { systemClock } from '../../src/primitives/clock.ts'
import { openSandbox, someHome } from '../kit/sandbox.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const otherSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const body =
  '{"type":"transaction","objectId":"t-1","data":{"id":"t-1","status":"PAID","amount":1990,"name":"João"}}'

interface Signing {
  readonly by?: string
  /** Of `x-webhook-signature` alone. */
  readonly plainBy?: string
  readonly ageMs?: number
}

/** The headers of a notice of ours, signed by the library a merchant would use. */
function signed(
  text: string,
  { by = secret, plainBy, ageMs = 0 }: Signing = {},
): Record<string, string> {
  const at = new Date(systemClock().now().getTime() - ageMs)
  return {
    'content-type': 'application/json',
    'webhook-id': 'event-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign('event-1', at, text),
    'x-webhook-signature': createHmac('sha256', plainBy ?? by)
      .update(text)
      .digest('hex'),
  }
}

/** A merchant's receiver, and a sender that gives up after `limitMs`. */
async function openInbox(t: TestContext, home = someHome(t)) {
  const { sandbox, call, stop } = await openSandbox(t, home)
  const post = (
    headers: Record<string, string> = {},
    sent: string | Uint8Array<ArrayBuffer> = body,
    name = 'loja',
    limitMs = 60_000,
  ) =>
    fetch(new URL(`/inbox/${name}`, sandbox.controlUrl), {
      method: 'POST',
      headers,
      body: sent,
      signal: AbortSignal.timeout(limitMs),
    })
  const list = async (name = 'loja', after = 0) =>
    (await call('GET', `/inbox/${name}?after=${after}`)).body
  return { call, post, list, stop, port: Number(new URL(sandbox.controlUrl).port) }
}

/** A restarted sandbox moves elsewhere: no connection of before is used again. */
async function takePort(t: TestContext, port: number): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  t.after(() => new Promise((resolve) => server.close(resolve)))
}

test('what arrives is kept as it came: its bytes, its JSON, its headers, and when', async (t) => {
  const { post, list } = await openInbox(t)
  const spaced = `${body} \n`
  const answer = await post(
    { ...signed(spaced), 'user-agent': 'Guiche-Webhooks/1', cookie: 'a=b' },
    spaced,
  )
  assert.deepEqual([answer.status, await answer.json()], [200, { received: true }])
  const [{ n, at, headers, ...rest }, ...others] = await list()
  assert.deepEqual(others, [])
  assert(Number.isInteger(n))
  assert(Math.abs(Date.parse(at) - systemClock().now().getTime()) < 60_000)
  assert.deepEqual(headers, { ...signed(spaced), ...headers, 'user-agent': 'Guiche-Webhooks/1' })
  assert.equal(headers.cookie, undefined)
  const shown = {
    name: 'loja',
    body: JSON.parse(body),
    raw: spaced,
    signature: 'unknown',
    problem: null,
    fault: null,
  }
  assert.deepEqual(rest, shown)
})

test('a body of any type is taken, and one that is not JSON has none', async (t) => {
  const { post, list } = await openInbox(t)
  for (const [type, text] of [
    ['text/plain', 'olá'],
    ['application/x-www-form-urlencoded', 'a=1'],
    ['application/json', '{'],
    ['application/json; charset=utf-8', ''],
  ] as const) {
    assert.equal((await post({ 'content-type': type }, text)).status, 200, type)
    const { raw, body: parsed } = (await list()).at(-1)
    assert.deepEqual([raw, parsed], [text, null], type)
  }
  assert.equal((await post({}, new Uint8Array([0x7b, 0x7d]))).status, 200)
  assert.deepEqual((await list()).at(-1).body, {})
})

test('64 KiB are kept, one byte more is refused', async (t) => {
  const { post, list } = await openInbox(t)
  assert.equal((await post({}, 'x'.repeat(64 * 1024))).status, 200)
  const refused = await post({}, 'x'.repeat(64 * 1024 + 1))
  assert.equal(refused.status, 413)
  assert.deepEqual(
    (await list()).map((each: { raw: string }) => each.raw.length),
    [64 * 1024],
  )
})

test('a signature is checked as a merchant checks it, and the failure is shown', async (t) => {
  const { call, post, list } = await openInbox(t)
  assert.equal((await call('PUT', '/inbox/loja/secret', { secret })).status, 204)
  const good = signed(body)
  const { 'webhook-signature': _standard, ...plainOnly } = good
  const { 'x-webhook-signature': _plain, ...standardOnly } = good
  const { 'webhook-id': _id, ...withoutId } = good
  const alien = `v2,xyz v1a,abc ${signed(body, { by: otherSecret })['webhook-signature']}`
  for (const [headers, sent, expected, problem] of [
    [good, body, 'valid', null],
    [plainOnly, body, 'valid', null],
    [standardOnly, body, 'valid', null],
    [
      { ...good, 'webhook-signature': `${alien} ${good['webhook-signature']}` },
      body,
      'valid',
      null,
    ],
    [{ ...good, 'webhook-signature': alien }, body, 'invalid', /webhook-signature não confere/],
    [{ ...good, 'webhook-signature': '' }, body, 'invalid', /webhook-signature não confere/],
    [good, `${body} `, 'invalid', /webhook-signature não confere/],
    [plainOnly, `${body} `, 'invalid', /x-webhook-signature não confere/],
    [{ ...good, 'webhook-id': 'event-2' }, body, 'invalid', /webhook-signature não confere/],
    [withoutId, body, 'invalid', /Falta webhook-id/],
    [{ ...good, 'webhook-timestamp': 'agora' }, body, 'invalid', /não é um número/],
    [signed(body, { by: otherSecret }), body, 'invalid', /webhook-signature não confere/],
    [signed(body, { plainBy: otherSecret }), body, 'invalid', /x-webhook-signature não confere/],
    [signed(body, { ageMs: 290_000 }), body, 'valid', null],
    [signed(body, { ageMs: 310_000 }), body, 'invalid', /mais de 5 minutos/],
    [signed(body, { ageMs: -310_000 }), body, 'invalid', /mais de 5 minutos/],
    [{}, body, 'invalid', /sem cabeçalho/],
  ] as const) {
    assert.equal((await post(headers, sent)).status, 200)
    const last = (await list()).at(-1)
    assert.equal(last.signature, expected, JSON.stringify(headers))
    if (problem === null) assert.equal(last.problem, null)
    else assert.match(last.problem, problem)
  }
})

test('a signature covers bytes, also those that are no text', async (t) => {
  const { call, post, list } = await openInbox(t)
  await call('PUT', '/inbox/loja/secret', { secret })
  const bytes = new Uint8Array([0xff, 0xfe, 0x00, 0x22])
  const digest = createHmac('sha256', secret).update(bytes).digest('hex')
  await post({ 'x-webhook-signature': digest }, bytes)
  assert.equal((await list())[0].signature, 'valid')
})

test('a moved clock changes the time of a notice, not its fresh signature', async (t) => {
  const { call, post, list } = await openInbox(t)
  await call('PUT', '/inbox/loja/secret', { secret })
  await call('POST', '/clock', { advance: 'P30D' })
  await post(signed(body))
  const [{ at, signature }] = await list()
  assert.equal(signature, 'valid')
  assert(Date.parse(at) > systemClock().now().getTime() + 29 * 86_400_000)
})

test('a secret that is set later verifies the earlier notices, and only that', async (t) => {
  const { call, post, list } = await openInbox(t)
  const verdicts = async (name: string) =>
    (await list(name)).map((each: { signature: string }) => each.signature)
  await post(signed(body))
  await post(signed(body, { by: otherSecret }))
  await post(signed(body), body, 'outra')
  assert.deepEqual(await verdicts('loja'), ['unknown', 'unknown'])
  await call('PUT', '/inbox/loja/secret', { secret })
  assert.deepEqual(await verdicts('loja'), ['valid', 'invalid'])
  await call('PUT', '/inbox/loja/secret', { secret: otherSecret })
  assert.deepEqual(await verdicts('loja'), ['valid', 'invalid'])
  assert.deepEqual(await verdicts('outra'), ['unknown'])
})

test('only the newest of an inbox are kept, and numbers go on after it is emptied', async (t) => {
  const { call, post, list } = await openInbox(t)
  await post({}, 'vizinha', 'outra')
  for (let sent = 1; sent <= keptPerInbox + 2; sent += 1) await post({}, String(sent))
  const kept = await list()
  assert.equal(kept.length, keptPerInbox)
  assert.deepEqual([kept[0].body, kept.at(-1).body], [3, keptPerInbox + 2])
  assert.equal((await list('outra')).length, 1)
  const { n } = kept.at(-1)
  assert.deepEqual(await list('loja', n), [])
  assert.deepEqual(
    (await list('loja', n - 1)).map((each: { n: number }) => each.n),
    [n],
  )
  assert.equal((await call('DELETE', '/inbox/loja')).status, 204)
  assert.deepEqual(await list(), [])
  await post()
  assert((await list())[0].n > n)
  assert.equal((await list('outra')).length, 1)
})

test('a restart keeps notices and secret; emptying the inbox keeps the secret', async (t) => {
  const home = someHome(t)
  const before = await openInbox(t, home)
  await before.call('PUT', '/inbox/loja/secret', { secret })
  await before.post(signed(body))
  const kept = await before.list()
  await before.stop()
  await takePort(t, before.port)
  const after = await openInbox(t, home)
  assert.deepEqual(await after.list(), kept)
  await after.call('DELETE', '/inbox/loja')
  await after.post(signed(body))
  assert.equal((await after.list())[0].signature, 'valid')
})

test('every inbox at a glance, with the newest notices of all', async (t) => {
  const { call, post } = await openInbox(t)
  assert.deepEqual((await call('GET', '/inbox')).body, { inboxes: [], notices: [] })
  await call('PUT', '/inbox/vazia/secret', { secret })
  for (let sent = 1; sent <= 101; sent += 1) await post({}, String(sent), sent % 2 ? 'a' : 'b')
  const { inboxes, notices } = (await call('GET', '/inbox')).body
  assert.deepEqual(inboxes, [
    { name: 'a', kept: 51, first: 1, knowsSecret: false },
    { name: 'b', kept: 50, first: 2, knowsSecret: false },
    { name: 'vazia', kept: 0, first: null, knowsSecret: true },
  ])
  assert.deepEqual(
    [notices.length, notices[0].body, notices[0].name, notices[99].body],
    [100, 2, 'b', 101],
  )
  const later = (await call('GET', `/inbox?after=${notices[98].n}`)).body
  assert.deepEqual(
    later.notices.map((each: { body: number }) => each.body),
    [101],
  )
})

test('a receiver that fails keeps what it did before it failed', async (t) => {
  const { call, post, list } = await openInbox(t)
  const silent = /timeout/i
  const broken = /fetch failed|terminated/
  for (const [fault, isKept, outcome] of [
    ['timeout-before', false, silent],
    ['timeout-after', true, silent],
    ['reset-before', false, broken],
    ['reset-after', true, broken],
    ['reset-body', true, broken],
    ['slow-body', true, silent],
    ['error-500', false, 500],
    ['error-502-html', false, 502],
    ['error-503', false, 503],
    ['error-401', false, 401],
    ['error-403', false, 403],
    ['error-429', false, 429],
    ['done-then-500', true, 500],
  ] as const) {
    await call('DELETE', '/inbox/loja')
    const set = await call('POST', '/faults', { provider: 'inbox', operation: 'receive', fault })
    assert.equal(set.status, 200, fault)
    const limitMs = outcome === silent ? 1_000 : 60_000
    const whole = post({}, body, 'loja', limitMs).then(async (answer) => [
      answer.status,
      await answer.text(),
    ])
    if (typeof outcome === 'number') assert.equal((await whole)[0], outcome, fault)
    else await assert.rejects(whole, outcome, fault)
    const faults = (await list()).map((each: { fault: string }) => each.fault)
    assert.deepEqual(faults, isKept ? [fault] : [], fault)
    assert.equal((await post()).status, 200, 'only once')
  }
})

test('a slow or cut response begins with 200', async (t) => {
  const { call, post } = await openInbox(t)
  await call('POST', '/faults', { provider: 'inbox', fault: 'slow-body' })
  const answer = await post()
  assert.equal(answer.status, 200)
  await answer.body?.cancel()
})

test('a fault of providers is rejected for an inbox, and the page lists the others', async (t) => {
  const { call } = await openInbox(t)
  for (const [change, message] of [
    [{ fault: 'wrong-types' }, /fault deve ser um de: timeout-before/],
    [{ fault: 'callback-lost' }, /fault deve ser um de: timeout-before/],
    [{ fault: 'error-500', operation: 'callback' }, /operation deve ser um de: receive, \*/],
  ] as const) {
    const answer = await call('POST', '/faults', { provider: 'inbox', ...change })
    assert.equal(answer.status, 400)
    assert.match(answer.body.error.message, message)
  }
  const { providers } = (await call('GET', '/faults')).body
  const inbox = providers.find((each: { name: string }) => each.name === 'inbox')
  assert.deepEqual([inbox.operations, inbox.faults.length], [['receive'], 13])
})

test('what makes no sense is refused with a sentence', async (t) => {
  const { call } = await openInbox(t)
  for (const [method, path, sent, message] of [
    ['POST', '/inbox/a%2Fb', {}, /nome da caixa/],
    ['GET', `/inbox/${'a'.repeat(65)}`, undefined, /nome da caixa/],
    ['DELETE', '/inbox/a%20b', undefined, /nome da caixa/],
    ['GET', '/inbox/loja?after=x', undefined, /after/],
    ['GET', '/inbox?after=-1', undefined, /after/],
    ['PUT', '/inbox/loja/secret', {}, /whsec_/],
    ['PUT', '/inbox/loja/secret', { secret: 'whsec_c2hvcnQ=' }, /whsec_/],
    ['PUT', '/inbox/loja/secret', { secret: secret.slice(6) }, /whsec_/],
    ['PUT', '/inbox/a%20b/secret', { secret }, /nome da caixa/],
  ] as const) {
    const answer = await call(method, path, sent)
    assert.equal(answer.status, 400, path)
    assert.match(answer.body.error.message, message)
  }
})
