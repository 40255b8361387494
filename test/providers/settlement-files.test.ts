import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Value } from 'typebox/value'
import { startBancoDoBrasil } from '../../sandbox/banco-do-brasil/start-banco-do-brasil.ts'
import type { WaitingFault } from '../../sandbox/faults.ts'
import { openWorld } from '../../sandbox/open-world.ts'
import { isReturnId } from '../../src/brazil/pix-ids.ts'
import { cents } from '../../src/primitives/money.ts'
import { openBancoDoBrasil } from '../../src/providers/banco-do-brasil/banco-do-brasil.ts'
import { bancoDoBrasilSettings } from '../../src/providers/banco-do-brasil/settings.ts'
import { SettlementFileBroken } from '../../src/providers/settlement-layout/read-rows.ts'
import { openSettlementFiles } from '../../src/providers/settlement-layout/settlement-file-client.ts'
import { openCieloDisputeBench } from '../kit/cielo-disputes.ts'
import { openEfiBank, somePayout } from '../kit/efi-bank.ts'
import { openPixBank } from '../kit/pix-bank.ts'
import { allFiles, assertAddsUp, namesOf, rowsOf, sumOf } from '../kit/settlement.ts'
import { timeLimit } from '../kit/time-limit.ts'
import { longSignal, sale } from './acquirer-bench.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** A store at Cielo on Monday, 2 March 2026, 10:15 in São Paulo. */
async function openStore(t: TestContext) {
  const disputeBench = await openCieloDisputeBench(t)
  const { acquirer, world } = disputeBench
  return {
    ...disputeBench,
    files: acquirer.files,
    async sellIn(installments: number, amount: number) {
      const order = sale({ amount, installments })
      const outcome = await acquirer.sale(order, longSignal())
      assert(outcome.kind === 'approved', outcome.kind)
      return { ...outcome, attemptRef: order.attemptRef, tid: outcome.tid ?? '' }
    },
    fault: (fault: WaitingFault['fault'], operation = 'settlement-file') =>
      world.faults.add({ provider: 'cielo', operation, fault, times: 1 }),
  }
}

test('a card sale is listed on its capture day, with a fee for each part', async (t) => {
  const { files, sellIn, advance } = await openStore(t)
  const sold = await sellIn(3, 100_00)
  await advance(dayMs)
  const [name = ''] = await namesOf(files)
  assert.equal(name, 'cielo-20260302-000001.txt')
  const rows = await rowsOf(files, name)
  assertAddsUp(rows)
  assert.deepEqual(
    rows.slice(1, -1).map(({ line: _line, ...row }) => row),
    [
      {
        kind: 'sale',
        reference: sold.attemptRef,
        providerReference: sold.tid,
        nsu: sold.nsu,
        authorizationCode: sold.authorizationCode,
        brand: 'Visa',
        gross: 100_00,
        installments: 3,
        date: '2026-03-02',
      },
      part(1, 33_34, 83, '2026-04-01'),
      part(2, 33_33, 83, '2026-05-04'), // 1 May is a holiday, then comes a weekend.
      part(3, 33_33, 83, '2026-06-01'), // From Sunday.
    ],
  )
  function part(number: number, gross: number, fee: number, dueOn: string) {
    const { tid: providerReference } = sold
    return {
      kind: 'installment',
      providerReference,
      number,
      total: 3,
      gross,
      fee,
      net: gross - fee,
      dueOn,
    }
  }
})

test('a file is there from five in the morning of the next day, and not before', async (t) => {
  const { files, sellIn, advance, world } = await openStore(t)
  await sellIn(1, 10_00)
  const untilFive = Date.parse('2026-03-03T08:00:00Z') - world.now().getTime()
  await advance(untilFive - 1)
  assert.deepEqual(await namesOf(files), [])
  await assert.rejects(rowsOf(files, 'cielo-20260302-000001.txt'), /answered 404/)
  await advance(1)
  assert.deepEqual(await namesOf(files), ['cielo-20260302-000001.txt'])
})

