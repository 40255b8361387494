import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Value } from 'typebox/value'
import { startBancoDoBrasil } from '../../sandbox/banco-do-brasil/start-banco-do-brasil.ts'
import type { WaitingFault } from '../../sandbox/faults.ts'
import type { Charge } from '../../sandbox/inter/charge.ts'
import { type ChargeStore, openChargeStore } from '../../sandbox/inter/charge-store.ts'
import { startInter } from '../../sandbox/inter/start-inter.ts'
import { openWorld } from '../../sandbox/open-world.ts'
import { localDate } from '../../src/brazil/local-time.ts'
import { randomId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import { openApiPix } from '../../src/providers/api-pix/api-pix.ts'
import { openBancoDoBrasil } from '../../src/providers/banco-do-brasil/banco-do-brasil.ts'
import { bancoDoBrasilSettings } from '../../src/providers/banco-do-brasil/settings.ts'
import { openInter } from '../../src/providers/inter/inter.ts'
import { interSettings } from '../../src/providers/inter/settings.ts'
import type { RegisteredBoleto } from '../../src/providers/ports/boleto.ts'
import { sequenceOfDay } from '../../src/providers/statement/statement-days.ts'
import { openPixBank } from '../kit/pix-bank.ts'
import { allFiles, assertAddsUp, namesOf, rowsOf } from '../kit/settlement.ts'
import { timeLimit } from '../kit/time-limit.ts'
import { longSignal } from './acquirer-bench.ts'
import { order } from './boleto-bench.ts'

const hourMs = 60 * 60_000
const daySeconds = 86_400

/** A bank with one paid charge of today, and its statement of today. */
async function openPaidDay(t: TestContext) {
  const bench = await openPixBank(t)
  const { bank, pix, world } = bench
  const date = localDate(world.now()).toString()
  const pay = async (amount: number, n = 1) => {
    const txid = `Txid0000000000000000000000000${n}`
    const order = { txid, amount: cents(amount), expiresInSeconds: 600 }
    const made = await pix.createCharge(order, timeLimit())
    assert(made.kind === 'created', made.kind)
    const paid = await bank.pay?.(made.emv, undefined)
    assert(paid?.paid)
    return { txid, endToEndId: paid.reference }
  }
  const statementOf = (day: string) => rowsOf(pix.files, `extrato-${day}`)
  return {
    ...bench,
    date,
    pay,
    statementOf,
    fault: (fault: WaitingFault['fault'], operation = 'settlement-file') =>
      world.faults.add({ provider: 'pix', operation, fault, times: 1 }),
    /** The rows between header and trailer. */
    rowsOf: async (day = date) => {
      const rows = await statementOf(day)
      assertAddsUp(rows)
      return rows.slice(1, -1).map(({ line: _line, ...row }) => row)
    },
  }
}

test('API Pix: a day has payments, requested returns and returns by the bank', async (t) => {
  const { bank, pix, pass, pay, date, statementOf } = await openPaidDay(t)
  const { txid, endToEndId } = await pay(50_00)
  await pix.refund({ endToEndId, refundId: 'devolucao1', amount: cents(20_00) }, timeLimit())
  await pass(2)
  const claim = { reference: endToEndId, kind: 'med', action: 'open', amount: 30_00 } as const
  const opened = await bank.dispute?.(claim)
  assert(opened?.done)
  const lost = { reference: opened.caseId, kind: 'med', action: 'lose', now: true } as const
  await bank.dispute?.(lost)
  await pass(2 * daySeconds)
  const rows = await statementOf(date)
  assert.partialDeepStrictEqual(rows, [
    { kind: 'header', date, sequence: sequenceOfDay(date) },
    {
      kind: 'sale',
      reference: txid,
      providerReference: endToEndId,
      gross: 50_00,
      installments: 1,
      date,
    },
    { kind: 'refund', providerReference: endToEndId, refundId: 'devolucao1', amount: 20_00, date },
    {
      kind: 'chargeback',
      caseId: opened.caseId,
      providerReference: endToEndId,
      amount: 30_00,
      reason: 'MED_FRAUDE',
      date,
    },
    { kind: 'trailer', rows: 5, sales: 50_00, net: 0 },
  ])
})

test('API Pix: a return is on its own day, not on the day of its Pix', async (t) => {
  const { pix, pass, pay, rowsOf: rows, date } = await openPaidDay(t)
  const { endToEndId } = await pay(50_00)
  await pass(3 * daySeconds)
  await pix.refund({ endToEndId, refundId: 'devolucao1', amount: cents(50_00) }, timeLimit())
  await pass(2 * daySeconds)
  const later = Temporal.PlainDate.from(date).add({ days: 3 }).toString()
  assert.partialDeepStrictEqual(await rows(), [{ kind: 'sale' }])
  assert.partialDeepStrictEqual(await rows(later), [
    { kind: 'refund', refundId: 'devolucao1', amount: 50_00, date: later },
  ])
})

test('API Pix: a Pix that another key of the account received is marked', async (t) => {
  const { settings, pix, pay, pass, date } = await openPaidDay(t)
  const { endToEndId } = await pay(50_00)
  await pix.refund({ endToEndId, refundId: 'devolucao1', amount: cents(20_00) }, timeLimit())
  await pass(2 * daySeconds)
  const marksOf = async (chave: string) => {
    const changed = openApiPix({ ...settings, chave })
    t.after(() => changed.close())
    const rows = (await rowsOf(changed.files, `extrato-${date}`)).slice(1, -1)
    return rows.map((row) => [row.kind, 'isOfOtherKey' in row])
  }
  assert.deepEqual(await marksOf('nova@example.com'), [
    ['sale', true],
    ['refund', true],
  ])
  assert.deepEqual(await marksOf(settings.chave.toUpperCase()), [
    ['sale', false],
    ['refund', false],
  ])
})

test('a statement is listed from five in the morning of the next day', async (t) => {
  const { pix, date } = await openPaidDay(t)
  const at = (time: string) => {
    const day = Temporal.PlainDate.from(date).add({ days: 1 })
    return new Date(`${day}T${time}-03:00`)
  }
  const listedAt = (time: string) => namesOf(pix.files, { since: date, now: at(time) })
  assert.deepEqual(await listedAt('04:59:59'), [])
  assert.deepEqual(await listedAt('05:00:00'), [`extrato-${date}`])
})

for (const [fault, expected] of [
  ['missing-row', [30_00]],
  ['unknown-sale', [1_23, 50_00, 30_00]],
  ['wrong-amount', [51_00, 30_00]],
] as const) {
  test(`${fault}: the statement of an API has it, and adds up`, async (t) => {
    const { pass, pay, rowsOf: rows, fault: plant } = await openPaidDay(t)
    await pay(50_00, 1)
    await pay(30_00, 2)
    plant(fault)
    await pass(2 * daySeconds)
    const amounts = async () =>
      (await rows()).flatMap((row) => (row.kind === 'sale' ? [row.gross] : []))
    assert.deepEqual(await amounts(), expected)
    assert.deepEqual(await amounts(), expected, 'it stays as it is')
  })
}

for (const fault of ['error-503', 'reset-body', 'truncated-json', 'missing-body'] as const) {
  test(`${fault}: a list that breaks off is no statement`, async (t) => {
    const { pass, pay, statementOf, date, fault: break_ } = await openPaidDay(t)
    await pay(50_00)
    await pass(2 * daySeconds)
    break_(fault, 'pix.list')
    await assert.rejects(statementOf(date))
    assertAddsUp(await statementOf(date))
  })
}

test('Banco do Brasil: a day has the boletos that were paid, by barcode or by PIX', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'guiche-bb-files-'))
  let now = Date.parse('2026-11-20T23:00:00Z')
  const world = openWorld({ home, now: () => new Date(now) })
  const simulator = await startBancoDoBrasil(world, { host: '127.0.0.1', port: 0 })
  const bank = openBancoDoBrasil(Value.Parse(bancoDoBrasilSettings, simulator.credentials))
  t.after(async () => {
    await bank.close()
    await simulator.stop()
    world.db.close()
    rmSync(home, { recursive: true, force: true })
  })
  const register = async (sequence: number, amount: number) => {
    const outcome = await bank.register(
      order({
        ...{ sequence, amount: cents(amount), issueDate: '2026-11-20', dueDate: '2026-11-30' },
        payableDaysAfterDue: 5,
      }),
      longSignal(),
    )
    assert(outcome.kind === 'registered', outcome.kind)
    return outcome.boleto
  }
  const [byLine, byPix, writtenOff] = [
    await register(1, 100_08),
    await register(2, 200_08),
    await register(3, 300_08),
  ]
  await register(4, 400_08) // It stays unpaid.
  const pays = async (code: string) => assert((await simulator.pay?.(code, undefined))?.paid)
  await pays(byLine.digitableLine)
  assert.equal((await bank.cancel(writtenOff.ourNumber, longSignal())).kind, 'cancelled')
  now += 6 * hourMs // 02:00 of Saturday in São Paulo.
  await pays(byPix.pix?.emv ?? '')
  for (let sequence = 5; sequence < 305; sequence += 1)
    await pays((await register(sequence, sequence * 100 + 8)).digitableLine)
  now += 2 * 24 * hourMs
  const [friday = [], saturday = [], ...later] = await allFiles(bank.files, {
    since: '2026-11-20',
    now: world.now(),
  })
  assert.deepEqual(later, [])
  const header = { kind: 'header', merchant: '3128557', layoutVersion: 'API' }
  const sale = (boleto: { readonly ourNumber: string }, gross: number, date: string) => ({
    kind: 'sale',
    reference: boleto.ourNumber,
    providerReference: boleto.ourNumber,
    gross,
    installments: 1,
    date,
  })
  assert.deepEqual(friday, [
    { ...header, date: '2026-11-20', sequence: sequenceOfDay('2026-11-20') },
    sale(byLine, 100_08, '2026-11-20'),
    { kind: 'trailer', rows: 3, sales: 100_08, net: 0 },
  ])
  assert.deepEqual(saturday[1], sale(byPix, 200_08, '2026-11-21'))
  assert.equal(saturday.length, 303, 'the second page of the list was read')
})

