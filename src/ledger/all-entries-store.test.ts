import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../test/kit/database.ts'
import { readingOf } from '../../test/kit/rows-read.ts'
import {
  type AllEntriesFilter,
  allEntries,
  type EntryPlace,
  mostRead,
} from './all-entries-store.ts'

/* Three accounts. The first has most transfers; a rare book is in the last transfer of the last. */

const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()].sort() as [
  string,
  string,
  string,
]
const sizes: Readonly<Record<string, number>> = { [first]: 25_000, [second]: 40, [third]: 40 }

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
  const { sql } = database
  for (const [account, rows] of Object.entries(sizes)) {
    await sql.begin(
      async (tx) => {
        await tx`insert into balances (account_id, last_number, last_posted_at)
          values (${account}, ${rows}, timestamptz '2026-01-01' + ${rows} * interval '1 minute')`
        await tx`
          insert into ledger_transfers (
            account_id, id, debit_book, credit_book, amount, cause_type, cause_id, effect,
            posted_at, number, pending_after, available_after, blocked_after, debt_after, seal)
          select ${account}, gen_random_uuid(), 'clearing:pix',
            case when ${account} = ${third} and n = 40 then 'fees' else 'available' end,
            100, 'transaction', gen_random_uuid(), 'sale',
            timestamptz '2026-01-01' + n * interval '1 minute', n, 0, 0, 0, 0, ''
          from generate_series(1, ${rows}::int) as n`
      },
      { statementMs: 0 },
    )
  }
  await sql.begin((tx) => tx`analyze`, { statementMs: 0 })
})
after(() => database.close())

async function walk(filter: AllEntriesFilter, limit: number) {
  const found: string[] = []
  let after: EntryPlace | null | undefined
  let pages = 0
  do {
    const page = await allEntries(database.sql, filter, { limit, ...(after && { after }) })
    found.push(...page.entries.map(({ accountId, number }) => `${accountId} ${number}`))
    after = page.next
    pages += 1
  } while (after !== null)
  return { found, pages }
}

test('pages follow each other over accounts, and leave out and repeat nothing', async () => {
  const from = new Date('2026-01-01T00:21:00Z')
  const to = new Date('2026-01-01T00:39:30Z')
  const { found } = await walk({ from, to }, 7)
  const expected = [first, second, third].flatMap((account) =>
    Array.from({ length: 19 }, (_, index) => `${account} ${index + 21}`),
  )
  assert.deepEqual(found, expected)
  assert.equal((await walk({ accountId: second }, 7)).found.length, 40)
})

test('a rare book without an index is found behind pages that are empty', async () => {
  const { found, pages } = await walk({ book: 'fees' }, 20)
  assert.deepEqual(found, [`${third} 40`])
  assert.equal(pages, Math.ceil((25_000 + 80) / mostRead))
})

test('a book with an index reads a page, and the next page follows', async () => {
  const rare = await readingOf(database.sql, (sql) =>
    allEntries(sql, { book: 'debt' }, { limit: 20 }),
  )
  assert.deepEqual(rare.result, { entries: [], next: null })
  assert.ok(rare.reading.rows <= 20, `${rare.reading.rows} rows`)
  const { found } = await walk({ book: 'available', accountId: third }, 20)
  assert.equal(found.length, 39)
})

test('a page reads a bounded part of the transfers', async () => {
  const { result, reading } = await readingOf(database.sql, (sql) =>
    allEntries(sql, { book: 'fees' }, { limit: 20 }),
  )
  assert.deepEqual(result.entries, [])
  assert.deepEqual(result.next, { accountId: first, number: mostRead })
  assert.ok(reading.rows <= 4 * mostRead, `${reading.rows} rows`)
})

test('a later page does not read what the pages before it read', async () => {
  for (const book of ['fees', 'available'] as const) {
    const after = { accountId: first, number: 20_000 }
    const { result, reading } = await readingOf(database.sql, (sql) =>
      allEntries(sql, { book }, { limit: 20, after }),
    )
    if (book === 'available') assert.equal(result.entries[0]?.number, 20_001)
    assert.ok(reading.rows <= 4 * mostRead + 10, `${book}: ${reading.rows} rows`)
  }
})
