import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { WaitingFault } from '../../sandbox/faults.ts'
import { salesText } from '../../sandbox/rede/edi-text.ts'
import { cents } from '../../src/primitives/money.ts'
import { ediPlaceOf } from '../../src/providers/rede/edi-files.ts'
import { readEdiDay } from '../../src/providers/rede/read-edi.ts'
import { SettlementFileBroken } from '../../src/providers/statement/broken.ts'
import { redeFile, redeSales, redeTexts } from '../kit/rede-day.ts'
import { allFiles, assertAddsUp, namesOf, rowsOf } from '../kit/settlement.ts'
import { longSignal, sale } from './acquirer-bench.ts'
import { testMailbox } from './mailbox-contract.ts'
import { openRedeBench } from './rede-bench.ts'

const dayMs = 24 * 60 * 60_000

/** A store at Rede on Monday, 2 March 2026, 10:15 in São Paulo, and its mailbox. */
async function openStore(t: TestContext) {
  const bench = await openRedeBench({ mailbox: true })
  t.after(() => bench.stop())
  return {
    ...bench,
    files: bench.acquirer.files,
    async sellIn(installments: number, amount: number) {
      const order = sale({ amount, installments })
      const outcome = await bench.acquirer.sale(order, longSignal())
      assert(outcome.kind === 'approved', outcome.kind)
      return { ...outcome, order: order.attemptRef, tid: outcome.tid ?? '' }
    },
    fault: (fault: WaitingFault['fault'], operation = 'settlement-file') =>
      bench.world.faults.add({ provider: 'rede', operation, fault, times: 1 }),
  }
}

test('a sale is in the files of its day, with its installments and their days', async (t) => {
  const { files, sellIn, advance } = await openStore(t)
  const sold = await sellIn(3, 100_00)
  await sellIn(1, 40_00)
  await advance(dayMs)
  const [name = '', ...others] = await namesOf(files)
  assert.deepEqual([name, ...others], ['2026-03-03'])
  const rows = await rowsOf(files, name)
  assertAddsUp(rows)
  const [header, first, ...parts] = rows
  assert.partialDeepStrictEqual(header, {
    ...{ kind: 'header', merchant: '010004321', date: '2026-03-02', sequence: 1 },
    layoutVersion: 'V2.03',
  })
  assert.deepEqual(first, {
    line: 2,
    kind: 'sale',
    reference: sold.order,
    providerReference: sold.tid,
    nsu: sold.nsu,
    authorizationCode: sold.authorizationCode,
    brand: 'Visa',
    gross: 100_00,
    installments: 3,
    date: '2026-03-02',
  })
  assert.deepEqual(
    parts.flatMap((row) =>
      row.kind === 'installment' ? [[row.number, row.gross, row.net, row.dueOn]] : [],
    ),
    [
      // The odd cents of what is paid are in the first one.
      [1, 33_34, 32_51, '2026-04-01'],
      [2, 33_33, 32_50, '2026-05-04'], // 1 May is a holiday, then comes a weekend.
      [3, 33_33, 32_50, '2026-06-01'], // From Sunday.
      [1, 40_00, 39_20, '2026-04-01'],
    ],
  )
})

test('cancels and payments are in the files of their days', async (t) => {
  const { acquirer, files, sellIn, advance } = await openStore(t)
  const [canceled, kept] = [await sellIn(1, 80_00), await sellIn(2, 60_00)]
  await acquirer.cancel(canceled.reference, cents(10_00), longSignal())
  await advance(dayMs)
  await acquirer.cancel(canceled.reference, cents(5_00), longSignal())
  await acquirer.cancel(kept.reference, cents(7_00), longSignal())
  await advance(70 * dayMs)
  const days = await allFiles(files)
  const refunds = days.flat().filter((row) => row.kind === 'refund')
  assert.deepEqual(
    refunds.map(({ providerReference, amount, date }) => [providerReference, amount, date]),
    [
      [canceled.tid, 10_00, '2026-03-02'],
      [canceled.tid, 5_00, '2026-03-03'],
      [kept.tid, 7_00, '2026-03-03'],
    ],
  )
  assert.equal(new Set(refunds.map(({ refundId }) => refundId)).size, 3)
  const paid = days.flat().filter((row) => row.kind === 'payment')
  const byDay = Map.groupBy(paid, ({ date }) => date)
  assert.deepEqual(
    [...byDay].map(([date, rows]) => [date, rows.reduce((sum, { amount }) => sum + amount, 0)]),
    [
      ['2026-04-01', 80_00 - 1_59 + (30_00 - 75)],
      ['2026-05-04', 30_00 - 75],
    ],
  )
})

