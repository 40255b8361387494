import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Value } from 'typebox/value'
import { startBancoDoBrasil } from '../../sandbox/banco-do-brasil/start-banco-do-brasil.ts'
import { cents } from '../../src/primitives/money.ts'
import { openBancoDoBrasil } from '../../src/providers/banco-do-brasil/banco-do-brasil.ts'
import {
  type BancoDoBrasilSettings,
  bancoDoBrasilSettings,
} from '../../src/providers/banco-do-brasil/settings.ts'
import {
  address,
  type BoletoKind,
  dayMs,
  headersOf,
  maria,
  minuteMs,
  openBoletoBank,
  openReceiver,
  order,
  registered,
} from './boleto-bench.ts'
import { testBoletoBank } from './boleto-contract.ts'

const bancoDoBrasil: BoletoKind<BancoDoBrasilSettings> = {
  provider: 'boleto',
  operations: { register: 'register', query: 'query', cancel: 'baixa' },
  bankCode: '001',
  pixPaidAt: '2026-11-21T15:00:00Z',
  wrongSettings: [{ clientSecret: 'outro' }, { appKey: 'chave-errada' }],
  start: (world, noticeUrl) => startBancoDoBrasil(world, { host: '127.0.0.1', port: 0, noticeUrl }),
  settingsOf: ({ credentials }) => Value.Parse(bancoDoBrasilSettings, credentials),
  noticeHeaders: ({ noticeSecret }) => ({ 'x-notice-secret': noticeSecret }),
  open: openBancoDoBrasil,
}
const open = (t: TestContext, noticeUrl?: string) => openBoletoBank(t, bancoDoBrasil, { noticeUrl })

testBoletoBank(bancoDoBrasil)

test('the number of a boleto has the agreement, and the slip its account', async (t) => {
  const { bank, signal } = await open(t)
  const { boleto } = await registered(bank.register(order({}), signal()))
  assert.equal(boleto.ourNumber, '00031285570000000001')
  assert.equal(boleto.agencyAndAccount, '0452-9 / 123873-6')
  assert.equal(boleto.wallet, '17')
  assert.equal(boleto.reference, undefined)
})

test('a sequence that belongs to another debt is refused', async (t) => {
  const { bank, signal } = await open(t)
  await registered(bank.register(order({}), signal()))
  const outcome = await bank.register(order({ amount: cents(10_001) }), signal())
  assert.equal(outcome.kind === 'rejected' && outcome.code, '4874915')
})

test('the amounts of the README have the outcomes that it lists', async (t) => {
  const { bank, simulator, clock, signal } = await open(t)
  const refused = await bank.register(order({ sequence: 5, amount: cents(100_05) }), signal())
  assert.deepEqual(refused, {
    kind: 'rejected',
    code: '9900002',
    message: 'Registro recusado pelo banco.',
  })

  const plain = await registered(
    bank.register(order({ sequence: 6, amount: cents(100_11) }), signal()),
  )
  assert.equal(plain.boleto.pix, undefined)

  const early = await registered(
    bank.register(order({ sequence: 7, amount: cents(100_13) }), signal()),
  )
  assert.equal((await bank.cancel(early.boleto.ourNumber, signal())).kind, 'unknown')
  clock.advance(30 * minuteMs)
  assert.deepEqual(await bank.cancel(early.boleto.ourNumber, signal()), { kind: 'cancelled' })

  const slow = await registered(
    bank.register(order({ sequence: 8, amount: cents(100_17) }), signal()),
  )
  assert.equal((await bank.find(slow.boleto.ourNumber, signal())).kind, 'open')
  await simulator.pay?.(slow.boleto.barcode, undefined)
  assert.equal((await bank.find(slow.boleto.ourNumber, signal())).kind, 'open')
  clock.advance(30_000)
  assert.equal((await bank.find(slow.boleto.ourNumber, signal())).kind, 'paid')
})

for (const [field, change] of [
  ['dataVencimento', { dueDate: '2026-11-20', issueDate: '2026-11-20' }],
  ['valorOriginal', { amount: cents(0) }],
  [
    'indicadorAceiteTituloVencido',
    { payableDaysAfterDue: 0, overdue: { action: 'PROTEST', afterDays: 3 } },
  ],
  ['pagador.numeroInscricao', { payer: { ...maria, document: '52998224726' } }],
  ['pagador.bairro', { payer: { ...maria, address: { ...address, neighborhood: '' } } }],
  ['pagador.cep', { payer: { ...maria, address: { ...address, zipCode: '' } } }],
  ['pagador.uf', { payer: { ...maria, address: { ...address, state: 'XX' } } }],
] as const) {
  test(`an order the bank cannot take is rejected and names ${field}`, async (t) => {
    const { bank, signal } = await open(t)
    const outcome = await bank.register(order(change), signal())
    assert.equal(outcome.kind, 'rejected')
    assert.match(String(outcome.kind === 'rejected' && outcome.message), new RegExp(`${field}$`))
  })
}

