import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { eventsOf } from '../../src/journal/event-store.ts'
import {
  addAcquirer,
  askSession,
  domainsPath,
  moveTo,
  type SeenDomain,
  verifiedDomain,
} from '../kit/device-pay.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { type Shop, untilAvailable } from '../kit/shop.ts'
import { openSites, plainText, type SiteAnswer, type Sites } from '../kit/sites.ts'

const hostnames = [
  'loja.localhost',
  'www.loja.localhost',
  'outra.localhost',
  'ruim.localhost',
  'muda.localhost',
]
let sites: Sites
let world: World
let shop: Shop
before(async () => {
  sites = await openSites(hostnames, ['alheio.localhost'])
  const hostsOf = `${sites.env.DEVICE_PAY_HOSTS},caido.localhost=127.0.0.1:9`
  world = await openWorld({ ...sites.env, DEVICE_PAY_HOSTS: hostsOf })
  shop = await world.openShop()
  const hosts = Object.fromEntries(
    [...hostnames, 'alheio.localhost'].map((name) => [name, sites.address]),
  )
  await shop.control('PUT', '/hosts', { ...hosts, 'caido.localhost': '127.0.0.1:9' })
})
after(async () => {
  await world.close()
  await sites.close()
})

const register = (who: Shop, domain: unknown) =>
  who.call<SeenDomain>('POST', domainsPath, { domain })
const validate = (who: Shop, id: string) =>
  who.call<SeenDomain>('POST', `${domainsPath}/${id}/validate`)
const find = async (who: Shop, id: string) =>
  (await who.call<SeenDomain>('GET', `${domainsPath}/${id}`)).body.data
const history = async (who: Shop, id: string) =>
  (await eventsOf(world.app.sql, who.accountId, id)).map(({ type }) =>
    type.replace('device_pay_domain.', ''),
  )

test('registering is 201: PENDING, with the address and the content of the file', async () => {
  const { http, body } = await register(shop, 'loja.localhost')
  assert.equal(http, 201)
  assert.equal(body.status, 201)
  assert.equal(body.error, null)
  const { id, domain, status, verifiedAt, verificationFile } = body.data
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.deepEqual([domain, status, verifiedAt], ['loja.localhost', 'PENDING', null])
  assert.equal(
    verificationFile?.path,
    'https://loja.localhost/.well-known/device-pay-merchantid-domain-association',
  )
  assert.match(verificationFile?.content ?? '', /^[0-9A-F]{200,}$/)
})

test('validating finds the published file: VERIFIED, with verifiedAt', async () => {
  const own = await world.openShop()
  const { body } = await register(own, 'loja.localhost')
  sites.set('loja.localhost', plainText(body.data.verificationFile?.content ?? ''))
  const answer = await validate(own, body.data.id)
  assert.equal(answer.http, 200)
  assert.equal(answer.body.data.status, 'VERIFIED')
  assert.ok(Date.parse(answer.body.data.verifiedAt ?? '') > 0)
  assert.deepEqual(await history(own, body.data.id), ['created', 'verified'])
})

test('validating again changes nothing but the time of the last look', async () => {
  const own = await world.openShop()
  const first = await verifiedDomain(own, sites, 'loja.localhost')
  await own.advance('PT1M')
  const again = await validate(own, first.id)
  assert.equal(again.http, 200)
  assert.equal(again.body.data.verifiedAt, first.verifiedAt)
  assert.ok((again.body.data.lastCheckedAt ?? '') > (first.lastCheckedAt ?? ''))
  assert.deepEqual(await history(own, first.id), ['created', 'verified'])
})

test('two validations at once both return VERIFIED', async () => {
  const own = await world.openShop()
  const { body } = await register(own, 'loja.localhost')
  sites.set('loja.localhost', plainText(body.data.verificationFile?.content ?? ''))
  const answers = await Promise.all([validate(own, body.data.id), validate(own, body.data.id)])
  for (const { http, body: answer } of answers)
    assert.deepEqual([http, answer.data.status], [200, 'VERIFIED'])
})

for (const domain of [
  'https://loja.localhost',
  'loja.localhost/checkout',
  'loja.localhost:443',
  '*.loja.localhost',
  'loja.localhost.',
  '127.0.0.1',
  '127.1',
  '0x7f000001',
  '[::1]',
  'localhost',
  'loja',
  'servidor.internal',
  'com.br',
  '',
]) {
  test(`${JSON.stringify(domain)} is a 400 that requires the hostname alone`, async () => {
    const { http, body } = await register(shop, domain)
    assert.deepEqual([http, body.error?.code, body.error?.field], [400, 'domain-invalid', 'domain'])
    assert.match(body.message, /Envie só o hostname/)
  })
}