test('an authorisation is listed as a sale only after its capture', async (t) => {
  const { acquirer, files, advance } = await openStore(t)
  const outcome = await acquirer.sale(sale({ amount: 50_00, capture: false }), longSignal())
  assert(outcome.kind === 'approved')
  await advance(2 * dayMs)
  assert.deepEqual(await namesOf(files), [], 'nothing to list')
  await acquirer.capture(outcome.reference, cents(40_00), longSignal())
  await advance(dayMs)
  const [file = [], ...none] = await allFiles(files)
  assert.deepEqual(none, [])
  assert.partialDeepStrictEqual(file, [
    { sequence: 1, date: '2026-03-04' },
    { kind: 'sale', gross: 40_00, date: '2026-03-04' },
  ])
})

test('what is due over a weekend is one credit on Monday', async (t) => {
  const { files, sellIn, advance } = await openStore(t)
  const sales = [
    [3, 100_00], // Monday, 2 March: due on 1 April, 1 May (a holiday), 31 May (a Sunday).
    [2, 80_01], // Thursday, 5 March.
    [12, 333_33], // Sunday, 8 March.
  ] as const
  for (const [installments, amount] of sales) {
    await sellIn(installments, amount)
    await advance(3 * dayMs)
  }
  await advance(400 * dayMs)
  const all = (await allFiles(files)).flat()
  const payments = all.filter((row) => row.kind === 'payment')
  const due = Map.groupBy(
    all.filter((row) => row.kind === 'installment'),
    ({ dueOn }) => dueOn,
  )
  assert.deepEqual(
    payments.map(({ date, amount }) => [date, amount]),
    [...due].map(([date, parts]) => [date, sumOf(parts.map(({ net }) => net))]).toSorted(),
  )
  assert.equal(
    due.get('2026-05-04')?.length,
    2,
    '60 days after 2 March and 5 March end on the same bank day',
  )
})

test('every day of a year has a file, and most files are empty', async (t) => {
  const { files, sellIn, advance, settings } = await openStore(t)
  await sellIn(1, 10_00)
  await advance(365 * dayMs)
  const names = await namesOf(files)
  assert.equal(names.length, 365)
  for (const [index, name] of names.entries())
    assert.match(name, new RegExp(`-${String(index + 1).padStart(6, '0')}\\.`))
  assert.deepEqual(await rowsOf(files, names.at(-1) ?? ''), [
    {
      line: 1,
      kind: 'header',
      merchant: settings.merchantId,
      date: '2027-03-01',
      sequence: 365,
      layoutVersion: '1',
    },
    { line: 2, kind: 'trailer', rows: 2, sales: 0, net: 0 },
  ])
  assert.deepEqual(await namesOf(files, '2027-02-27'), names.slice(-3))
})

test('cancels are listed on their own day, each part by itself', async (t) => {
  const { acquirer, files, sellIn, advance } = await openStore(t)
  const { reference, tid } = await sellIn(1, 100_00)
  await acquirer.cancel(reference, cents(10_00), longSignal())
  await advance(dayMs)
  await acquirer.cancel(reference, cents(90_00), longSignal())
  await advance(dayMs)
  const refunds = (await allFiles(files)).map((file) => file.filter((row) => 'refundId' in row))
  assert.deepEqual(refunds, [
    [
      {
        kind: 'refund',
        providerReference: tid,
        refundId: '000000001',
        amount: 10_00,
        date: '2026-03-02',
      },
    ],
    [
      {
        kind: 'refund',
        providerReference: tid,
        refundId: '000000002',
        amount: 90_00,
        date: '2026-03-03',
      },
    ],
  ])
})

test('a claim is listed when its money is taken and returned; a won one is not', async (t) => {
  const { files, sell, claim, dispute, advance } = await openStore(t)
  const [lost, won] = [await sell(100_00), await sell(60_00)]
  const { caseId } = await claim({ reference: lost.attemptRef, amount: 30_00, reason: '13.1' })
  await claim({ reference: won.attemptRef })
  await advance(dayMs)
  await dispute({ reference: caseId, action: 'lose' })
  await dispute({ reference: won.attemptRef, action: 'win' })
  await advance(dayMs)
  await dispute({ reference: caseId, action: 'reverse' })
  await advance(dayMs)
  const reported = (await allFiles(files)).map((file) => file.filter((row) => 'caseId' in row))
  const row = {
    caseId,
    providerReference: lost.tid,
    amount: 30_00,
    reason: '13.1 Mercadoria ou serviço não recebido',
  }
  assert.deepEqual(reported, [
    [],
    [{ kind: 'chargeback', ...row, date: '2026-03-03' }],
    [{ kind: 'chargeback-reversal', ...row, date: '2026-03-04' }],
  ])
})

