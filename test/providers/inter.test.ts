import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { Value } from 'typebox/value'
import { startInter } from '../../sandbox/inter/start-inter.ts'
import { cents } from '../../src/primitives/money.ts'
import { openInter } from '../../src/providers/inter/inter.ts'
import { type InterSettings, interSettings } from '../../src/providers/inter/settings.ts'
import {
  address,
  type BoletoKind,
  dayMs,
  maria,
  minuteMs,
  openBoletoBank,
  openReceiver,
  order,
  registered,
} from './boleto-bench.ts'
import { testBoletoBank } from './boleto-contract.ts'

const certificates = mkdtempSync(join(tmpdir(), 'guiche-inter-certificates-'))
const authority = join(certificates, 'authority')
after(() => rmSync(certificates, { recursive: true }))

const inter: BoletoKind<InterSettings> = {
  provider: 'inter',
  operations: { register: 'register', query: 'query', cancel: 'cancel' },
  bankCode: '077',
  // The bank states only the day: it begins at 03:00 UTC in São Paulo.
  pixPaidAt: '2026-11-21T03:00:00Z',
  wrongSettings: [{ clientSecret: 'outro' }, { accountNumber: '987654321' }],
  // Issuing certificates is most of a start: every home has those of the first.
  async start(world) {
    if (existsSync(authority)) cpSync(authority, join(world.home, 'authority'), { recursive: true })
    const simulator = await startInter(world, { host: '127.0.0.1', port: 0 })
    cpSync(join(world.home, 'authority'), authority, { recursive: true })
    return simulator
  },
  settingsOf: ({ credentials }) => Value.Parse(interSettings, credentials),
  noticeHeaders: () => ({}),
  open: openInter,
}
const open = (t: TestContext, noticeUrl?: string) => openBoletoBank(t, inter, { noticeUrl })

testBoletoBank(inter)

test('a boleto is queried by the code of the bank, which is not its number', async (t) => {
  const { bank, world, signal } = await open(t)
  const { boleto } = await registered(bank.register(order({ sequence: 42 }), signal()))
  assert.match(boleto.reference ?? '', /^[0-9a-f-]{36}$/)
  assert.equal(boleto.ourNumber, '00000000001')
  assert.equal(boleto.agencyAndAccount, '0001 / 12345678-9')
  assert.equal(boleto.wallet, '112')
  assert.deepEqual(boleto.finalBeneficiary, { name: 'Loja da Esquina', document: '12ABC34501DE35' })
  const calls = world.calls.after(0).map(({ operation, outcome }) => [operation, outcome])
  assert.deepEqual(calls, [
    ['token', 'granted'],
    ['register', 'registered'],
    ['query', 'processing'],
    ['query', 'open'],
  ])
})

test('two orders with one reference of the merchant are two boletos', async (t) => {
  const { bank, signal } = await open(t)
  const first = await registered(bank.register(order({ sequence: 1 }), signal()))
  const second = await registered(bank.register(order({ sequence: 2 }), signal()))
  assert.notEqual(first.boleto.reference, second.boleto.reference)
})

test('the amounts of the README have the outcomes that it lists', async (t) => {
  const { bank, clock, signal } = await open(t)
  const refused = await bank.register(order({ sequence: 5, amount: cents(100_05) }), signal())
  assert.deepEqual(refused, {
    kind: 'rejected',
    code: 'Requisição inválida',
    message: 'A emissão foi recusada pelo banco.',
  })
  const plain = await registered(
    bank.register(order({ sequence: 6, amount: cents(100_11) }), signal()),
  )
  assert.equal(plain.boleto.pix, undefined)
  const notIssued = await bank.register(order({ sequence: 7, amount: cents(100_15) }), signal())
  assert.equal(notIssued.kind === 'rejected' && notIssued.code, 'FALHA_EMISSAO')

  const slow = order({ sequence: 8, amount: cents(100_19) })
  assert.equal((await bank.register(slow, signal(1_000))).kind, 'unavailable')
  clock.advance(5 * minuteMs)
  await registered(bank.register(slow, signal()))
  const late = await registered(
    bank.register(order({ sequence: 9, amount: cents(100_13) }), signal()),
  )
  const reference = late.boleto.reference ?? ''
  assert.equal((await bank.cancel(reference, signal(2_000))).kind, 'unknown')
  assert.deepEqual(await bank.find(reference, signal()), { kind: 'open' })
  clock.advance(10_000)
  assert.deepEqual(await bank.find(reference, signal()), { kind: 'cancelled' })
  assert.deepEqual(await bank.cancel(reference, signal()), { kind: 'cancelled' })
})