test('a boleto goes to protest on its day, and is paid at the notary', async (t) => {
  const { bank, simulator, clock, signal } = await open(t)
  // Due on Monday, 30 November: the fifth business day is Monday, 7 December.
  const overdue = { action: 'PROTEST', afterDays: 5 } as const
  const terms = { overdue, payableDaysAfterDue: 7 }
  const { boleto } = await registered(bank.register(order(terms), signal()))
  clock.set('2026-12-07T02:59:59Z')
  await simulator.runDue()
  assert.deepEqual(await bank.find(boleto.ourNumber, signal()), { kind: 'open' })
  clock.set('2026-12-07T03:00:00Z')
  await simulator.runDue()
  assert.deepEqual(await bank.find(boleto.ourNumber, signal()), { kind: 'in-protest' })
  assert.deepEqual(await bank.cancel(boleto.ourNumber, signal()), { kind: 'in-protest' })
  clock.set('2027-03-01T12:00:00Z')
  await simulator.runDue()
  assert.deepEqual(await bank.find(boleto.ourNumber, signal()), { kind: 'in-protest' })
  await simulator.pay?.(boleto.digitableLine, undefined)
  const found = await bank.find(boleto.ourNumber, signal())
  assert.equal(found.kind === 'paid' && found.amount, cents(10_000))
})

test('a listing at a bureau leaves the boleto open until it is written off', async (t) => {
  const { bank, simulator, clock, signal } = await open(t)
  const overdue = { action: 'QUOD', afterDays: 10 } as const
  const { boleto } = await registered(bank.register(order({ overdue }), signal()))
  clock.set('2026-12-29T12:00:00Z')
  await simulator.runDue()
  assert.deepEqual(await bank.find(boleto.ourNumber, signal()), { kind: 'open' })
  clock.set('2027-01-01T12:00:00Z')
  await simulator.runDue()
  assert.deepEqual(await bank.find(boleto.ourNumber, signal()), { kind: 'cancelled' })
})

test('the bank takes each number of days that the adapter offers, and no other', async (t) => {
  const { bank, signal } = await open(t)
  const offered = bank.overdueSteps?.PROTEST?.days ?? []
  const taken: number[] = []
  for (let afterDays = 1; afterDays <= 50; afterDays += 1) {
    const overdue = { action: 'PROTEST', afterDays } as const
    const terms = { sequence: afterDays, payableDaysAfterDue: 60, overdue }
    const outcome = await bank.register(order(terms), signal())
    if (outcome.kind === 'registered') taken.push(afterDays)
    else assert.match(String(outcome.kind === 'rejected' && outcome.message), /DiasProtesto$/)
  }
  assert.deepEqual(taken, offered)
})

test('a payment is notified at once, with the secret and the boleto’s number', async (t) => {
  const receiver = await openReceiver(t)
  const { bank, simulator, signal } = await open(t, receiver.url)
  const { boleto } = await registered(bank.register(order({}), signal()))
  await simulator.pay?.(boleto.barcode, undefined)
  const notice = await receiver.next()
  assert.deepEqual(bank.readNotice(headersOf(notice), notice.body), [boleto.ourNumber])
  const forged = { ...headersOf(notice), 'x-notice-secret': 'x'.repeat(40) }
  assert.equal(bank.readNotice(forged, notice.body), undefined)
  assert.equal(bank.readNotice({}, notice.body), undefined)
})

test('a notice not taken comes again, one lost never comes, one doubled comes twice', async (t) => {
  const receiver = await openReceiver(t)
  const { bank, simulator, world, clock, signal } = await open(t, receiver.url)
  const pay = async (sequence: number) => {
    const { boleto } = await registered(bank.register(order({ sequence }), signal()))
    await simulator.pay?.(boleto.barcode, undefined)
    await simulator.runDue()
    return boleto.ourNumber
  }
  receiver.answer(500)
  const first = await pay(1)
  receiver.answer(200)
  clock.advance(5_000)
  await simulator.runDue()
  world.faults.add({ provider: 'boleto', operation: 'callback', fault: 'callback-lost', times: 1 })
  await pay(2)
  world.faults.add({
    provider: 'boleto',
    operation: 'callback',
    fault: 'callback-doubled',
    times: 1,
  })
  const third = await pay(3)
  clock.advance(dayMs)
  await simulator.runDue()
  const seen = receiver.seen().map((body) => (body as { id: string }[])[0]?.id)
  assert.deepEqual(seen, [first, first, third, third])
})