test('read twice, and after a restart, a file is the same', async (t) => {
  const { files, sellIn, advance, another } = await openStore(t)
  await sellIn(2, 77_77)
  await advance(dayMs)
  const before = await allFiles(files)
  await sellIn(1, 10_00)
  await advance(3 * hourMs)
  assert.deepEqual((await allFiles(files)).slice(0, 1), before)
  const other = another()
  t.after(() => other.close())
  assert.deepEqual((await allFiles(other.files)).slice(0, 1), before)
})

const kindsOf = (rows: readonly object[]) =>
  rows.flatMap((row) => ('kind' in row ? [row.kind] : []))

test('missing-row: the first sale is missing from its file, and the sums agree', async (t) => {
  const { files, sellIn, advance, fault } = await openStore(t)
  await sellIn(1, 10_00)
  await advance(dayMs)
  await namesOf(files)
  await advance(dayMs) // A day without a sale: the fault waits for one.
  fault('missing-row')
  await sellIn(2, 20_00)
  const kept = await sellIn(1, 30_00)
  await advance(dayMs)
  const names = await namesOf(files)
  const rows = await rowsOf(files, names.at(-1) ?? '')
  assertAddsUp(rows)
  assert.deepEqual(kindsOf(rows), ['header', 'sale', 'installment', 'trailer'])
  assert.partialDeepStrictEqual(rows, [{}, { reference: kept.attemptRef }])
  assert.deepEqual(await rowsOf(files, names.at(-1) ?? ''), rows, 'it stays as it is')
})

test('unknown-sale: a sale that never was, and the file adds up', async (t) => {
  const { files, sellIn, advance, fault } = await openStore(t)
  const sold = await sellIn(1, 10_00)
  fault('unknown-sale')
  await advance(dayMs)
  const rows = await rowsOf(files, (await namesOf(files))[0] ?? '')
  assertAddsUp(rows)
  const references = rows.flatMap((row) => (row.kind === 'sale' ? [row.reference] : []))
  assert.deepEqual(references, ['D20260302DESCONHECIDA', sold.attemptRef])
})

test('wrong-amount: one real more, and the file adds up', async (t) => {
  const { files, sellIn, advance, fault } = await openStore(t)
  await sellIn(2, 20_00)
  await sellIn(1, 10_00)
  fault('wrong-amount')
  await advance(dayMs)
  const rows = await rowsOf(files, (await namesOf(files))[0] ?? '')
  assertAddsUp(rows)
  assert.deepEqual(
    rows.flatMap((row) => (row.kind === 'sale' ? [row.gross] : [])),
    [21_00, 10_00],
  )
})

test('doubled-file: the same file under two names', async (t) => {
  const { files, sellIn, advance, fault } = await openStore(t)
  await sellIn(1, 10_00)
  fault('doubled-file')
  await advance(2 * dayMs)
  const names = await namesOf(files)
  assert.deepEqual(names, [
    'cielo-20260302-000001.txt',
    'cielo-20260302-000001-copia.txt',
    'cielo-20260303-000002.txt',
  ])
  assert.deepEqual(await rowsOf(files, names[0] ?? ''), await rowsOf(files, names[1] ?? ''))
})

test('sequence-gap: a file that never comes', async (t) => {
  const { files, sellIn, advance, fault } = await openStore(t)
  await sellIn(1, 10_00)
  await advance(dayMs)
  await namesOf(files)
  fault('sequence-gap')
  await advance(10 * dayMs)
  assert.deepEqual((await namesOf(files)).slice(0, 2), [
    'cielo-20260302-000001.txt',
    'cielo-20260304-000003.txt',
  ])
  await assert.rejects(rowsOf(files, 'cielo-20260303-000002.txt'), /answered 404/)
})

test('late-file: a file that comes a day after it should', async (t) => {
  const { files, sellIn, advance, fault } = await openStore(t)
  await sellIn(1, 10_00)
  fault('late-file')
  await advance(dayMs)
  assert.deepEqual(await namesOf(files), [])
  await advance(dayMs)
  assert.deepEqual(await namesOf(files), ['cielo-20260302-000001.txt', 'cielo-20260303-000002.txt'])
})

