import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { salesText } from '../../sandbox/cielo/edi-text.ts'
import type { WaitingFault } from '../../sandbox/faults.ts'
import { cents } from '../../src/primitives/money.ts'
import { ediPlace } from '../../src/providers/cielo/edi-files.ts'
import { readEdiDay } from '../../src/providers/cielo/read-edi.ts'
import { SettlementFileBroken } from '../../src/providers/statement/broken.ts'
import { openLocalFolder } from '../../src/providers/statement/local-folder.ts'
import { openPairedFiles, pairedDays } from '../../src/providers/statement/paired-files.ts'
import { openCieloDisputeBench } from '../kit/cielo-disputes.ts'
import { ediDay, ediFile, ediRows, ediTexts } from '../kit/edi-day.ts'
import { allFiles, assertAddsUp, filesSince, namesOf, rowsOf } from '../kit/settlement.ts'
import { longSignal, sale } from './acquirer-bench.ts'
import { testMailbox } from './mailbox-contract.ts'

const dayMs = 24 * 60 * 60_000

/** A store at Cielo on Monday, 2 March 2026, 10:15 in São Paulo, and its mailbox. */
async function openStore(t: TestContext) {
  const bench = await openCieloDisputeBench(t, { mailbox: true })
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
      bench.world.faults.add({ provider: 'cielo', operation, fault, times: 1 }),
  }
}

test('a sale is in the file of its day, in parts with a fee each', async (t) => {
  const { files, sellIn, advance } = await openStore(t)
  const sold = await sellIn(3, 100_00)
  await advance(dayMs)
  const [name = '', ...others] = await namesOf(files)
  assert.deepEqual([name, ...others], ['2026-03-03'])
  const rows = await rowsOf(files, name)
  assertAddsUp(rows)
  const [header, first, ...parts] = rows
  assert.partialDeepStrictEqual(header, {
    kind: 'header',
    date: '2026-03-02',
    sequence: 1,
    layoutVersion: '015',
  })
  assert.deepEqual(first, {
    line: 2,
    kind: 'sale',
    reference: sold.order.slice(0, 20),
    providerReference: sold.tid,
    nsu: sold.nsu,
    authorizationCode: sold.authorizationCode,
    brand: 'Visa',
    gross: 100_00,
    installments: 3,
    date: '2026-03-02',
  })
  assert.deepEqual(
    parts.flatMap((row) => (row.kind === 'installment' ? [[row.gross, row.fee, row.dueOn]] : [])),
    [
      [33_34, 83, '2026-04-01'],
      [33_33, 83, '2026-05-04'], // 1 May is a holiday, then comes a weekend.
      [33_33, 83, '2026-06-01'], // From Sunday.
    ],
  )
})

test('cancels, claims and payments are in the files of their days', async (t) => {
  const { acquirer, files, sell, claim, dispute, advance } = await openStore(t)
  const [canceled, claimed] = [await sell(80_00), await sell(60_00)]
  await acquirer.cancel(canceled.reference, cents(10_00), longSignal())
  const { caseId } = await claim({ reference: claimed.attemptRef })
  await advance(dayMs)
  await acquirer.cancel(canceled.reference, cents(5_00), longSignal())
  await dispute({ reference: caseId, action: 'lose' })
  await advance(dayMs)
  await dispute({ reference: caseId, action: 'reverse' })
  await advance(40 * dayMs)
  const days = await allFiles(files)
  const of = (day: number, kind: string) => (days[day] ?? []).filter((row) => row.kind === kind)
  for (const [day, amount, date] of [
    [0, 10_00, '2026-03-02'],
    [1, 5_00, '2026-03-03'],
  ] as const)
    assert.partialDeepStrictEqual(of(day, 'refund'), [
      { providerReference: canceled.tid, amount, date },
    ])
  const money = { caseId: claimed.tid, providerReference: claimed.tid, amount: 60_00 }
  assert.partialDeepStrictEqual(of(1, 'chargeback'), [{ ...money, date: '2026-03-03' }])
  assert.partialDeepStrictEqual(of(2, 'chargeback-reversal'), [{ ...money, date: '2026-03-04' }])
  assert.partialDeepStrictEqual(
    days.flat().filter((row) => row.kind === 'payment'),
    [{ date: '2026-04-01', amount: 80_00 - 1_59 + (60_00 - 1_19) }],
  )
})

testMailbox(openStore)

test('the key of the server must be the one in the settings, and the password right', async (t) => {
  const { sellIn, advance, another, settings } = await openStore(t)
  await sellIn(1, 10_00)
  await advance(dayMs)
  assert(settings.edi)
  for (const change of [{ hostKey: `SHA256:${'A'.repeat(43)}` }, { password: 'other' }]) {
    const foreign = another({ edi: { ...settings.edi, ...change } })
    t.after(() => foreign.close())
    const listing = await foreign.files?.list(filesSince('2026-03-01'), longSignal())
    assert.equal(listing?.kind, 'unknown')
    await assert.rejects(rowsOf(foreign.files, '2026-03-03'))
  }
})