for (const domain of [undefined, null, 7, ['loja.localhost'], { domain: 'loja.localhost' }]) {
  test(`${JSON.stringify(domain)} as domain is a 400 that names the field`, async () => {
    const { http, body } = await register(shop, domain)
    assert.deepEqual(
      [http, body.error?.code, body.error?.field],
      [400, 'validation-failed', 'domain'],
    )
  })
}

test('a hostname that is registered already is a 409 with the registration', async () => {
  const own = await world.openShop()
  const first = (await register(own, 'loja.localhost')).body.data
  const again = await register(own, 'LOJA.localhost')
  assert.deepEqual([again.http, again.body.error?.code], [409, 'domain-already-registered'])
  assert.deepEqual(again.body.data, first)
})

test('a bare hostname and its www. form are two domains', async () => {
  const own = await world.openShop()
  const [bare, www] = [
    await register(own, 'loja.localhost'),
    await register(own, 'www.loja.localhost'),
  ]
  assert.deepEqual([bare.http, www.http], [201, 201])
  assert.notEqual(bare.body.data.id, www.body.data.id)
})

test('an international name is stored in Punycode and found in every spelling', async () => {
  const own = await world.openShop()
  const { body } = await register(own, 'Lojã.com.br')
  assert.equal(body.data.domain, 'xn--loj-ola.com.br')
  assert.equal((await register(own, 'xn--loj-ola.com.br')).http, 409)
})

test('of two registrations at once one is 201 and the other a 409 with the same id', async () => {
  const own = await world.openShop()
  const answers = await Promise.all([
    register(own, 'outra.localhost'),
    register(own, 'outra.localhost'),
  ])
  assert.deepEqual(answers.map(({ http }) => http).sort(), [201, 409])
  assert.equal(answers[0]?.body.data.id, answers[1]?.body.data.id)
})

test('two accounts use one hostname with one file, and each validates for itself', async () => {
  const [one, other] = [await world.openShop(), await world.openShop()]
  const verified = await verifiedDomain(one, sites, 'outra.localhost')
  const second = (await register(other, 'outra.localhost')).body.data
  assert.equal(second.status, 'PENDING')
  assert.deepEqual(second.verificationFile, verified.verificationFile)
  assert.equal((await askSession(other, { domain: 'outra.localhost' })).http, 400)
  assert.equal((await validate(other, second.id)).body.data.status, 'VERIFIED')
  assert.equal((await askSession(other, { domain: 'outra.localhost' })).http, 200)
})

test('a repeat with the same Idempotency-Key gets the first response, byte for byte', async () => {
  const own = await world.openShop()
  const headers = { 'idempotency-key': 'dominio-1' }
  const first = await own.call('POST', domainsPath, { domain: 'loja.localhost' }, headers)
  const again = await own.call('POST', domainsPath, { domain: 'loja.localhost' }, headers)
  assert.equal(first.http, 201)
  assert.deepEqual([again.http, again.text], [201, first.text])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})

test('domains are listed with their files, newest first, own account only', async () => {
  const [own, other] = [await world.openShop(), await world.openShop()]
  const a = (await register(own, 'loja.localhost')).body.data
  const b = (await register(own, 'www.loja.localhost')).body.data
  const list = await own.call<SeenDomain[]>('GET', domainsPath)
  assert.deepEqual(list.body.data, [b, a])
  const first = await own.call<SeenDomain[]>('GET', `${domainsPath}?limit=1`)
  const { nextCursor } = first.body.pagination as { nextCursor: string }
  const second = await own.call<SeenDomain[]>('GET', `${domainsPath}?limit=1&cursor=${nextCursor}`)
  assert.deepEqual([...first.body.data, ...second.body.data], [b, a])
  assert.deepEqual(await find(own, a.id), a)
  assert.deepEqual((await other.call<SeenDomain[]>('GET', domainsPath)).body.data, [])
  const unknown = await other.call('GET', `${domainsPath}/0198c1de-7a4b-7c11-9d52-3f6f2f0f9b10`)
  for (const [method, suffix] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/validate'],
    ['GET', '/diagnosis'],
  ] as const) {
    const foreign = await other.call(method, `${domainsPath}/${a.id}${suffix}`)
    assert.deepEqual([foreign.http, foreign.text], [404, unknown.text])
  }
})

