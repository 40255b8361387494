import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { request } from 'node:https'
import { test } from 'node:test'
import type { Fault } from '../../sandbox/faults.ts'
import type { DomainOutcome } from '../../src/providers/ports/wallet.ts'
import {
  longSignal,
  merchant,
  openWalletBench,
  publishes,
  type WalletBench,
} from './wallet-bench.ts'

const host = 'loja.exemplo.com.br'
const session = (hostname = host) => ({ ...merchant(hostname), displayName: 'Loja da Ana' })

/** A hostname whose file is right, registered behind Cielo. */
async function registered(bench: WalletBench, hostname = host) {
  const provider = bench.adapter()
  const requests = await bench.site(hostname, publishes(provider.association.content))
  assert.deepEqual(await provider.registerDomain(merchant(hostname), longSignal()), {
    kind: 'registered',
  })
  return { provider, requests }
}

test('a hostname with the right file is registered, and fetched over HTTPS', async (t) => {
  const bench = await openWalletBench(t)
  const { provider, requests } = await registered(bench)
  assert.deepEqual(await provider.registerDomain(merchant(host), longSignal()), {
    kind: 'registered',
  })
  assert.deepEqual(requests, [
    `${host}${provider.association.path}`,
    `${host}${provider.association.path}`,
  ])
})

test('the file is hex of a signed JSON with the acquirer, also after a restart', async (t) => {
  const bench = await openWalletBench(t)
  const [cielo, pagarme] = [
    bench.adapter('cielo').association,
    bench.adapter('pagarme').association,
  ]
  assert.match(cielo.content, /^7B227073704964223A22[0-9A-F]+$/)
  const { pspId, version, signature } = JSON.parse(Buffer.from(cielo.content, 'hex').toString())
  assert.match(pspId, /^[0-9A-F]{64}$/)
  assert.equal(version, 1)
  assert.match(signature, /^308006092A864886F70D010702/)
  assert.notEqual(cielo.content, pagarme.content)
  const again = await openWalletBench(t, bench.home)
  assert.equal(again.adapter('cielo').association.content, cielo.content)
})

const wrongFiles: readonly [
  string,
  (content: string) => Parameters<WalletBench['site']>[1],
  object,
][] = [
  [
    'a redirect',
    () => (r) => r.writeHead(301, { location: 'https://www.exemplo.com.br/x' }).end(),
    { stage: 'redirect', seen: 'www.exemplo.com.br' },
  ],
  ['a login wall', () => (r) => r.writeHead(403).end('não'), { stage: 'status', seen: '403' }],
  ['no file', () => (r) => r.writeHead(404).end(), { stage: 'status', seen: '404' }],
  ['a broken site', () => (r) => r.writeHead(500).end(), { stage: 'status', seen: '500' }],
  [
    'another type',
    (content) => publishes(content, 'application/octet-stream'),
    { stage: 'content-type', seen: 'application/octet-stream' },
  ],
  [
    'no type',
    (content) => (r) => r.writeHead(200).end(content),
    { stage: 'content-type', seen: 'none' },
  ],
  [
    'a look-alike type',
    (content) => publishes(content, 'text/plainer'),
    { stage: 'content-type', seen: 'text/plainer' },
  ],
  [
    'decoded JSON',
    (content) => publishes(Buffer.from(content, 'hex')),
    { stage: 'content', seen: 'byte 0 json' },
  ],
  ['a page', () => publishes('<!doctype html>'), { stage: 'content', seen: 'byte 0 html' }],
  [
    'a byte order mark',
    (content) => publishes(`\uFEFF${content}`),
    { stage: 'content', seen: 'byte 0' },
  ],
  [
    'Windows line ends',
    (content) => publishes(`${content}\r\n`),
    { stage: 'content', seen: 'byte LENGTH' },
  ],
  [
    'lower case',
    (content) => publishes(content.toLowerCase()),
    { stage: 'content', seen: 'byte 1' },
  ],
  [
    'half the file',
    (content) => publishes(content.slice(0, 100)),
    { stage: 'content', seen: 'byte 100' },
  ],
  [
    'gzip',
    (content) => (r) =>
      r.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(content),
    { stage: 'content', seen: 'encoding gzip' },
  ],
  [
    'too much',
    () => publishes('A'.repeat(65 * 1024)),
    { stage: 'size', seen: 'more than 65536 bytes' },
  ],
  ['a cut connection', () => (r) => r.socket?.destroy(), { stage: 'connect', seen: 'ECONNRESET' }],
]
test('what is wrong with a published file comes back as what was seen', async (t) => {
  const bench = await openWalletBench(t)
  const provider = bench.adapter()
  const { content } = provider.association
  for (const [name, answer, finding] of wrongFiles) {
    await bench.site(host, answer(content))
    const outcome = await provider.registerDomain(merchant(host), longSignal())
    const expected = JSON.parse(JSON.stringify(finding).replace('LENGTH', String(content.length)))
    assert.deepEqual(outcome, { kind: 'refused', finding: expected }, name)
  }
})

