import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { WaitingFault } from '../../sandbox/faults.ts'
import { cents } from '../../src/primitives/money.ts'
import { openSettlementFiles } from '../../src/providers/settlement-layout/settlement-file-client.ts'
import { SettlementFileBroken } from '../../src/providers/statement/broken.ts'
import { openCieloDisputeBench } from '../kit/cielo-disputes.ts'
import { allFiles, assertAddsUp, filesSince, namesOf, rowsOf, sumOf } from '../kit/settlement.ts'
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
  assert.deepEqual(await namesOf(files, filesSince('2027-02-27')), names.slice(-3))
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
    assert.equal((await files?.list(filesSince('2026-03-01'), longSignal()))?.kind, 'unknown')
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
  assert.equal((await foreign.files?.list(filesSince('2026-03-01'), longSignal()))?.kind, 'unknown')
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
    (await bounded({ listingBytes: 10 }).list(filesSince('2026-03-01'), longSignal())).kind,
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