/**
 * An error of a site with its verification file, the stage that reports it, and the check of the
 * diagnosis that fails.
 */
const wrongSites: readonly [string, (content: string) => SiteAnswer | undefined, RegExp, string][] =
  [
    ['no file', () => undefined, /404/, 'status'],
    ['a 403', () => (_, response) => void response.writeHead(403).end(), /403.*robôs/, 'status'],
    ['a 500', () => (_, response) => void response.writeHead(500).end(), /500/, 'status'],
    [
      'a login wall',
      () => (_, response) => void response.writeHead(401, { 'www-authenticate': 'Basic' }).end(),
      /401.*sem login/,
      'login',
    ],
    [
      'a redirect to www.',
      () => (_, response) =>
        void response.writeHead(301, { location: 'https://www.loja.com.br/x' }).end(),
      /redireciona \(para www\.loja\.com\.br\)/,
      'redirect',
    ],
    [
      'an HTML page',
      () => plainText('<!doctype html><title>Loja</title>', 'text/html'),
      /text\/html/,
      'content-type',
    ],
    [
      'an octet stream',
      (content) => plainText(content, 'application/octet-stream'),
      /octet-stream/,
      'content-type',
    ],
    ['no Content-Type', (content) => plainText(content, null), /Content-Type/, 'content-type'],
    [
      'the decoded JSON',
      (content) => plainText(Buffer.from(content, 'hex')),
      /decodificado/,
      'content',
    ],
    ['an HTML page as text', () => plainText('<html>'), /HTML/, 'content'],
    ['a BOM before it', (content) => plainText(`\ufeff${content}`), /byte 0/, 'content'],
    ['CRLF after it', (content) => plainText(`${content}\r\n`), /byte \d{3,}/, 'content'],
    [
      'one byte changed',
      (content) => plainText(`${content.slice(0, 99)}Z${content.slice(100)}`),
      /byte 99/,
      'content',
    ],
    ['half of it', (content) => plainText(content.slice(0, 100)), /byte 100/, 'content'],
    ['nothing', () => plainText(''), /byte 0/, 'content'],
    [
      'it compressed',
      (content) => (_, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
          .end(gzipSync(content)),
      /compressão/,
      'content',
    ],
    ['70 KiB', (content) => plainText(content.padEnd(70_000, '0')), /grande demais/, 'content'],
  ]

for (const [what, answer, message, check] of wrongSites) {
  test(`a site that serves ${what} is a 400, PENDING, and the diagnosis shows it`, async () => {
    const own = await world.openShop()
    const { id, verificationFile } = (await register(own, 'ruim.localhost')).body.data
    sites.set('ruim.localhost', answer(verificationFile?.content ?? ''))
    const { http, body } = await validate(own, id)
    assert.deepEqual(
      [http, body.error?.code, body.error?.provider],
      [400, 'domain-check-failed', 'Cielo'],
    )
    assert.match(body.message, /^Cielo: Não foi possível acessar o arquivo de verificação/)
    assert.match(body.message, message)
    const domain = await find(own, id)
    assert.deepEqual([domain.status, domain.verifiedAt], ['PENDING', null])
    assert.ok(domain.lastError?.fix)

    const diagnosis = await own.call<Diagnosis>('GET', `${domainsPath}/${id}/diagnosis`)
    assert.equal(diagnosis.http, 200)
    assert.equal(diagnosis.body.data.passed, false)
    const failed = diagnosis.body.data.checks.find((each) => each.check === check)
    assert.equal(failed?.result, 'failed', JSON.stringify(diagnosis.body.data.checks))
    assert.ok(failed?.fix)
    assert.equal((await find(own, id)).status, 'PENDING', 'a diagnosis changes nothing')
  })
}

interface Diagnosis {
  readonly passed: boolean
  readonly checks: readonly {
    readonly check: string
    readonly result: string
    readonly fix: string | null
  }[]
}

test('the exact text with one line break is right for acquirer and diagnosis', async () => {
  const own = await world.openShop()
  const { id, verificationFile } = (await register(own, 'ruim.localhost')).body.data
  sites.set(
    'ruim.localhost',
    plainText(`${verificationFile?.content}\n`, 'text/plain; charset=utf-8'),
  )
  const { body } = await own.call<Diagnosis>('GET', `${domainsPath}/${id}/diagnosis`)
  assert.ok(body.data.passed, JSON.stringify(body.data.checks))
  assert.equal((await validate(own, id)).http, 200)
})

for (const [domain, stage, check] of [
  ['alheio.localhost', /conexão HTTPS falhou/, 'tls'],
  ['inexistente.test', /DNS/, 'dns'],
  ['caido.localhost', /conectar/, 'connect'],
] as const) {
  test(`${domain} cannot be reached over HTTPS, and the 400 names the stage`, async () => {
    const own = await world.openShop()
    const { id } = (await register(own, domain)).body.data
    const { http, body } = await validate(own, id)
    assert.deepEqual([http, body.error?.code], [400, 'domain-check-failed'])
    assert.match(body.message, stage)
    const diagnosis = (await own.call<Diagnosis>('GET', `${domainsPath}/${id}/diagnosis`)).body.data
    const results = new Map(diagnosis.checks.map((each) => [each.check, each.result]))
    assert.equal(results.get(check), 'failed')
    assert.equal(results.get('content'), 'not-reached')
  })
}

test('a check that cannot run now is a 503, and reports nothing about the file', async () => {
  const own = await world.openShop()
  const { id } = (await register(own, 'loja.localhost')).body.data
  await own.control('POST', '/faults', {
    provider: 'wallet',
    operation: '*',
    fault: 'error-503',
    times: 1,
  })
  const { http, body, headers } = await validate(own, id)
  assert.deepEqual([http, body.error?.code], [503, 'device-pay-unavailable'])
  assert.ok(Number(headers.get('retry-after')) > 0)
  assert.equal((await find(own, id)).lastError, null)
})

test('a validation that failed may be tried again and succeed', async () => {
  const own = await world.openShop()
  const { id, verificationFile } = (await register(own, 'ruim.localhost')).body.data
  sites.set('ruim.localhost')
  assert.equal((await validate(own, id)).http, 400)
  sites.set('ruim.localhost', plainText(verificationFile?.content ?? ''))
  const { body } = await validate(own, id)
  assert.deepEqual([body.data.status, body.data.lastError], ['VERIFIED', null])
  assert.deepEqual(await history(own, id), ['created', 'check_failed', 'verified'])
})

test('a missing file is checked three times, an hour apart; then PENDING', async () => {
  const own = await world.openShop()
  const { id } = await verifiedDomain(own, sites, 'muda.localhost')
  sites.set('muda.localhost')
  await own.advance('PT24H')
  assert.equal((await find(own, id)).status, 'VERIFIED')
  assert.equal((await find(own, id)).lastError?.stage, 'status')
  await own.advance('PT30M')
  await own.advance('PT30M')
  assert.equal((await find(own, id)).status, 'VERIFIED')
  await own.advance('PT1H')
  const lost = await find(own, id)
  assert.deepEqual([lost.status, lost.verifiedAt], ['PENDING', null])
  assert.deepEqual(await history(own, id), [
    'created',
    'verified',
    'check_failed',
    'check_failed',
    'unreachable',
  ])
  assert.equal((await askSession(own, { domain: 'muda.localhost' })).http, 400)
})

test('a file that comes back in time keeps the verification, as of its first day', async () => {
  const own = await world.openShop()
  const verified = await verifiedDomain(own, sites, 'muda.localhost')
  sites.set('muda.localhost')
  await own.advance('PT24H')
  await own.advance('PT1H')
  sites.set('muda.localhost', plainText(verified.verificationFile?.content ?? ''))
  await own.advance('PT1H')
  const back = await find(own, verified.id)
  assert.deepEqual(
    [back.status, back.verifiedAt, back.lastError],
    ['VERIFIED', verified.verifiedAt, null],
  )
})

test('a failed validation alone does not change a verified domain', async () => {
  const own = await world.openShop()
  const { id } = await verifiedDomain(own, sites, 'muda.localhost')
  sites.set('muda.localhost')
  for (let count = 0; count < 4; count += 1) assert.equal((await validate(own, id)).http, 400)
  assert.equal((await find(own, id)).status, 'VERIFIED')
})

test('a removed domain has no session and no acquirer, and may be registered again', async () => {
  const own = await world.openShop()
  const { id } = await verifiedDomain(own, sites, 'loja.localhost')
  assert.equal((await askSession(own, { domain: 'loja.localhost' })).http, 200)
  const removed = await own.call<SeenDomain>('DELETE', `${domainsPath}/${id}`)
  assert.deepEqual([removed.http, removed.body.data.id], [200, id])
  assert.equal((await askSession(own, { domain: 'loja.localhost' })).http, 400)
  assert.equal((await own.call('GET', `${domainsPath}/${id}`)).http, 404)
  await own.advance('PT1S')
  const left = await world.app.sql`select from domain_removals where account_id = ${own.accountId}`
  assert.equal(left.length, 0)
  const again = await register(own, 'loja.localhost')
  assert.equal(again.http, 201)
  assert.notEqual(again.body.data.id, id)
  assert.deepEqual(await history(own, id), ['created', 'verified', 'removed'])
})

test('an account without Device Pay registers nothing and is sent to support', async () => {
  const own = await world.openShop()
  await changeAccount(world.app, own.accountId, { methods: { DEVICE_PAY: false } })
  world.app.accounts.refresh()
  const { http, body } = await register(own, 'loja.localhost')
  assert.deepEqual([http, body.error?.code], [400, 'device-pay-disabled'])
  assert.match(body.message, /suporte/)
})

test('behind an acquirer without Device Pay domains are shown but not registered', async () => {
  const own = await world.openShop()
  const { id } = await verifiedDomain(own, sites, 'loja.localhost')
  await moveTo(world, own, await addAcquirer(world, 'none'))
  const { http, body } = await register(own, 'www.loja.localhost')
  assert.deepEqual([http, body.error?.code], [400, 'device-pay-not-supported'])
  assert.match(body.message, /^Cielo: /)
  assert.equal((await find(own, id)).verificationFile, null)
  assert.equal((await askSession(own, { domain: 'loja.localhost' })).http, 400)
})

test('after an acquirer change the next session registers a verified domain again', async () => {
  const own = await world.openShop()
  const { id, verifiedAt } = await verifiedDomain(own, sites, 'loja.localhost')
  await moveTo(world, own, await addAcquirer(world, 'same file'))
  const before = sites.requestsTo('loja.localhost')
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => untilAvailable(() => askSession(own, { domain: 'loja.localhost' }))),
  )
  for (const { http } of answers) assert.equal(http, 200)
  assert.equal(
    sites.requestsTo('loja.localhost') - before,
    1,
    'one registers, the others wait for it',
  )
  const domain = await find(own, id)
  assert.deepEqual([domain.status, domain.verifiedAt], ['VERIFIED', verifiedAt])
})

