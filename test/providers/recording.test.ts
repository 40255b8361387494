import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'
import { openEfi } from '../../src/providers/efi/efi.ts'
import type { EfiSettings } from '../../src/providers/efi/settings.ts'
import { differencesIn, record, replay } from '../../src/providers/recording/record.ts'
import type { CreatedData, Recording } from '../../src/providers/recording/recording.ts'
import { evidenceIn } from '../kit/recordings.ts'
import { callerOf } from '../kit/sandbox.ts'
import { timeLimit } from '../kit/time-limit.ts'

/** A run against the sandbox proves the mechanism. It says nothing about a provider. */

const home = mkdtempSync(join(tmpdir(), 'guiche-recording-'))
let sandbox: Sandbox
before(async () => {
  const gateway = { url: () => undefined, adminToken: () => undefined }
  sandbox = await startSandbox({ home, host: '127.0.0.1', gateway })
  // Efí sends nothing from a key without a callback.
  const efi = openEfi(sandbox.credentials.efi as EfiSettings)
  await efi.registerCallback('https://pagamentos.exemplo.com.br/callbacks/x', timeLimit())
  await efi.close()
})
after(async () => {
  await sandbox.stop()
  rmSync(home, { recursive: true })
})

const address = {
  ...{ street: 'Rua das Acácias', streetNumber: '77', neighborhood: 'Jardim' },
  ...{ city: 'Campinas', state: 'SP', zipCode: '13010-001' },
}
const payer = { name: 'Ana Testemunha', document: '11144477735', address }
const buyer = { ...payer, email: 'ana@exemplo.com.br', phone: '11987654321' }
const card = {
  ...{ number: '4024007153760011', holderName: 'Ana Testemunha' },
  ...{ expirationMonth: 11, expirationYear: 2031, cvv: '123' },
}
const shop = { name: 'Loja Modelo', document: '11222333000181' }
/** What must not be in a recording. */
const personal =
  /Testemunha|Acácias|Campinas|13010|11144477735|ana@|fulano|87654|4024007153760011|0011"|2031/

interface Expected {
  readonly simulator: string
  readonly created: CreatedData
  /** The steps that create, with the kind of result of each. */
  readonly results: Readonly<Record<string, string>>
  /** A change of a recorded response that the adapter must see. */
  readonly changed: readonly [from: string, to: string]
}

const saleResults = {
  sale: 'approved',
  'query of the sale': 'found',
  cancel: 'cancelled',
  'query after the cancel': 'found',
}

const runs: Readonly<Record<string, Expected>> = {
  cielo: {
    ...{ simulator: 'cielo', created: { card, payer: buyer }, results: saleResults },
    changed: ['"Status":2', '"Status":3'],
  },
  pagarme: {
    ...{ simulator: 'pagarme', created: { card, payer: buyer }, results: saleResults },
    changed: ['"status":"captured"', '"status":"not_authorized"'],
  },
  rede: {
    ...{ simulator: 'rede', created: { card, payer: buyer }, results: saleResults },
    changed: ['"returnCode":"00"', '"returnCode":"101"'],
  },
  'api-pix': {
    ...{ simulator: 'pix', created: {} },
    results: {
      charge: 'created',
      'query of the charge': 'found',
      removal: 'removed',
      'query after the removal': 'found',
    },
    changed: ['"original":"5.00"', '"original":"5.01"'],
  },
  'banco-do-brasil': {
    ...{ simulator: 'boleto', created: { payer, shop } },
    results: {
      registration: 'registered',
      'query of the boleto': 'open',
      'write-off': 'cancelled',
      'query after the write-off': 'cancelled',
    },
    changed: ['"codigoEstadoTituloCobranca":7', '"codigoEstadoTituloCobranca":1'],
  },
  inter: {
    ...{ simulator: 'inter', created: { payer, shop } },
    results: {
      registration: 'registered',
      'query of the boleto': 'open',
      'write-off': 'cancelled',
      'query after the write-off': 'cancelled',
    },
    changed: ['"situacao":"CANCELADO"', '"situacao":"ATRASADO"'],
  },
  efi: {
    ...{ simulator: 'efi', created: { pixKey: { key: 'fulano@exemplo.com.br' } } },
    results: { payout: 'accepted', 'query of the payout': 'processing' },
    changed: ['"valor":"5.00"', '"valor":"5.01"'],
  },
  woovi: {
    ...{ simulator: 'woovi', created: { pixKey: { key: 'fulano@exemplo.com.br' } } },
    results: { payout: 'accepted', 'query of the payout': 'processing' },
    changed: ['"value":500', '"value":501'],
  },
}

