import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SettlementFileBroken } from '../statement/broken.ts'
import { readReturn } from './read-return.ts'

/** A record of spaces with the texts at their positions, which count from 1. */
const record = (fields: Readonly<Record<number, string>>): string =>
  Object.entries(fields)
    .reduce((text, [at, value]) => text.padEnd(Number(at) - 1) + value, '')
    .padEnd(240)

const header = record({
  ...{ 1: '00100000', 18: '2', 19: '11222333000181', 33: '0031285570014170351', 143: '2' },
  ...{ 144: '21112026', 152: '040000', 158: '000042', 164: '084' },
})
const batchHeader = record({ 1: '00100011T01', 14: '043' })
const segmentT = (movement: string, number = '31285570000000001') =>
  record({ 1: '00100013', 9: '00001', 14: 'T', 16: movement, 38: number, 82: '000000000015000' })
const segmentU = (movement: string, paid = '000000000015007', day = '20112026') =>
  record({ 1: '00100013', 9: '00002', 14: 'U', 16: movement, 78: paid, 138: day, 146: '23112026' })
const pair = (movement: string, number?: string): readonly string[] => [
  segmentT(movement, number),
  segmentU(movement),
]
const segmentY = record({ 1: '00100013', 9: '00003', 14: 'Y', 18: '03' })

/** A whole file of one batch. */
const fileOf = (...details: readonly string[]): readonly string[] => [
  header,
  batchHeader,
  ...details,
  record({ 1: '00100015', 18: String(details.length + 2).padStart(6, '0') }),
  record({ 1: '00199999', 18: '000001', 24: String(details.length + 4).padStart(6, '0') }),
]

const usual = { convenio: '3128557', hasMovements: false }

async function read(records: readonly string[], wanted = usual) {
  async function* bytes() {
    yield Buffer.from(records.map((each) => `${each}\r\n`).join(''), 'latin1')
  }
  return (await Array.fromAsync(readReturn(bytes(), wanted))).map(({ line: _line, ...row }) => row)
}
const detailsOf = async (...details: readonly string[]) =>
  (await read(fileOf(...details))).slice(1, -1)

const sale = {
  kind: 'sale',
  reference: '00031285570000000001',
  providerReference: '00031285570000000001',
  gross: 150_07,
  installments: 1,
  date: '2026-11-20',
}

test('a file has its day, its number and its sums', async () => {
  assert.deepEqual(await read(fileOf(...pair('06'))), [
    {
      kind: 'header',
      merchant: '3128557',
      date: '2026-11-20', // The day before the file was made.
      sequence: 42,
      layoutVersion: '084',
    },
    sale,
    { kind: 'trailer', rows: 3, sales: 150_07, net: 0 },
  ])
})

const unknown = (movement: string) => ({
  kind: 'unreadable',
  problem: `o movimento ${movement} não é conhecido`,
  reference: sale.reference,
})

const movements: readonly [movement: string, what: string, rows: readonly object[]][] = [
  ['06', 'settled', [sale]],
  ['17', 'settled after a write-off', [sale]],
  [
    '44',
    'its cheque was returned',
    [{ kind: 'adjustment', type: '44', amount: -150_07, text: sale.reference }],
  ],
  ['02', 'registered', []],
  ['03', 'registration rejected', []],
  ['09', 'written off', []],
  ['19', 'instruction to protest confirmed', []],
  ['23', "at the notary's office", []],
  ['25', 'protested and written off', []],
  ['26', 'instruction rejected', []],
  ['28', 'fee of the bank', []],
  ['30', 'change rejected', []],
  ['50', 'cheque that is not cleared', []],
  ['05', 'read in two ways', [unknown('05')]],
  ['15', 'read in two ways', [unknown('15')]],
  ['99', 'unknown', [unknown('99')]],
]
for (const [movement, what, rows] of movements) {
  test(`movement ${movement}, ${what}`, async () => {
    assert.deepEqual(await detailsOf(...pair(movement)), rows)
  })
}