test('when the new acquirer needs another file the domain is PENDING with that file', async () => {
  const own = await world.openShop()
  const old = await verifiedDomain(own, sites, 'loja.localhost')
  await moveTo(world, own, await addAcquirer(world, 'own file'))
  const { http, body } = await askSession(own, { domain: 'loja.localhost' })
  assert.deepEqual([http, body.error?.code], [400, 'device-pay-domain-unavailable'])
  const moved = await find(own, old.id)
  assert.deepEqual([moved.status, moved.lastError?.stage], ['PENDING', 'content'])
  assert.notEqual(moved.verificationFile?.content, old.verificationFile?.content)
  const existing = await register(own, 'loja.localhost')
  assert.deepEqual([existing.http, existing.body.data], [409, moved])
  sites.set('loja.localhost', plainText(moved.verificationFile?.content ?? ''))
  assert.equal((await validate(own, old.id)).body.data.status, 'VERIFIED')
  assert.equal((await askSession(own, { domain: 'loja.localhost' })).http, 200)
})

test('a new acquirer that does not respond is retried later; the domain is VERIFIED', async () => {
  const own = await world.openShop()
  const { id } = await verifiedDomain(own, sites, 'loja.localhost')
  await moveTo(world, own, await addAcquirer(world, 'same file'))
  await own.control('POST', '/faults', {
    provider: 'wallet',
    operation: '*',
    fault: 'error-503',
    times: 1,
  })
  const failed = await askSession(own, { domain: 'loja.localhost' })
  assert.deepEqual([failed.http, failed.body.error?.code], [503, 'device-pay-unavailable'])
  assert.equal(
    (await askSession(own, { domain: 'loja.localhost' })).http,
    503,
    'not called again at once',
  )
  assert.equal((await find(own, id)).status, 'VERIFIED')
  await own.advance('PT10S')
  assert.equal((await askSession(own, { domain: 'loja.localhost' })).http, 200)
})