const id = 'a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5'

/** The sandbox completes a payout after a second, which may be over by then. */
const ofPayout = (name: string, kind: unknown): unknown =>
  name === 'query of the payout' && kind === 'completed' ? 'processing' : kind

for (const [kind, { simulator, created, results, changed }] of Object.entries(runs))
  test(`${kind}: a run is recorded without secrets, and replayed without calls`, async () => {
    const settings = sandbox.credentials[simulator]
    const recording = await record({ kind, settings, created, id, now: new Date() })
    const creations = recording.steps.slice(-Object.keys(results).length)
    assert.deepEqual(
      Object.fromEntries(
        creations.map(({ name, result }) => [name, ofPayout(name, kindOf(result))]),
      ),
      results,
    )
    assert.deepEqual(recording.source, { environment: 'sandbox of Guichê', hosts: ['127.0.0.1'] })

    const written = JSON.stringify(recording)
    assert.doesNotMatch(JSON.stringify([recording.source, recording.steps]), personal)
    for (const secret of secretsIn(settings)) assert.equal(written.includes(secret), false, secret)
    assert.doesNotMatch(written, /"access_token":"(?!redacted")/)

    const control = callerOf(sandbox.controlUrl)
    const { n } = (await control('GET', '/calls')).body.at(-1)
    assert.deepEqual(differencesIn(recording, await replay(recording)), [])
    assert.equal((await control('GET', '/calls')).body.at(-1).n, n, 'the replay called nothing')

    const [from, to] = changed
    assert.ok(written.includes(from), `the response has ${from}`)
    const other: Recording = JSON.parse(written.replaceAll(from, to))
    assert.notDeepEqual(differencesIn(other, await replay(other)), [])
  })

const kindOf = (result: unknown): unknown => (result as { kind?: unknown }).kind

/** Every text of the settings that is no address and no public name. */
const secretsIn = (value: unknown, name = ''): string[] => {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) => secretsIn(each, key))
  const isSecret = /secret|key|token|password|value|chave|certificate|clientId|merchantId|appId/i
  const isKept = name === 'appKeyParameter' || /^https?:/.test(String(value))
  return typeof value === 'string' && isSecret.test(name) && !isKept ? [value] : []
}

test('a request that the adapter no longer sends is a difference', async () => {
  const settings = sandbox.credentials.rede
  const recording = await record({ kind: 'rede', settings, id, now: new Date() })
  const written = JSON.stringify(recording).replaceAll('/transactions?', '/sales?')
  const other: Recording = JSON.parse(written)
  assert.deepEqual(differencesIn(other, await replay(other)), [
    'query of a sale: {"kind":"not-found"}, agora {"kind":"unknown"}',
  ])
})

test('a run without a response writes nothing', async () => {
  const settings = { ...sandbox.credentials.rede, tokenUrl: 'https://127.0.0.1:1/token' }
  await assert.rejects(record({ kind: 'rede', settings, id, now: new Date() }), {
    message: 'o provedor não respondeu ao passo "query of a sale"',
  })
})

test('data that no table names, or that are missing, write nothing', async () => {
  const settings = sandbox.credentials.rede
  const run = { kind: 'rede', settings, id, now: new Date() }
  const unknown = { card, payer: { ...buyer, motherName: 'Rosa' } }
  await assert.rejects(record({ ...run, created: unknown }), {
    message: 'o campo motherName não tem substituto',
  })
  await assert.rejects(record({ ...run, created: { payer: buyer } }), {
    message: 'falta "card" nos dados a criar',
  })
})

/** Those of providers, which people record in homologation (test/providers/recorded/README.md). */
const { recordings, refused } = evidenceIn(join(import.meta.dirname, 'recorded'))

test('every kept recording is of a provider, and the adapter still reads it so', async () => {
  assert.deepEqual(refused, [])
  for (const recording of recordings)
    assert.deepEqual(differencesIn(recording, await replay(recording)), [], recording.kind)
})

test('a recording of the sandbox is no evidence about a provider', async () => {
  const settings = sandbox.credentials.rede
  const recording = await record({ kind: 'rede', settings, id, now: new Date() })
  writeFileSync(join(home, 'rede.json'), JSON.stringify(recording))
  assert.deepEqual(evidenceIn(home).refused, ['rede.json: of the sandbox of Guichê'])
})