test('one newline at the end of the file and a charset in its type are forgiven', async (t) => {
  const bench = await openWalletBench(t)
  const provider = bench.adapter()
  await bench.site(
    host,
    publishes(`${provider.association.content}\n`, 'text/plain; charset=utf-8'),
  )
  assert.deepEqual(await provider.registerDomain(merchant(host), longSignal()), {
    kind: 'registered',
  })
})

test('an unknown host, a closed port and a wrong certificate are distinguished', async (t) => {
  const bench = await openWalletBench(t)
  const provider = bench.adapter()
  const stage = async (hostname: string) =>
    stageOf(await provider.registerDomain(merchant(hostname), longSignal()))
  assert.equal(await stage('ninguem.exemplo.com.br'), 'dns ENOTFOUND')
  await bench.call('PUT', '/hosts', { 'fechada.exemplo.com.br': '127.0.0.1:1' })
  assert.equal(await stage('fechada.exemplo.com.br'), 'connect ECONNREFUSED')
  await bench.site(
    'alheia.exemplo.com.br',
    publishes(provider.association.content),
    'outra.exemplo.com.br',
  )
  assert.equal(await stage('alheia.exemplo.com.br'), 'tls ERR_TLS_CERT_ALTNAME_INVALID')
})

test('the file of one acquirer is not that of another', async (t) => {
  const bench = await openWalletBench(t)
  const { requests } = await registered(bench)
  const outcome = await bench.adapter('pagarme').registerDomain(merchant(host), longSignal())
  assert.match(stageOf(outcome), /^content byte [0-9]+$/)
  assert.equal(requests.length, 2)
})

test('a session is signed, bound to hostname and merchant, and passed unchanged', async (t) => {
  const bench = await openWalletBench(t)
  const { provider } = await registered(bench)
  const outcome = await provider.createSession(session(), longSignal())
  assert(outcome.kind === 'session')
  const made = JSON.parse(outcome.json)
  assert.deepEqual(Object.keys(made), [
    ...[
      'epochTimestamp',
      'expiresAt',
      'merchantSessionIdentifier',
      'nonce',
      'merchantIdentifier',
      'domainName',
    ],
    ...['displayName', 'signature', 'operationalAnalyticsIdentifier', 'retries', 'pspId'],
  ])
  const merchantIdentifier = createHash('sha256').update('guiche-0001').digest('hex').toUpperCase()
  assert.match(made.merchantSessionIdentifier, /^SSH[0-9A-F]{32}_[0-9A-F]{64}$/)
  assert.match(made.nonce, /^[0-9a-f]{8}$/)
  assert.match(made.signature, /^308006092a864886f70d010702/)
  assert.deepEqual(
    [
      made.domainName,
      made.displayName,
      made.merchantIdentifier,
      made.operationalAnalyticsIdentifier,
      made.retries,
    ],
    [host, 'Loja da Ana', merchantIdentifier, `Loja da Ana:${merchantIdentifier}`, 0],
  )
  assert.equal(made.expiresAt - made.epochTimestamp, 3_600_000)
  assert.deepEqual(bench.wallet.verifySession(outcome.json, host), {
    ok: true,
    displayName: 'Loja da Ana',
  })
})