testMailbox(openStore)

test('a file is found by its name, with the day in either form', () => {
  const sales = { kind: 'sales', date: '2026-03-03' }
  for (const [name, place] of [
    ['EEVC_010004321_03032026_000001.TXT', sales],
    ['REDE.EEVC.20260303.txt', sales],
    ['eefi-20260303', { ...sales, kind: 'payments' }],
    ['EEVD_010004321_03032026_000001.TXT', undefined],
    ['EEVC_010004321.TXT', undefined],
    ['EEVC_99999999.TXT', undefined],
    ['EEVC_15082033_03032026_000001.TXT', sales],
    ['EEVC_03032026_15082033.TXT', sales],
    ['EEVC_03032026.txt.part', undefined],
    ['EEVC_03032026.md5', undefined],
  ] as const)
    assert.deepEqual(ediPlaceOf('15082033')(name), place, name)
})

const read = (sales: string, payments: string) => {
  async function* bytes(text: string) {
    yield Buffer.from(text, 'latin1')
  }
  return Array.fromAsync(readEdiDay({ sales: bytes(sales), payments: bytes(payments) }))
}

test('the files that rede-edi reads are those that the sandbox writes', async () => {
  const [sales, payments] = redeTexts()
  for (const [name, text] of [
    ['EEVC', sales],
    ['EEFI', payments],
  ] as const) {
    const path = join(import.meta.dirname, `../vectors/rede-edi/${name}.TXT`)
    assert.equal(await readFile(path, 'latin1'), text, name)
  }
  assertAddsUp(await read(sales, payments))
})

test('every row of a day comes back from its files', async () => {
  const rows = await read(...redeTexts())
  assert.deepEqual(
    rows.flatMap((row) =>
      row.kind === 'installment' ? [[row.providerReference.at(-1), row.net, row.dueOn]] : [],
    ),
    redeSales.flatMap(({ parts }) =>
      parts.map(({ providerReference, net, dueOn }) => [providerReference.at(-1), net, dueOn]),
    ),
  )
  const { establishment, date } = redeFile
  const [whole, split] = redeSales.map((each) => each.sale)
  assert.partialDeepStrictEqual(
    rows.filter(({ kind }) => ['payment', 'refund', 'chargeback'].includes(kind)),
    [
      { kind: 'payment', amount: 98_01, date, bankReference: '341/000452/00000123873' },
      { kind: 'refund', providerReference: whole?.providerReference, amount: 30_00, date },
      { kind: 'chargeback', caseId: split?.providerReference, amount: 50_01, date },
    ],
  )
  assert.equal(rows[0]?.kind === 'header' && Number(rows[0].merchant), Number(establishment))
})

test('a file that is cut at any byte is not complete', async () => {
  const [sales, payments] = redeTexts()
  for (let cut = 3; cut < sales.length; cut += 61)
    await assert.rejects(read(sales.slice(0, -cut), payments), SettlementFileBroken)
  for (let cut = 3; cut < payments.length; cut += 61)
    await assert.rejects(read(sales, payments.slice(0, -cut)), SettlementFileBroken)
})

/** A text without its first record of a type. */
const without = (text: string, type: string): string => {
  const lines = text.split('\r\n')
  return lines
    .toSpliced(
      lines.findIndex((line) => line.startsWith(type)),
      1,
    )
    .join('\r\n')
}
/** A text with its first record of a type changed. */
const changed = (text: string, type: string, into: (line: string) => string): string => {
  const lines = text.split('\r\n')
  const at = lines.findIndex((line) => line.startsWith(type))
  return lines.with(at, into(lines[at] ?? '')).join('\r\n')
}
const put = (at: number, value: string) => (line: string) =>
  line.slice(0, at - 1) + value + line.slice(at - 1 + value.length)

test('a trailer that differs from its records differs in the row too', async () => {
  const [sales, payments] = redeTexts()
  const noSales = salesText(redeFile, [])
  for (const [one, other] of [
    [noSales, changed(payments, '052', put(27, '000000000000000'))],
    [noSales, changed(payments, '052', put(86, '000000000000000'))],
    [without(sales, '008'), payments],
    [without(sales, '014'), payments],
    [changed(sales, '006', put(54, '000000000000001')), payments],
    [changed(sales, '008', put(38, '000000000020000')), payments],
    [sales, without(payments, '034')],
    [sales, changed(payments, '035', put(30, '000000000000001'))],
  ] as const) {
    const rows = await read(one, other)
    const trailer = rows.at(-1)
    assert(trailer?.kind === 'trailer')
    const sum = (kind: 'sale' | 'installment') =>
      rows.reduce(
        (total, row) =>
          total +
          (row.kind === 'sale' && kind === 'sale' ? row.gross : 0) +
          (row.kind === 'installment' && kind === 'installment' ? row.net : 0),
        0,
      )
    assert.notDeepEqual(
      [trailer.rows, trailer.sales, trailer.net],
      [rows.length, sum('sale'), sum('installment')],
    )
  }
})