const wrong: readonly [name: string, details: readonly string[], problem: RegExp][] = [
  ['a segment T without its U', [segmentT('06'), ...pair('09')], /não tem o seu segmento U/],
  ['a last segment T without its U', [...pair('09'), segmentT('06')], /não tem o seu segmento U/],
  ['a segment U without its T', [segmentU('06')], /não tem o seu segmento T/],
  ['segments of two movements', [segmentT('06'), segmentU('09')], /não pôde ser lido/],
  ['a paid title without an amount', [segmentT('06'), segmentU('06', '0'.repeat(15))], /valor/],
  ['an amount that is no number', [segmentT('06'), segmentU('06', '1,50')], /não pôde ser lido/],
  [
    'a day that does not exist',
    [segmentT('06'), segmentU('06', undefined, '31022026')],
    /não pôde/,
  ],
  ['a title without a number', pair('06', '                 '), /não pôde ser lido/],
  ['a record of another type', [record({ 1: '00100018' })], /registro é desconhecido/],
]
/** A segment T with the number of a boleto. */
const hasNumber = /^.{13}T.{23}31285570000000001/
for (const [name, details, problem] of wrong) {
  test(`${name} is unreadable`, async () => {
    const rows = await detailsOf(...details)
    assert.equal(rows.length, 1)
    assert(rows[0]?.kind === 'unreadable')
    assert.match(rows[0].problem, problem)
    assert.equal(rows[0].reference, hasNumber.test(details[0] ?? '') ? sale.reference : undefined)
  })
}

test('a segment of the PIX may stand between T and U', async () => {
  assert.deepEqual(await detailsOf(segmentT('06'), segmentY, segmentU('06'), segmentY), [sale])
})

test('titles of another agreement of the account are left out', async () => {
  assert.deepEqual(await detailsOf(...pair('06', '99999990000000001')), [])
})

test('a file of another layout, or a remittance, is unreadable as a header', async () => {
  for (const first of [
    `02RETORNO01COBRANCA       0452712387350000000000000000000${' '.repeat(343)}`,
    header.replace(/2(21112026)/, '1$1'),
    header.replace('21112026', '00000000'),
    header.replace(/^001/, '237'),
  ]) {
    const [row, ...others] = await read([first, ...fileOf(...pair('06')).slice(1)])
    assert.equal(row?.kind, 'unreadable')
    assert.deepEqual(others, [])
  }
})

test('a file that has other records than it counts differs in its trailer', async () => {
  const whole = fileOf(...pair('06'), ...pair('09'))
  for (const changed of [
    whole.toSpliced(2, 2), // A title is lost.
    whole.toSpliced(1, 1), // The header of the batch is lost.
    whole.toSpliced(-2, 1), // The trailer of the batch is lost.
  ]) {
    const rows = await read(changed)
    const trailer = rows.at(-1)
    assert(trailer?.kind === 'trailer')
    assert.notEqual(trailer.rows, rows.length)
  }
})

test('a record after the trailer is unreadable', async () => {
  const rows = await read([...fileOf(...pair('06')), segmentT('06')])
  assert.equal(rows.at(-2)?.kind, 'unreadable')
})

test('a file that is cut at any record, or in one, is not complete', async () => {
  const whole = fileOf(...pair('06'), ...pair('09'))
  for (let length = 1; length < whole.length; length += 1)
    await assert.rejects(read(whole.slice(0, length)), SettlementFileBroken)
  const text = whole.map((each) => `${each}\r\n`).join('')
  async function* cut() {
    yield Buffer.from(text.slice(0, 700), 'latin1')
  }
  await assert.rejects(Array.fromAsync(readReturn(cut(), usual)), SettlementFileBroken)
})

test('with movements a return has what happened to each boleto, and its money', async () => {
  const file = fileOf(...pair('02'), ...pair('06'), ...pair('28'), ...pair('09'))
  const rows = (await read(file, { ...usual, hasMovements: true })).slice(1)
  const movement = { kind: 'movement', reference: sale.reference, date: sale.date }
  assert.deepEqual(rows, [
    { ...movement, movement: 'REGISTERED', amount: 150_00 },
    sale,
    { ...movement, movement: 'PAID', amount: 150_07 },
    { ...movement, movement: 'WRITTEN_OFF', amount: 150_00 },
    { kind: 'trailer', rows: 6, sales: 150_07, net: 0 },
  ])
})