test('a device accepts a session once, complete, on its hostname, for 5 minutes', async (t) => {
  const bench = await openWalletBench(t)
  const { provider } = await registered(bench)
  const issue = async () => {
    const outcome = await provider.createSession(session(), longSignal())
    assert(outcome.kind === 'session')
    return outcome.json
  }
  const reason = (json: string, hostname = host) => {
    const check = bench.wallet.verifySession(json, hostname)
    return check.ok ? 'ok' : check.reason
  }
  const json = await issue()
  const { retries: _retries, ...withoutOne } = JSON.parse(json)
  assert.equal(reason(json, `www.${host}`), 'hostname')
  assert.equal(reason(JSON.stringify({ ...JSON.parse(json), extra: 1 })), 'signature')
  assert.equal(reason(JSON.stringify(withoutOne)), 'signature')
  assert.equal(
    reason(JSON.stringify({ ...JSON.parse(json), domainName: `www.${host}` }), `www.${host}`),
    'signature',
  )
  assert.equal(reason(JSON.stringify({ ...JSON.parse(json), epochTimestamp: 1 })), 'signature')
  assert.equal(reason(json.replace(/"signature":"[^"]+"/, '"signature":"00"')), 'signature')
  assert.equal(reason('[]'), 'malformed')
  assert.equal(reason('{'), 'malformed')
  assert.equal(reason(json), 'ok')
  assert.equal(reason(json), 'used')
  const old = await issue()
  bench.advance(5 * 60_000)
  const young = await issue()
  const verify = { session: JSON.parse(old), domain: host }
  assert.deepEqual((await bench.call('POST', '/device-pay/sessions/verify', verify)).body, {
    displayName: 'Loja da Ana',
  })
  const again = await bench.call('POST', '/device-pay/sessions/verify', verify)
  assert.deepEqual([again.status, again.body.error.code], [422, 'session-used'])
  bench.advance(5 * 60_000 + 1)
  assert.equal(reason(young), 'expired')
})

test('a session is refused for a hostname without a registration', async (t) => {
  const bench = await openWalletBench(t)
  const { provider } = await registered(bench)
  const kind = async (request: ReturnType<typeof session>) =>
    provider.createSession(request, longSignal())
  assert.deepEqual(await kind(session(`www.${host}`)), { kind: 'refused', status: 417 })
  assert.deepEqual(await kind({ ...session(), merchantRef: 'guiche-0002' }), {
    kind: 'refused',
    status: 417,
  })
  await provider.unregisterDomain(merchant(host), longSignal())
  assert.deepEqual(await kind(session()), { kind: 'refused', status: 417 })
  // What is gone stays gone, without an error.
  await provider.unregisterDomain(merchant(host), longSignal())
})

test('one merchant keeps its other hostnames when one is removed', async (t) => {
  const bench = await openWalletBench(t)
  const { provider } = await registered(bench)
  await registered(bench, `www.${host}`)
  await provider.unregisterDomain(merchant(host), longSignal())
  assert.equal((await provider.createSession(session(`www.${host}`), longSignal())).kind, 'session')
})

test('a name over 64 characters is shortened between characters, and accepted', async (t) => {
  const bench = await openWalletBench(t)
  const { provider } = await registered(bench)
  const outcome = await provider.createSession(
    { ...session(), displayName: '🛍'.repeat(40) },
    longSignal(),
  )
  assert(outcome.kind === 'session')
  assert.equal(JSON.parse(outcome.json).displayName, '🛍'.repeat(16))
})

const sessionFaults: readonly [Fault, string][] = [
  ['error-400', 'refused'],
  ['error-401', 'refused'],
  ['error-417', 'refused'],
  ['error-403', 'unavailable'],
  ['error-429', 'unavailable'],
  ['error-500', 'unavailable'],
  ['error-502-html', 'unavailable'],
  ['error-503', 'unavailable'],
  ['reset-before', 'unavailable'],
  ['reset-after', 'unavailable'],
  ['reset-body', 'unavailable'],
  ['done-then-500', 'unavailable'],
  ['truncated-json', 'unavailable'],
  ['wrong-types', 'unavailable'],
]
test('a failing gateway is distinguished from one that refuses', async (t) => {
  const bench = await openWalletBench(t)
  const { provider } = await registered(bench)
  for (const [fault, kind] of sessionFaults) {
    bench.world.faults.add({ provider: 'wallet', operation: 'session', fault, times: 1 })
    const outcome = await provider.createSession(session(), longSignal())
    assert.equal(outcome.kind, kind, fault)
    assert.ok(
      !JSON.stringify(outcome).includes('guiche-0001'),
      'no text of the gateway is passed on',
    )
  }
  assert.equal((await provider.createSession(session(), longSignal())).kind, 'session')
})

test('a gateway that is silent is given up', async (t) => {
  const bench = await openWalletBench(t)
  const { provider } = await registered(bench)
  for (const operation of ['session', 'register', 'unregister'] as const) {
    bench.world.faults.add({ provider: 'wallet', operation, fault: 'timeout-before', times: 1 })
  }
  const shortSignal = () => AbortSignal.timeout(1_000)
  assert.equal((await provider.createSession(session(), shortSignal())).kind, 'unavailable')
  assert.equal((await provider.registerDomain(merchant(host), shortSignal())).kind, 'unavailable')
  await assert.rejects(provider.unregisterDomain(merchant(host), shortSignal()), /no answer/)
})

const registerFaults: readonly [Fault, string][] = [
  ['error-400', 'refused provider 400'],
  ['error-417', 'refused provider 417'],
  ['error-401', 'unavailable'],
  ['error-403', 'unavailable'],
  ['error-500', 'unavailable'],
  ['error-503', 'unavailable'],
  ['reset-after', 'unavailable'],
]
test('registration distinguishes a check that failed from a wrong file', async (t) => {
  const bench = await openWalletBench(t)
  const { provider } = await registered(bench)
  for (const [fault, expected] of registerFaults) {
    bench.world.faults.add({ provider: 'wallet', operation: 'register', fault, times: 1 })
    const outcome = await provider.registerDomain(merchant(host), longSignal())
    assert.equal(
      outcome.kind === 'refused' ? `refused ${stageOf(outcome)}` : outcome.kind,
      expected,
      fault,
    )
  }
})

const fetchFaults: readonly [Fault, string][] = [
  ['timeout-before', 'timeout 5000 ms'],
  ['error-403', 'status 403'],
  ['error-502-html', 'status 502'],
  ['reset-before', 'connect ECONNRESET'],
  ['truncated-json', 'content byte 0'],
]
test('when the wallet cannot fetch the file nothing is registered', async (t) => {
  const bench = await openWalletBench(t)
  const provider = bench.adapter()
  await bench.site(host, publishes(provider.association.content))
  for (const [fault, expected] of fetchFaults) {
    bench.world.faults.add({ provider: 'wallet', operation: 'fetch', fault, times: 1 })
    assert.equal(stageOf(await provider.registerDomain(merchant(host), longSignal())), expected)
  }
  assert.deepEqual(await provider.createSession(session(), longSignal()), {
    kind: 'refused',
    status: 417,
  })
})

test('a request without the certificate of an integrator is refused', async (t) => {
  const bench = await openWalletBench(t)
  const foreign = bench.settings().ca
  const status = await new Promise((resolve, reject) => {
    const call = request(
      `${bench.wallet.url}/paymentservices/paymentSession`,
      { method: 'POST', ca: foreign, headers: { 'content-type': 'application/json' } },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      },
    )
    call.on('error', reject).end('{}')
  })
  assert.equal(status, 401)
  assert.equal(bench.world.calls.after(0).at(-1)?.outcome, 'unauthorized')
})

test('an acquirer sees only what was registered behind it', async (t) => {
  const bench = await openWalletBench(t)
  await registered(bench)
  assert.deepEqual(await bench.adapter('pagarme').createSession(session(), longSignal()), {
    kind: 'refused',
    status: 417,
  })
})

test('an identifier without a processing key is not encrypted to', async (t) => {
  const bench = await openWalletBench(t)
  const provider = bench.adapter('cielo', { encryptTo: 'merchant.unknown' })
  await bench.site(host, publishes(provider.association.content))
  assert.equal(stageOf(await provider.registerDomain(merchant(host), longSignal())), 'provider 417')
})

test('every call is counted, and hosts and registrations outlive a restart', async (t) => {
  const bench = await openWalletBench(t)
  const { provider } = await registered(bench)
  await provider.createSession(session(), longSignal())
  const reported = bench.world.calls
    .after(0)
    .map(({ operation, reference, outcome }) => [operation, reference, outcome])
  assert.deepEqual(reported, [
    ['fetch', host, 'found'],
    ['register', host, 'registered'],
    ['session', host, 'issued'],
  ])
  const again = await openWalletBench(t, bench.home)
  assert.equal((await again.adapter().createSession(session(), longSignal())).kind, 'session')
  assert.deepEqual(Object.keys((await again.call('GET', '/hosts')).body), [host])
})

const wrongHosts: readonly object[] = [
  { 'Loja.com': '127.0.0.1:1' },
  { loja: '127.0.0.1:1' },
  { 'a.b': '10.0.0.1:443' },
  { 'a.b': 'x' },
  { 'a.b': 1 },
]
test('the hosts map leads only to this machine, and a hostname can be removed', async (t) => {
  const bench = await openWalletBench(t)
  for (const hosts of wrongHosts)
    assert.equal((await bench.call('PUT', '/hosts', hosts)).status, 400)
  await bench.call('PUT', '/hosts', { 'a.b': '127.0.0.1:1', 'c.d': 'localhost:2' })
  assert.deepEqual((await bench.call('PUT', '/hosts', { 'a.b': null })).body, {
    'c.d': 'localhost:2',
  })
})

function stageOf(outcome: DomainOutcome): string {
  return outcome.kind === 'refused'
    ? `${outcome.finding.stage} ${outcome.finding.seen}`
    : outcome.kind
}