test('registration and validation send no event; the loss of a verified file does', async () => {
  const own = await world.openShop()
  const { id } = await verifiedDomain(own, sites, 'muda.localhost')
  type DomainEvent = {
    readonly type: string
    readonly objectId: string
    readonly payload: { readonly data: SeenDomain }
  }
  const feed = async () => (await own.call<DomainEvent[]>('GET', '/api/user/events')).body.data
  assert.deepEqual(await feed(), [])
  sites.set('muda.localhost')
  for (const step of ['PT24H', 'PT1H', 'PT1H']) await own.advance(step)
  const [reported, ...others] = await feed()
  assert.deepEqual(
    [reported?.type, reported?.objectId, others],
    ['device_pay_domain.unreachable', id, []],
  )
  const { domain, status, lastError } = reported?.payload.data ?? {}
  assert.deepEqual([domain, status, lastError?.stage], ['muda.localhost', 'PENDING', 'status'])
})

test('a merchant who validates for a new acquirer has the response, and no event', async () => {
  const own = await world.openShop()
  const { id } = await verifiedDomain(own, sites, 'loja.localhost')
  await moveTo(world, own, await addAcquirer(world, 'own file'))
  const { http, body } = await validate(own, id)
  assert.deepEqual([http, body.error?.code], [400, 'domain-check-failed'])
  assert.equal((await find(own, id)).status, 'PENDING')
  const feed = await own.call<{ readonly type: string }[]>('GET', '/api/user/events')
  assert.deepEqual(feed.body.data, [])
})