test('days are found by the names of their files', () => {
  assert.deepEqual(
    pairedDays(
      [
        'CIELO04_1234567890_20260304_0000002.TXT',
        'CIELO03_1234567890_20260303_0000001.TXT',
        'CIELO09_1234567890_20260303_0000001.TXT',
        'CIELO04D_20260303.txt',
        'leia-me.txt',
      ],
      ediPlace,
    ),
    [
      {
        name: '2026-03-03',
        sales: 'CIELO03_1234567890_20260303_0000001.TXT',
        payments: 'CIELO04D_20260303.txt',
      },
    ],
  )
})

const read = (sales: string, payments: string) => {
  async function* bytes(text: string) {
    yield Buffer.from(text, 'latin1')
  }
  return Array.fromAsync(readEdiDay({ sales: bytes(sales), payments: bytes(payments) }))
}

test('the files that cielo-edi reads are those that the sandbox writes', async () => {
  const [sales, payments] = ediTexts()
  for (const [name, text] of [
    ['CIELO03', sales],
    ['CIELO04', payments],
  ] as const) {
    const path = join(import.meta.dirname, `../vectors/cielo-edi/${name}.TXT`)
    assert.equal(await readFile(path, 'latin1'), text, name)
  }
  assertAddsUp(await read(sales, payments))
})

test('every row of a day comes back from its file', async () => {
  const rows = (await read(...ediTexts())).slice(1, -1)
  const bare = (row: object) => {
    const {
      line: _line,
      refundId: _refund,
      reason: _reason,
      bankReference: _bank,
      ...rest
    } = {
      refundId: '',
      reason: '',
      bankReference: '',
      ...row,
    } as Record<string, unknown>
    return JSON.stringify(rest, Object.keys(rest).toSorted())
  }
  assert.deepEqual(rows.map(bare).toSorted(), ediRows.map(bare).toSorted())
})

test('a file that is cut at any byte is not complete', async () => {
  const [sales, payments] = ediTexts()
  for (let length = 0; length < sales.length - 95; length += 37)
    await assert.rejects(read(sales.slice(0, length), payments), SettlementFileBroken)
})

test('a trailer that differs from its records differs in the row too', async () => {
  const [sales, payments] = ediTexts()
  const lines = sales.split('\r\n')
  const lost = lines.findIndex((line) => line.startsWith('E'))
  const without = lines.toSpliced(lost, 1).join('\r\n')
  const rows = await read(without, payments)
  const trailer = rows.at(-1)
  assert(trailer?.kind === 'trailer')
  assert.notEqual(trailer.rows, rows.length)
})

const wrong: readonly [string, (text: string) => string][] = [
  [
    'another version',
    (text) => text.replace('I                    015', 'I                    014'),
  ],
  ['another option', (text) => text.replace('CIELO03', 'CIELO04')],
]
for (const [name, spoil] of wrong) {
  test(`${name} is unreadable as a header`, async () => {
    const [sales, payments] = ediTexts()
    const [first] = await read(spoil(sales), payments)
    assert.equal(first?.kind, 'unreadable')
  })
}

test('two files of different days do not count as one day', async () => {
  const [, payments] = ediTexts()
  const other = salesText({ ...ediFile, date: '2026-04-08' }, ediDay)
  assert.ok((await read(other, payments)).some(({ kind }) => kind === 'unreadable'))
})

test('files that another program copies to a folder are read once they are whole', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-edi-'))
  t.after(() => rm(folder, { recursive: true }))
  const { another } = await openStore(t)
  const adapter = another({ edi: undefined, ediFolder: folder })
  const { files } = adapter
  const bytes = await Promise.all(
    ['03', '04'].map((option) =>
      readFile(join(import.meta.dirname, `../vectors/cielo-edi/CIELO${option}.TXT`)),
    ),
  )
  const [sales, payments] = bytes
  assert(sales && payments)
  const place = (option: string) => join(folder, `CIELO${option}_1234567890_20260410_0000007.TXT`)
  await writeFile(join(folder, 'outro.txt'), 'x')
  await symlink('/etc/hostname', join(folder, 'CIELO03_1234567890_20260411_0000008.TXT'))
  await writeFile(place('03'), sales.subarray(0, sales.length / 2))
  assert.deepEqual(await namesOf(files), [], 'the day is not complete')
  await writeFile(place('04'), payments)
  const [name = '', ...others] = await namesOf(files)
  assert.deepEqual([name, ...others], ['2026-04-10'])
  await assert.rejects(rowsOf(files, name), SettlementFileBroken)
  await writeFile(place('03'), sales)
  assert.equal((await rowsOf(files, name)).at(-1)?.kind, 'trailer')
  await adapter.close()
  await assert.rejects(rowsOf(files, name), SettlementFileBroken)
})

test('a folder that is not there is unknown, and a name is never a path', async () => {
  const folder = openLocalFolder('/nowhere/at/all')
  const files = openPairedFiles(folder, { placeOf: ediPlace, readDay: readEdiDay })
  const listing = await files.list(filesSince('2026-01-01'), longSignal())
  assert.equal(listing.kind, 'unknown')
  for (const name of ['../passwd', '..', ''])
    await assert.rejects(Array.fromAsync(folder.read(name, longSignal())), /not the name/)
})