test('truncated-file: what was cut is noticed, and read again it is whole', async (t) => {
  const { files, sellIn, advance, fault } = await openStore(t)
  await sellIn(3, 30_00)
  await advance(dayMs)
  const [name = ''] = await namesOf(files)
  fault('truncated-file')
  await assert.rejects(rowsOf(files, name), SettlementFileBroken)
  assertAddsUp(await rowsOf(files, name))
})

for (const spoil of [
  'reset-body',
  'error-503',
  'error-502-html',
  'reset-before',
  'truncated-json',
  'missing-body',
] as const) {
  test(`${spoil}: a broken listing or file is rejected, and is right later`, async (t) => {
    const { files, sellIn, advance, fault } = await openStore(t)
    await sellIn(3, 30_00)
    await advance(dayMs)
    fault(spoil, 'file.list')
    assert.equal((await files?.list('2026-03-01', longSignal()))?.kind, 'unknown')
    const [name = ''] = await namesOf(files)
    fault(spoil, 'file.get')
    await assert.rejects(rowsOf(files, name))
    assertAddsUp(await rowsOf(files, name))
  })
}

test('other credentials get nothing', async (t) => {
  const { sellIn, advance, another, settings } = await openStore(t)
  await sellIn(1, 10_00)
  await advance(dayMs)
  const foreign = another({ merchantKey: 'x'.repeat(settings.merchantKey.length) })
  t.after(() => foreign.close())
  assert.equal((await foreign.files?.list('2026-03-01', longSignal()))?.kind, 'unknown')
  await assert.rejects(rowsOf(foreign.files, 'cielo-20260302-000001.txt'), /answered 401/)
})

test('a reader keeps its limits: size, rows, timeout', async (t) => {
  const { files, sellIn, advance, fault, settings } = await openStore(t)
  await sellIn(12, 300_00)
  await advance(dayMs)
  const [name = ''] = await namesOf(files)
  const headers = async () => ({
    MerchantId: settings.merchantId,
    MerchantKey: settings.merchantKey,
  })
  const access = { url: settings.files?.url ?? '', headers, tls: { ca: settings.ca ?? '' } }
  const bounded = (limits: Parameters<typeof openSettlementFiles>[1]) => {
    const client = openSettlementFiles(access, limits)
    t.after(() => client.close())
    return client
  }
  await assert.rejects(rowsOf(bounded({ fileBytes: 200 }), name), /larger than 200 bytes/)
  await assert.rejects(rowsOf(bounded({ rows: 5 }), name), /more than 5 rows/)
  assert.equal(
    (await bounded({ listingBytes: 10 }).list('2026-03-01', longSignal())).kind,
    'unknown',
  )
  fault('slow-body', 'file.get')
  await assert.rejects(rowsOf(bounded({ fileMs: 100 }), name))
  fault('timeout-after', 'file.get')
  const shortSignal = AbortSignal.timeout(100)
  await assert.rejects(async () => Array.fromAsync(files?.read(name, shortSignal) ?? []))
  await assert.rejects(rowsOf(files, '../sales'), /not the name of a file/)
})

test('without an address there are no files', async (t) => {
  const { another } = await openStore(t)
  const plain = another({ files: undefined })
  t.after(() => plain.close())
  assert.equal(plain.files, undefined)
})

test('a PIX bank lists payments, requested returns and its own returns', async (t) => {
  const { bank, pix, pass } = await openPixBank(t)
  const signal = () => timeLimit()
  const txid = 'Txid00000000000000000000000001'
  const made = await pix.createCharge(
    { txid, amount: cents(50_00), expiresInSeconds: 600 },
    signal(),
  )
  assert(made.kind === 'created', made.kind)
  const paid = await bank.pay?.(made.emv, undefined)
  assert(paid?.paid)
  const endToEndId = paid.reference
  await pix.refund({ endToEndId, refundId: 'devolucao1', amount: cents(20_00) }, signal())
  await pass(2)
  const opened = await bank.dispute?.({
    reference: endToEndId,
    kind: 'med',
    action: 'open',
    amount: 30_00,
  })
  assert(opened?.done)
  await bank.dispute?.({ reference: opened.caseId, kind: 'med', action: 'lose', now: true })
  await pass(2 * 86_400)
  const [file = []] = await allFiles(pix.files)
  const rows = file
    .slice(1)
    .map(({ ...row }) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'date')),
    )
  assert.deepEqual(rows, [
    { kind: 'sale', reference: txid, providerReference: endToEndId, gross: 50_00, installments: 1 },
    { kind: 'refund', providerReference: endToEndId, refundId: 'devolucao1', amount: 20_00 },
    {
      kind: 'chargeback',
      caseId: opened.caseId,
      providerReference: endToEndId,
      amount: 30_00,
      reason: 'MED_FRAUDE',
    },
    { kind: 'trailer', rows: 5, sales: 50_00, net: 0 },
  ])
})