test('what cannot be read, or is not ours, is named in its row', async () => {
  const [sales, payments] = redeTexts()
  const problems = async (one: string, other = payments) =>
    (await read(one, other)).flatMap((row) => (row.kind === 'unreadable' ? [row.problem] : []))
  assert.deepEqual(await problems(sales), [])
  for (const [spoiled, problem] of [
    [changed(sales, '008', put(38, 'x')), 'uma venda não pôde ser lida'],
    [changed(sales, '012', put(221, '000000000000001')), /o líquido de uma venda/],
    [without(sales, '006'), 'uma venda não tem o resumo antes dela'],
    [changed(sales, '004', put(1, '999')), 'tipo de registro desconhecido'],
    [changed(sales, '002', put(12, 'CIELO   ')), /não é o cabeçalho/],
    [changed(sales, '002', put(1, '030')), 'o arquivo não é um EEVC'],
    [salesText({ ...redeFile, date: '2026-04-08' }, redeSales), /de dias diferentes/],
  ] as const) {
    const [first = ''] = await problems(spoiled)
    if (typeof problem === 'string') assert.equal(first, problem)
    else assert.match(first, problem)
  }
  const credit = recordOf([1, '043010004321'], [49, '00000000000032x'])
  for (const other of [
    changed(payments, '034', put(24, '00000000')),
    payments.replace('050010004321', `${credit}\r\n050010004321`),
  ])
    assert.deepEqual(await problems(sales, other), ['um crédito não pôde ser lido'])
})

test('a rejected sale is none, and money that is withheld was not paid', async () => {
  const [sales, payments] = redeTexts()
  const rows = await read(
    changed(sales, '008', put(84, '022')),
    changed(payments, '034', put(130, '12')),
  )
  const { sale: whole } = redeSales[0] ?? {}
  assert.ok(!rows.some((row) => row.kind === 'sale' && row.reference === whole?.reference))
  assert.partialDeepStrictEqual(
    rows.filter(({ kind }) => kind === 'adjustment'),
    [
      { type: 'rejected', amount: 0 },
      { type: '034 12', amount: 98_01 },
    ],
  )
})

/** EEFI with its first debit replaced. */
function withDebits(payments: string, into: (debit: string) => readonly string[]): string {
  const lines = payments.split('\r\n')
  const at = lines.findIndex((line) => line.startsWith('035'))
  return lines.toSpliced(at, 1, ...into(lines[at] ?? '')).join('\r\n')
}
const refundsIn = async (payments: string) =>
  (await read(redeTexts()[0], payments)).flatMap((row) =>
    row.kind === 'refund' ? [[row.refundId.split(' ').slice(1).join(' '), row.amount]] : [],
  )

test('debits of one request are one refund, and of two requests two', async () => {
  const [, payments] = redeTexts()
  const taken = put(30, '000000000001500')
  const [half, other] = [taken, (line: string) => put(224, '000000000001500')(taken(line))]
  assert.deepEqual(await refundsIn(withDebits(payments, (debit) => [half(debit), half(debit)])), [
    ['000000001 3000', 30_00],
  ])
  // The rest is taken another day: the row has what was taken, and the id of the request.
  assert.deepEqual(await refundsIn(withDebits(payments, (debit) => [half(debit)])), [
    ['000000001 3000', 15_00],
  ])
  assert.deepEqual(await refundsIn(withDebits(payments, (debit) => [half(debit), other(debit)])), [
    ['000000001 3000', 15_00],
    ['000000001 1500', 15_00],
  ])
  const nameless = put(109, '000000000000000')
  const alone = await refundsIn(
    withDebits(payments, (debit) => [nameless(half(debit)), nameless(half(debit))]),
  )
  assert.deepEqual(
    alone.map(([, amount]) => amount),
    [15_00, 15_00],
  )
  assert.notEqual(alone[0]?.[0], alone[1]?.[0])
})