for (const [field, change] of [
  ['dataVencimento', { dueDate: '2026-11-20' }],
  ['valorNominal', { amount: cents(2_49) }],
  ['numDiasAgenda', { payableDaysAfterDue: 61 }],
  ['pagador.cpfCnpj', { payer: { ...maria, document: '52998224726' } }],
  ['pagador.endereco', { payer: { ...maria, address: { ...address, street: ' ' } } }],
  ['pagador.cep', { payer: { ...maria, address: { ...address, zipCode: '1310' } } }],
  ['pagador.uf', { payer: { ...maria, address: { ...address, state: 'XX' } } }],
] as const) {
  test(`an order the bank cannot take is rejected and names ${field}`, async (t) => {
    const { bank, signal } = await open(t)
    const outcome = await bank.register(order(change), signal())
    assert.equal(outcome.kind === 'rejected' && outcome.code, field)
  })
}

test('a charge in protest is neither open nor canceled, and can be paid', async (t) => {
  const { bank, simulator, clock, signal } = await open(t)
  const { boleto } = await registered(bank.register(order({ amount: cents(100_21) }), signal()))
  const reference = boleto.reference ?? ''
  clock.set('2026-12-01T03:00:00Z')
  await simulator.runDue()
  assert.deepEqual(await bank.find(reference, signal()), { kind: 'in-protest' })
  assert.deepEqual(await bank.cancel(reference, signal()), { kind: 'in-protest' })
  clock.set('2027-03-01T12:00:00Z')
  await simulator.runDue()
  await simulator.pay?.(boleto.barcode, undefined)
  assert.equal((await bank.find(reference, signal())).kind, 'paid')
})

test('a charge due today is taken until 19:59', async (t) => {
  const { bank, clock, signal } = await open(t)
  clock.set('2026-11-23T22:59:59Z')
  const today = { dueDate: '2026-11-23', payableDaysAfterDue: 0 }
  await registered(bank.register(order({ ...today, sequence: 1 }), signal()))
  clock.set('2026-11-23T23:00:00Z')
  const outcome = await bank.register(order({ ...today, sequence: 2 }), signal())
  assert.equal(outcome.kind === 'rejected' && outcome.code, 'dataVencimento')
})

test('the bank takes the address of our callbacks, and says which one it calls', async (t) => {
  const { bank, signal } = await open(t)
  const callbacks = { ...bank }
  assert.deepEqual(await bank.findCallback?.(signal()), { kind: 'not-found' })
  await bank.registerCallback?.('https://pagamentos.exemplo.com.br/callbacks/x', signal())
  assert.deepEqual(await callbacks.findCallback?.(signal()), {
    kind: 'found',
    url: 'https://pagamentos.exemplo.com.br/callbacks/x',
  })
  await assert.rejects(async () => bank.registerCallback?.('ftp://x', signal()))
})

test('each state is notified with its code, and a notice not taken comes again', async (t) => {
  const receiver = await openReceiver(t)
  const { bank, simulator, clock, signal } = await open(t, receiver.url)
  receiver.answer(500)
  const { boleto } = await registered(bank.register(order({}), signal()))
  await simulator.pay?.(boleto.barcode, undefined)
  await simulator.runDue()
  receiver.answer(200)
  clock.advance(20 * minuteMs)
  await simulator.runDue()
  const seen = receiver.seen()
  const situations = seen.flatMap((body) => (body as { situacao: string }[])[0]?.situacao ?? [])
  assert.deepEqual(situations.toSorted(), ['A_RECEBER', 'A_RECEBER', 'RECEBIDO', 'RECEBIDO'])
  for (const body of seen) assert.deepEqual(bank.readNotice({}, body), [boleto.reference])
  clock.advance(dayMs)
  assert.equal(await simulator.runDue(), 0)
})