for (const [wallet, status] of [
  ['same file', 'VERIFIED'],
  ['own file', 'PENDING'],
] as const) {
  test(`the next payment registers a domain at an acquirer with ${wallet}: ${status}`, async () => {
    const own = await world.openShop()
    const { id } = await verifiedDomain(own, sites, 'loja.localhost')
    const providerId = await addAcquirer(world, wallet)
    await moveTo(world, own, providerId)
    const { token } = await own.control<{ token: object }>('POST', '/device-pay/tokens', {
      amount: 100_00,
      network: 'Visa',
      ...(wallet === 'own file' && { acquirer: 'pagarme' }),
    })
    await own.call('POST', '/api/user/transactions', {
      paymentMethod: 'CREDIT_CARD',
      amount: 100_00,
      customer: { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } },
      wallet: { type: 'DEVICE_PAY', token },
    })
    await untilLookedAt(own, id, providerId)
    const domain = await find(own, id)
    assert.equal(domain.status, status)
    const names = await world.app.sql<{ state: string }[]>`
      select state
      from domain_registrations
      where domain_id = ${id} and provider_id = ${providerId}`
    assert.deepEqual(names, [{ state: status === 'VERIFIED' ? 'registered' : 'failed' }])
  })
}

/**
 * A payment queues a row for the worker when it responds. The row has its result after the worker
 * has checked the domain.
 */
async function untilLookedAt(who: Shop, id: string, providerId: string): Promise<void> {
  const isDone = async () =>
    (
      await world.app.sql`
        select from domain_registrations
        where account_id = ${who.accountId}
          and domain_id = ${id}
          and provider_id = ${providerId}
          and last_checked_at is not null`
    ).length > 0
  for (let turn = 0; turn < 200 && !(await isDone()); turn += 1)
    await world.app.worker?.runUntilIdle()
}

test('an account has 99 domains, also when the last one is registered by six at once', async () => {
  const own = await world.openShop()
  const statusesOf = async (names: readonly string[]) => {
    const answers = await Promise.all(
      names.map((name) => untilAvailable(() => register(own, `${name}.example.com`))),
    )
    return answers.map(({ http, body }) => [http, body.error?.code])
  }
  const made = [201, undefined]
  for (let first = 0; first < 98; first += 14) {
    const names = Array.from({ length: 14 }, (_, index) => `loja-${first + index}`)
    assert.deepEqual(
      await statusesOf(names),
      names.map(() => made),
    )
  }
  const last = await statusesOf(['a', 'b', 'c', 'd', 'e', 'f'])
  const full = [400, 'domain-limit-reached']
  assert.deepEqual(last.toSorted(), [made, full, full, full, full, full])
  const [counted] = await world.app.sql<{ count: number }[]>`
    select count(*) from domains where account_id = ${own.accountId}`
  assert.equal(counted?.count, 99)

  // A removed domain makes room.
  const { body } = await own.call<SeenDomain[]>('GET', `${domainsPath}?limit=1`)
  assert.equal((await own.call('DELETE', `${domainsPath}/${body.data[0]?.id}`)).http, 200)
  assert.deepEqual(await statusesOf(['g', 'g']).then((found) => found.toSorted()), [
    made,
    [409, 'domain-already-registered'],
  ])
})
