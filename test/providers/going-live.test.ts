import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'
import { localDate, startOfLocalDay } from '../../src/brazil/local-time.ts'
import { checkProvider, type ProviderToCheck } from '../../src/cli/doctor/going-live-checks.ts'
import { openApiPix } from '../../src/providers/api-pix/api-pix.ts'
import type { ApiPixSettings } from '../../src/providers/api-pix/settings.ts'
import { openEfi } from '../../src/providers/efi/efi.ts'
import type { EfiSettings } from '../../src/providers/efi/settings.ts'
import { openInter } from '../../src/providers/inter/inter.ts'
import type { InterSettings } from '../../src/providers/inter/settings.ts'
import { providerKinds } from '../../src/providers/registry.ts'
import type { WooviSettings } from '../../src/providers/woovi/settings.ts'
import { openWoovi } from '../../src/providers/woovi/woovi.ts'
import { issueUntil } from '../kit/dated-certificate.ts'
import { serveLive } from '../kit/installation.ts'
import { openPixBank } from '../kit/pix-bank.ts'
import { callerOf } from '../kit/sandbox.ts'
import { timeLimit } from '../kit/time-limit.ts'

/** Every provider passes against the sandbox, and each fault is found by its name. */

const home = mkdtempSync(join(tmpdir(), 'guiche-going-live-'))
let sandbox: Sandbox
before(async () => {
  const gateway = { url: () => undefined, adminToken: () => undefined }
  sandbox = await startSandbox({ home, host: '127.0.0.1', gateway })
})
after(async () => {
  await sandbox.stop()
  rmSync(home, { recursive: true })
})

/** The kinds of provider, and the simulator of each. */
const simulators = {
  cielo: 'cielo',
  pagarme: 'pagarme',
  rede: 'rede',
  'api-pix': 'pix',
  'banco-do-brasil': 'boleto',
  'banco-do-brasil-cnab': 'boleto-files',
  inter: 'inter',
  efi: 'efi',
  woovi: 'woovi',
} as const satisfies Record<keyof typeof providerKinds, string>
type Kind = keyof typeof simulators
const kinds = Object.keys(simulators) as Kind[]

const ours = 'https://pagamentos.exemplo.com.br/callbacks/segredo'

async function check(
  kind: Kind,
  changed: object = {},
  options: Partial<ProviderToCheck> = {},
): Promise<{ codes: string[]; names: string[]; facts: string[]; problems: string[] }> {
  const reports = await checkProvider({
    ...{ id: '01a2b3c4-0000-7000-8000-000000000000', name: 'Provedor', kind: providerKinds[kind] },
    settings: { ...sandbox.credentials[simulators[kind]], ...changed },
    noticedAt: new Date(),
    isOurCallback: async (url) => url === ours,
    now: () => new Date(),
    ...options,
  })
  const findings = reports.flatMap((report) => report.findings)
  return {
    codes: findings.map(({ code }) => code),
    names: reports.map(({ name }) => name.en),
    facts: reports.flatMap(({ facts }) => facts?.en ?? []),
    problems: findings.map(({ problem }) => problem.en),
  }
}

/** The banks know our address. */
async function registerCallbacks(url = ours): Promise<void> {
  const pix = openApiPix(sandbox.credentials.pix as ApiPixSettings)
  const efi = openEfi(sandbox.credentials.efi as EfiSettings)
  await pix.registerCallback(url, timeLimit())
  await efi.registerCallback(url, timeLimit())
  const woovi = openWoovi(sandbox.credentials.woovi as WooviSettings)
  await woovi.registerCallback(url, timeLimit())
  const inter = openInter(sandbox.credentials.inter as InterSettings)
  await inter.registerCallback(url, timeLimit())
  await Promise.all([pix.close(), efi.close(), woovi.close(), inter.close()])
}

test('a bank without our callback is named, and one that calls another address', async () => {
  for (const kind of ['api-pix', 'inter', 'efi', 'woovi'] as const) {
    assert.deepEqual((await check(kind)).codes, ['callback-missing'], kind)
  }
  await registerCallbacks('https://outro.exemplo.com.br/callbacks/x')
  for (const kind of ['api-pix', 'inter', 'efi', 'woovi'] as const) {
    const { codes, problems } = await check(kind)
    assert.deepEqual(codes, ['callback-elsewhere'], kind)
    assert.match(problems[0] ?? '', /at outro\.exemplo\.com\.br$/)
  }
})