test('a bank that pays lists what was done and what came back, under our id', async (t) => {
  const { efi, send, find, pass, world } = await openEfiBank(t)
  await efi.registerCallback('http://127.0.0.1:9/callbacks', timeLimit())
  const [whole, returned, failed] = [cents(10_00), cents(10_11), cents(10_07)].map((amount) =>
    somePayout({ amount }),
  )
  assert(whole && returned && failed)
  for (const payout of [whole, returned, failed])
    assert.equal((await send(payout)).kind, 'accepted')
  await pass(20)
  world.faults.add({
    provider: 'efi',
    operation: 'settlement-file',
    fault: 'wrong-amount',
    times: 1,
  })
  await pass(2 * 86_400)
  const found = await find(whole.payoutId)
  assert(found.kind === 'completed')
  const [file = []] = await allFiles(efi.files)
  assert.partialDeepStrictEqual(file, [
    { kind: 'header', sequence: 1 },
    { kind: 'payout', payoutId: whole.payoutId, endToEndId: found.endToEndId, amount: 11_00 },
    { kind: 'payout', payoutId: returned.payoutId, amount: 10_11 },
    { kind: 'payout-return', payoutId: returned.payoutId, amount: 10_11 },
    { kind: 'trailer', rows: 5, sales: 0, net: 0 },
  ])
  assert(file.some((row) => 'endToEndId' in row && isReturnId(String(row.endToEndId))))
})

test('a bank of boletos lists those that were paid, by barcode or by their PIX', async (t) => {
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
      {
        sequence,
        amount: cents(amount),
        issueDate: '2026-11-20',
        dueDate: '2026-11-30',
        payableDaysAfterDue: 5,
        shop: { name: 'Loja', document: '11222333000181' },
        documentNumber: `PED-${sequence}`,
        payer: {
          name: 'Maria da Silva',
          document: '52998224725',
          address: {
            street: 'Avenida Paulista, 1578',
            city: 'São Paulo',
            state: 'SP',
            zipCode: '01310-200',
            neighborhood: 'Bela Vista',
          },
        },
        instructions: [],
      },
      longSignal(),
    )
    assert(outcome.kind === 'registered', outcome.kind)
    return outcome.boleto
  }
  const [byLine, byPix] = [await register(1, 100_08), await register(2, 200_08)]
  await register(3, 300_08) // It stays unpaid.
  const pays = async (code: string) => {
    const paid = await simulator.pay?.(code, undefined)
    assert(paid?.paid)
    return paid.reference
  }
  const first = await pays(byLine.digitableLine)
  now += 6 * hourMs // 02:00 of Saturday in São Paulo.
  const second = await pays(byPix.pix?.emv ?? '')
  now += 2 * dayMs
  const row = { kind: 'sale', installments: 1 }
  const header = { kind: 'header', merchant: '3128557', layoutVersion: '1' }
  assert.deepEqual(await allFiles(bank.files), [
    [
      { ...header, date: '2026-11-20', sequence: 1 },
      {
        ...row,
        reference: byLine.ourNumber,
        providerReference: first,
        gross: 100_08,
        date: '2026-11-20',
      },
      { kind: 'trailer', rows: 3, sales: 100_08, net: 0 },
    ],
    [
      { ...header, date: '2026-11-21', sequence: 2 },
      {
        ...row,
        reference: byPix.ourNumber,
        providerReference: second,
        gross: 200_08,
        date: '2026-11-21',
      },
      { kind: 'trailer', rows: 3, sales: 200_08, net: 0 },
    ],
  ])
})
