import assert from 'node:assert/strict'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { type Cell, csvFile, csvName, everyPage, wantsCsv } from './csv.ts'

/** Every byte of a file, its BOM included. */
const text = async (file: Readable): Promise<string> => (await buffer(file)).toString()

async function written(...cells: readonly Cell[]): Promise<string> {
  async function* pages() {
    yield [cells]
  }
  const columns = cells.map(
    (_, index) => [`c${index}`, (row: readonly Cell[]) => row[index]] as const,
  )
  return text(csvFile('a.csv', columns, pages()).body as Readable)
}

const cases: readonly (readonly [string, Cell, string])[] = [
  ['an amount', 1_234_56, '1234,56'],
  ['cents alone', 5, '0,05'],
  ['what leaves', -10_00, '-10,00'],
  ['an instant, in São Paulo', new Date('2026-11-22T02:30:00Z'), '21/11/2026 23:30:00'],
  ['nothing', null, ''],
  ['a text with the separator', 'a;b "c"\nd', '"a;b ""c""\nd"'],
  ['a formula', '=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
  ['a plus', '+55', "'+55"],
  ['a minus', '-1+1|cmd', "'-1+1|cmd"],
  ['an at', '@SUM(A1)', "'@SUM(A1)"],
  ['a tab', '\t=1', "'\t=1"],
]

for (const [name, cell, expected] of cases) {
  test(`${name} is written as ${JSON.stringify(expected)}`, async () =>
    assert.equal(await written(cell), `\ufeffc0\r\n${expected}\r\n`))
}

test('another reader reads the texts back', async () => {
  const texts = ['João; "o" Çédille', 'a\r\nb', 'ímpar']
  const [head, row] = parse(await written(...texts), { bom: true, delimiter: ';' })
  assert.deepEqual([head, row], [['c0', 'c1', 'c2'], texts])
})

test('a table without rows has its headings', async () => {
  async function* pages(): AsyncGenerator<readonly string[]> {
    yield []
  }
  const file = csvFile('a.csv', [['Data', (row: string) => row]], pages())
  assert.equal(await text(file.body as Readable), '\ufeffData\r\n')
})

test('a page that cannot be read ends the file with an error', async () => {
  async function* pages(): AsyncGenerator<readonly string[]> {
    yield ['a']
    throw new Error('no database')
  }
  const file = csvFile('a.csv', [['Data', (row: string) => row]], pages())
  await assert.rejects(text(file.body as Readable), /no database/)
})

test('pages are read one after the other, each only when it is requested', async () => {
  const all = Array.from({ length: 1_200 }, (_, index) => index)
  const requestedAfter: (number | undefined)[] = []
  const pages = everyPage(
    async ({ limit, after }: { limit: number; after?: number }) => {
      requestedAfter.push(after)
      return all.slice(after === undefined ? 0 : after + 1).slice(0, limit)
    },
    (last) => last,
  )
  const first = await pages.next()
  assert.equal(requestedAfter.length, 1)
  const rest = []
  for await (const page of pages) rest.push(...page)
  assert.deepEqual([...(first.value as number[]), ...rest], all)
  assert.deepEqual(requestedAfter, [undefined, 499, 999])
})

for (const [format, accept, expected] of [
  [undefined, '*/*', false],
  [undefined, 'text/csv', true],
  [undefined, 'Text/CSV; charset=utf-8', true],
  [undefined, 'application/json, text/csv;q=0.1', false],
  [undefined, 'application/json;q=0.9, text/csv;q=0.9', false],
  [undefined, 'application/json; q=0.5, text/csv', true],
  [undefined, 'text/csv, */*', true],
  [undefined, 'text/csv;q=0.1, */*', false],
  [undefined, 'text/csv, */*;q=0.1', true],
  [undefined, 'text/csv;q=0', false],
  [undefined, 'text/csv;q=much', false],
  ['csv', 'application/json', true],
  ['CSV', undefined, true],
  ['json', 'text/csv', false],
] as const) {
  test(`format ${format} with Accept ${accept} is ${expected ? 'CSV' : 'JSON'}`, () =>
    assert.equal(wantsCsv({ query: { ...(format && { format }) }, headers: { accept } }), expected))
}

test('an unknown format is rejected by name', () => {
  assert.throws(() => wantsCsv({ query: { format: 'xls' }, headers: {} }), /validation-failed/)
})

test('the name of a file states its content and its days in São Paulo', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  assert.equal(csvName('vendas', {}, now), 'vendas-ate-2026-11-21.csv')
  const [from, to] = [new Date('2026-11-01T03:00:00Z'), new Date('2026-11-11T02:59:59Z')]
  assert.equal(csvName('vendas', { from, to }, now), 'vendas-2026-11-01-a-2026-11-10.csv')
})