const expectedReads: Readonly<Record<Kind, readonly string[]>> = {
  cielo: ['query of a sale', 'list of disputes', 'settlement files'],
  pagarme: ['query of a sale', 'list of disputes'],
  rede: ['query of a sale'],
  'api-pix': [
    'credential and scopes',
    'query of a charge',
    'list of charges',
    'list of charges with a due date',
    'list of received payments',
    'list of disputes',
    'settlement files',
  ],
  'banco-do-brasil': ['credential and scopes', 'query of a boleto', 'settlement files'],
  'banco-do-brasil-cnab': ['folder of the remittances', 'settlement files'],
  inter: ['credential and scopes', 'query of a boleto', 'settlement files'],
  efi: [
    'credential and scopes',
    'query of a payment sent',
    'list of payments sent',
    'settlement files',
  ],
  woovi: ['query of a payment sent', 'list of payments sent', 'settlement files'],
}

/** The operations that the simulators record. Efí writes a statement of what has happened. */
const expectedCalls: Readonly<Record<Kind, readonly string[]>> = {
  cielo: ['query-order', 'chargeback-token', 'chargeback-list', 'file.list'],
  pagarme: ['query-order', 'list'],
  rede: ['token', 'query-order'],
  'api-pix': [
    'token',
    'cob.get',
    'cob.list',
    'cobv.list',
    'pix.list',
    'infraction.list',
    'webhook.get',
  ],
  'banco-do-brasil': ['token', 'query', 'list'],
  'banco-do-brasil-cnab': [], // Two folders of the machine.
  inter: ['token', 'query', 'list', 'webhook.get'],
  efi: ['token', 'query', 'list', 'report.create', 'webhook.get'],
  woovi: ['query', 'list', 'transactions', 'webhook.list'],
}

for (const kind of kinds)
  test(`${kind} passes: its certificates, its reads, its callback and its clock`, async () => {
    await registerCallbacks()
    const control = callerOf(sandbox.controlUrl)
    const { n } = (await control('GET', '/calls')).body.at(-1)
    const { codes, names } = await check(kind)
    const calls: { operation: string }[] = (await control('GET', `/calls?after=${n}`)).body
    const operations = new Set(calls.map(({ operation }) => operation))
    assert.deepEqual([...operations], expectedCalls[kind])
    assert.deepEqual(codes, [])
    const rest = names.filter((name) => !name.startsWith('certificate of 127.0.0.1:'))
    assert.deepEqual(rest, [
      'our certificate',
      ...expectedReads[kind],
      'address of notices',
      'clock',
    ])
    // The simulated Banco do Brasil has no TLS.
    assert.equal(names.length > rest.length, !kind.startsWith('banco-do-brasil'))
  })

const wrongSecrets: Readonly<Record<Exclude<Kind, 'banco-do-brasil-cnab'>, object>> = {
  cielo: { merchantKey: 'A'.repeat(40) },
  pagarme: { secretKey: 'sk_errada00000000' },
  rede: { token: 'errado0000000000' },
  'api-pix': { clientSecret: 'errado' },
  'banco-do-brasil': { clientSecret: 'errado' },
  inter: { clientSecret: 'errado' },
  efi: { clientSecret: 'errado' },
  woovi: { appId: 'errado' },
}

for (const [kind, wrong] of Object.entries(wrongSecrets))
  test(`${kind}: a wrong secret is named once, and nothing else is called`, async () => {
    assert.deepEqual((await check(kind as Kind, wrong)).codes, ['provider-rejects'])
  })

test('a folder that is not there is named', async () => {
  for (const folder of ['remittanceFolder', 'returnFolder'])
    assert.deepEqual((await check('banco-do-brasil-cnab', { [folder]: '/none' })).codes, [
      'read-failed',
    ])
})

test('a bank refuses the token because of one scope: that scope is named', async (t) => {
  const bank = await openPixBank(t, 'banco-do-brasil')
  const infractions = { contract: 'efi' }
  const { codes, problems } = await check('api-pix', {
    ...bank.settings,
    scopes: undefined,
    infractions,
  })
  assert.deepEqual(codes, ['scope-refused', 'scope-refused'])
  assert.deepEqual(problems.map(lastWord), ['gn.infractions.read', 'gn.infractions.write'])
})

test('a permission that the settings leave out is named, and so is a read without it', async () => {
  await registerCallbacks()
  const scopes = 'cob.write cob.read pix.write webhook.write webhook.read'
  const { codes, problems } = await check('api-pix', { scopes, statement: false })
  const infractions = ['gn.infractions.read', 'gn.infractions.write']
  assert.deepEqual(problems.slice(0, 3).map(lastWord), ['pix.read', ...infractions])
  assert.deepEqual(codes.slice(3), ['read-forbidden', 'read-forbidden'])
  assert.match(problems[3] ?? '', /does not permit: list of received payments$/)
  assert.match(problems[4] ?? '', /does not permit: list of disputes$/)
})