test('a debit without a sale of the API, or for another reason, is an adjustment', async () => {
  const [sales, payments] = redeTexts()
  for (const other of [
    without(payments, '053'),
    changed(payments, '035', put(48, 'ALUGUEL DE EQUIPAMENTO')),
  ]) {
    const rows = await read(sales, other)
    assert.ok(!rows.some(({ kind }) => kind === 'refund'))
    assert.partialDeepStrictEqual(
      rows.filter(({ kind }) => kind === 'adjustment'),
      [{ type: '18', amount: -30_00 }],
    )
  }
})

/** A record of spaces with texts at their positions. */
const recordOf = (...fields: readonly (readonly [at: number, text: string])[]): string =>
  fields.reduce((line, [at, text]) => put(at, text)(line.padEnd(at + text.length - 1)), '')

test('a debit from the bank account, an advance and another credit are read', async () => {
  const [sales, payments] = redeTexts()
  const place = '010004321'
  const fromBank = recordOf(
    ...([
      [1, `038${place}`],
      [24, '09042026'],
      [32, '000000000000700'],
      [68, '022903010'],
    ] as const),
    ...([
      [100, '18CANCELAMENTO DE VENDA'],
      [146, '77'],
      [175, '000000000000700'],
    ] as const),
    ...([
      [205, place],
      [222, '000000000001'],
    ] as const),
  )
  const online = recordOf(
    ...([
      [1, '054022903010'],
      [29, place],
      [46, '000000000001'],
      [79, 'TID-OF-THE-SALE'],
    ] as const),
  )
  const advance = recordOf([1, `036${place}`], [32, '000000000012345'])
  const credit = recordOf([1, `043${place}`], [49, '000000000000321'], [87, 'ACERTO'])
  const lines = payments.split('\r\n')
  // Records of the API may stand after the totals of their establishment.
  const at = lines.findIndex((line) => line.startsWith('052'))
  const rows = await read(
    sales,
    lines.toSpliced(at, 0, fromBank, advance, credit, online).join('\r\n'),
  )
  assert.partialDeepStrictEqual(
    rows.filter((row) => row.kind === 'refund' && row.amount === 7_00),
    [
      {
        providerReference: 'TID-OF-THE-SALE',
        refundId: 'TID-OF-THE-SALE 77 700',
        date: '2026-04-09',
      },
    ],
  )
  assert.partialDeepStrictEqual(
    rows.filter(({ kind }) => kind === 'adjustment'),
    [
      { type: '036', amount: 123_45, text: 'antecipação' },
      { type: '043', amount: 3_21, text: 'ACERTO' },
    ],
  )
})

test('the records of the API count wherever they stand after their summary', async () => {
  const [sales, payments] = redeTexts()
  const lines = sales.split('\r\n')
  const isOnline = (line: string) => /^03[45]/.test(line)
  const at = lines.findIndex((line) => line.startsWith('028'))
  const late = lines.toSpliced(at, 0, ...lines.filter(isOnline))
  const moved = late.filter((line, index) => !isOnline(line) || index >= at)
  const [usual, rows] = [await read(sales, payments), await read(moved.join('\r\n'), payments)]
  assert.deepEqual(rows, usual)
})

test('records that are grouped by their type are read as those of each summary', async () => {
  const [sales, payments] = redeTexts()
  const lines = sales.split('\r\n')
  const isSummary = (line: string) => /^0(?:06|10)/.test(line)
  const grouped = [
    ...lines.slice(0, 2),
    ...lines.filter(isSummary),
    ...lines.slice(2).filter((line) => !isSummary(line)),
  ]
  assert.deepEqual(await read(grouped.join('\r\n'), payments), await read(sales, payments))
})

test('an installment of another plan is none of the sale', async () => {
  const [sales, payments] = redeTexts()
  const lines = sales.split('\r\n')
  const at = lines.findLastIndex((line) => line.startsWith('014'))
  const third = put(38, '03')(lines[at] ?? '')
  const rows = await read(lines.toSpliced(at + 1, 0, third).join('\r\n'), payments)
  assert.ok(!rows.some((row) => row.kind === 'installment' && row.number > row.total))
})

test('files that another program copies to a folder are read', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-edi-'))
  t.after(() => rm(folder, { recursive: true }))
  const { another } = await openStore(t)
  const adapter = another({ edi: undefined, ediFolder: folder })
  const [sales, payments] = redeTexts()
  await writeFile(join(folder, 'EEVC_10042026.txt'), sales, 'latin1')
  assert.deepEqual(await namesOf(adapter.files), [], 'the day is not complete')
  await writeFile(join(folder, 'EEFI_10042026.txt'), payments, 'latin1')
  assert.deepEqual(await namesOf(adapter.files), ['2026-04-10'])
  assertAddsUp(await rowsOf(adapter.files, '2026-04-10'))
  await adapter.close()
})
