import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SettlementFileBroken } from '../statement/broken.ts'
import { sequenceOfDay } from '../statement/statement-days.ts'
import { readStatement } from './read-statement.ts'

// The lines are the examples of Efí's layout, version 4.0, with real minutes in the ids of Pix.
const day = '2021-12-10'
const header = [
  'CA;Gerencianet;364;1;517613;João da Silva;2021-12-17',
  `${day};Extrato de Conciliação API Pix;1.0`,
].join(';')
const [endToEndId, returnId] = [
  'E0000000020211108155770382802132',
  'D0000000020211108155770382000232',
].map((id) => `${id.slice(0, 17)}1815${id.slice(21)}`)
const at = '2021-12-10T20:15:00.358Z'
const byKey = `PEC;318548257;${endToEndId};123000010002003000001;9.00;12345678908;cGFn;API;${at}`
const byAccount = [
  `PEB;318548257;${endToEndId};123000010002003000001;9.00;João da Silva`,
  `12345678908;09089356;1;123453;cacc;cGFn;API;${at}`,
].join(';')
const undone = `EPE;318548257;${endToEndId};9.00;${at}`
const returned = `PDR;318548268;${endToEndId};${returnId};3.00;${at}`
const trailer = (records: number) => `T;${records};1;2;2;1;2;2;1;1;1;1;1`

async function read(lines: readonly string[], known: string | undefined = 'OURS1') {
  const text = lines.map((line) => `${line}\n`).join('')
  async function* chunks() {
    yield Buffer.from(text)
  }
  const rows = await Array.fromAsync(readStatement(chunks(), { day, payoutOf: async () => known }))
  return rows.map(({ line: _line, ...row }) => row)
}

const payout = {
  kind: 'payout',
  payoutId: '123000010002003000001',
  endToEndId,
  amount: 9_00,
  date: day,
}
const records: readonly [string, string, object][] = [
  ['a Pix to a key', byKey, payout],
  ['a Pix to a bank account', byAccount, payout],
  [
    'a failed Pix',
    undone,
    { kind: 'payout-return', payoutId: 'OURS1', endToEndId, amount: 9_00, date: day },
  ],
  [
    'a return',
    returned,
    { kind: 'payout-return', payoutId: 'OURS1', endToEndId: returnId, amount: 3_00, date: day },
  ],
]
for (const [name, line, row] of records) {
  test(`reads ${name}`, async () => {
    assert.deepEqual(await read([header, line, trailer(1)]), [
      {
        kind: 'header',
        merchant: '517613',
        date: day,
        sequence: sequenceOfDay(day),
        layoutVersion: '1.0',
      },
      row,
      { kind: 'trailer', rows: 3, sales: 0, net: 0 },
    ])
  })
}

test('a return of a payment that is not ours is under its EndToEndId', async () => {
  async function* chunks() {
    yield Buffer.from(`${header}\n${returned}\n${trailer(1)}`)
  }
  const rows = await Array.fromAsync(
    readStatement(chunks(), { day, payoutOf: async () => undefined }),
  )
  assert.partialDeepStrictEqual(rows, [{}, { kind: 'payout-return', payoutId: endToEndId }])
})

test('the day of a payment is the day in São Paulo', async () => {
  const late = byKey.replace(at, '2021-12-11T02:59:59.000Z')
  assert.partialDeepStrictEqual(await read([header, late, trailer(1)]), [{}, { date: day }])
})

test('the trailer of the first version of the layout has six totals', async () => {
  assert.partialDeepStrictEqual(await read([header, 'T;0;0;0;0;0;0']), [{}, { rows: 2 }])
})

const wrong: readonly [string, readonly string[], number][] = [
  ['a first line that is no header', [byKey, trailer(1)], 0],
  ['a second header', [header, header, trailer(1)], 1],
  ['a header of another day', [header.replace(day, '2021-12-09'), trailer(0)], 0],
  ['an unknown type', [header, 'XYZ;1', trailer(1)], 1],
  ['a type that was not requested', [header, 'SD0;29.00;2022-06-09', trailer(1)], 1],
  ['a field too many', [header, `${byKey};x`, trailer(1)], 1],
  ['a wrong amount', [header, byKey.replace('9.00', '9,00'), trailer(1)], 1],
  ['an amount of nothing', [header, byKey.replace('9.00', ''), trailer(1)], 1],
  ['a wrong instant', [header, byKey.replace(at, '10/12/2021'), trailer(1)], 1],
  ['a wrong id of a Pix', [header, byKey.replace('E0', 'X0'), trailer(1)], 1],
  ['a wrong id of ours', [header, byKey.replace('123000010002003000001', 'a b'), trailer(1)], 1],
  ['a wrong id of a return', [header, returned.replace('D0', 'X0'), trailer(1)], 1],
  ['a record after the trailer', [header, trailer(0), byKey], 2],
]
for (const [name, lines, index] of wrong) {
  test(`${name} is unreadable, and the other lines are read`, async () => {
    const kinds = (await read(lines)).map(({ kind }) => kind)
    assert.equal(kinds[index], 'unreadable')
    assert.equal(kinds.filter((kind) => kind === 'unreadable').length, 1)
  })
}

test('a statement that is cut at any place before its trailer is not complete', async () => {
  const text = Buffer.from(`${header}\n${byKey}\n`)
  for (let length = 0; length <= text.length; length += 1) {
    async function* chunks() {
      yield text.subarray(0, length)
    }
    await assert.rejects(
      Array.fromAsync(readStatement(chunks(), { day, payoutOf: async () => undefined })),
      SettlementFileBroken,
      `cut at ${length}`,
    )
  }
})