test('a read that the provider refuses is named, and the others are done', async () => {
  await registerCallbacks()
  for (const [kind, operation, read] of [
    ['efi', 'list', 'list of payments sent'],
    ['pagarme', 'query-order', 'query of a sale'],
    ['banco-do-brasil', 'query', 'query of a boleto'],
    ['inter', 'query', 'query of a boleto'],
  ] as const) {
    const fault = { provider: simulators[kind], operation, fault: 'error-403', times: 1 }
    const control = callerOf(sandbox.controlUrl)
    assert.equal((await control('POST', '/faults', fault)).status, 200)
    const { codes, problems, names } = await check(kind)
    assert.deepEqual(codes, ['read-forbidden'], kind)
    assert.match(problems[0] ?? '', new RegExp(`does not permit: ${read}$`))
    assert.equal(names.at(-1), 'clock')
  }
})

test('a separate contract that is refused is named, and the rest is checked', async () => {
  const { chargeback } = sandbox.credentials.cielo as { chargeback: object }
  const wrong = { chargeback: { ...chargeback, clientSecret: 'errado' } }
  const { codes, problems, names } = await check('cielo', wrong)
  assert.deepEqual(codes, ['read-forbidden'])
  assert.match(problems[0] ?? '', /does not permit: list of disputes$/)
  assert.ok(names.includes('settlement files'))
})

test('a response of no use is named with its status', async () => {
  const fault = { provider: 'rede', operation: 'query-order', fault: 'error-502-html', times: 1 }
  await callerOf(sandbox.controlUrl)('POST', '/faults', fault)
  const { codes, problems } = await check('rede')
  assert.deepEqual(codes, ['read-failed'])
  assert.match(problems[0] ?? '', /query of a sale: .*502/)
})

const dayMs = 24 * 3_600_000

test('our certificate that expired, or that ends and is refused, is named', async () => {
  for (const [days, expected] of [
    [-1, 'certificate-expired'],
    [3, 'certificate-ending'],
  ] as const) {
    const { certificate, privateKey } = await issueUntil(new Date(Date.now() + days * dayMs))
    const { codes } = await check('api-pix', { certificate, privateKey })
    assert.deepEqual(codes, [expected, 'certificate-refused', 'provider-unreachable'])
  }
})

test('the end of our certificate is shown by its day in São Paulo', async () => {
  const day = localDate(new Date()).add({ days: 60 })
  const lastMinute = new Date(startOfLocalDay(day.add({ days: 1 })).getTime() - 60_000)
  const { certificate, privateKey } = await issueUntil(lastMinute)
  const { facts } = await check('api-pix', { certificate, privateKey })
  assert.equal(facts[0], `until ${day}`)
})

test('a server certificate is named: expired, ending, of an unknown authority', async (t) => {
  for (const [days, isKnown, expected] of [
    [-1, true, 'server-certificate'],
    [3, true, 'server-certificate-ending'],
    [90, true, undefined],
    [90, false, 'server-certificate'],
  ] as const) {
    const { authority, ...certified } = await issueUntil(new Date(Date.now() + days * dayMs))
    const server = await serveLive(certified)
    t.after(server.close)
    const ca = `${sandbox.credentials.pix?.ca}\n${isKnown ? authority : ''}`
    const { codes, problems } = await check('api-pix', { baseUrl: server.url, ca })
    assert.equal(
      codes.find((code) => code.startsWith('server-')),
      expected,
    )
    if (expected) assert.match(problems[0] ?? '', new RegExp(new URL(server.url).host))
  }
})

test('an address without a server is named', async () => {
  const { codes, problems } = await check('efi', { baseUrl: 'https://127.0.0.1:1' })
  assert.deepEqual(codes, ['server-unreachable', 'provider-unreachable'])
  assert.match(problems[0] ?? '', /^127\.0\.0\.1:1, of the provider .*ECONNREFUSED$/)
})

test('a clock that is ten minutes off is named', async () => {
  const now = () => new Date(Date.now() + 600_000)
  const { codes, problems } = await check('rede', {}, { now })
  assert.deepEqual(codes, ['provider-clock'])
  assert.match(problems[0] ?? '', /differ by (599|60\d) s$/)
})

test('an acquirer that has sent no notice yet is named, but not one that sends none', async () => {
  for (const kind of ['cielo', 'pagarme', 'banco-do-brasil'] as const)
    assert.deepEqual((await check(kind, {}, { noticedAt: null })).codes, ['callback-never-called'])
  assert.deepEqual((await check('rede', {}, { noticedAt: null })).codes, [])
})

const lastWord = (text: string): string | undefined => text.split(' ').at(-1)