test('Inter: a day has the charges that were paid, by barcode or by PIX, in pages', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'guiche-inter-files-'))
  let now = Date.parse('2026-11-20T23:00:00Z')
  const world = openWorld({ home, now: () => new Date(now) })
  const simulator = await startInter(world, { host: '127.0.0.1', port: 0 })
  const bank = openInter(Value.Parse(interSettings, simulator.credentials))
  t.after(async () => {
    await bank.close()
    await simulator.stop()
    world.db.close()
    rmSync(home, { recursive: true, force: true })
  })
  const register = async (sequence: number, amount: number) => {
    const dates = { issueDate: '2026-11-20', dueDate: '2026-11-30' }
    const outcome = await bank.register(
      order({ ...dates, sequence, amount: cents(amount) }),
      longSignal(),
    )
    assert(outcome.kind === 'registered', outcome.kind)
    return outcome.boleto
  }
  const [byLine, byPix, cancelled] = [
    await register(1, 100_00),
    await register(2, 200_00),
    await register(3, 300_00),
  ]
  await register(4, 400_00) // It stays unpaid.
  const pays = async (code: string) => assert((await simulator.pay?.(code, undefined))?.paid)
  await pays(byLine.digitableLine)
  assert.equal((await bank.cancel(cancelled.reference ?? '', longSignal())).kind, 'cancelled')
  now += 6 * hourMs // 02:00 of Saturday in São Paulo.
  await pays(byPix.pix?.emv ?? '')
  const charges = openChargeStore(world.db)
  const [paid] = charges.withOwnNumber('2')
  assert(paid)
  for (let n = 3; n < 503; n += 1) copyOf(charges, paid, n)
  now += 2 * 24 * hourMs
  const span = { since: '2026-11-20', now: world.now() }
  const [friday = [], saturday = [], ...later] = await allFiles(bank.files, span)
  assert.deepEqual(later, [])
  const sale = (boleto: RegisteredBoleto, gross: number, date: string) => ({
    kind: 'sale',
    reference: boleto.reference,
    providerReference: boleto.ourNumber,
    gross,
    installments: 1,
    date,
  })
  assert.deepEqual(friday, [
    {
      ...{ kind: 'header', merchant: '123456789', layoutVersion: 'API' },
      ...{ date: '2026-11-20', sequence: sequenceOfDay('2026-11-20') },
    },
    sale(byLine, 100_00, '2026-11-20'),
    { kind: 'trailer', rows: 3, sales: 100_00, net: 0 },
  ])
  const first = saturday.find((row) => row.kind === 'sale' && row.gross === 200_00)
  assert.deepEqual(first, sale(byPix, 200_00, '2026-11-21'))
  assert.equal(saturday.length, 503, 'the second page of the list was read')
})

/** A charge that was paid at the same instant, with an amount that no other charge has. */
function copyOf(charges: ChargeStore, paid: Charge, n: number): void {
  const { pix: _, ...rest } = paid
  const digits = String(n).padStart(11, '0')
  const copy = { ...rest, code: randomId(), ownNumber: digits, ourNumber: digits, barcode: digits }
  const amount = cents(n * 100 + 1)
  charges.add({ ...copy, amount }, paid.registeredAt)
  charges.move(copy, paid.state.kind === 'paid' ? { ...paid.state, amount } : paid.state)
}
