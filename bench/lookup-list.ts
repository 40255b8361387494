import { openPool, type Sql } from '../src/db/pool.ts'
import { findTransaction, type TransactionQuery } from '../src/transactions/read-transactions.ts'
import { type TransactionCursor, transactionList } from '../src/transactions/transaction-store.ts'
import { openBenchDatabase } from './database.ts'
import { type Crowd, fillTransactions, rare } from './fill-transactions.ts'
import { type Answer, calmest, measure, type Rate, ratio } from './measure.ts'

const small = 10_000
const accounts = 1_000
const limit = 20
const concurrency = 4
const rounds = 4
const roundSeconds = 2

/**
 * Measures whether reading costs more with more rows: lookup by id, first page, filtered pages, and
 * page 1,000 by cursor, with `rows` transactions and with 10,000, both of 1,000 accounts in the
 * same server. It calls the functions of the routes, so that the cost of HTTP, the same in both,
 * does not hide the difference. Rounds of both are taken in turns.
 */
export async function lookupList({ rows }: { readonly rows: number }): Promise<Answer> {
  const database = await openBenchDatabase()
  const [few, many] = [
    await openLibrary(database.url, 'few', small),
    await openLibrary(database.url, 'many', rows),
  ]
  const rates: Rate[] = []
  const ratios: Answer['ratios'][number][] = []
  for (const question of questions) {
    const [inFew, inMany] = await sideBySide(question, few, many)
    rates.push(inFew, inMany)
    ratios.push(
      ratio(
        `${question}: p99 with ${count(rows)} / p99 with ${count(small)}`,
        inMany.p99Ms / inFew.p99Ms,
        {
          atMost: 1.3,
        },
      ),
    )
  }
  await Promise.all([few.sql.end(), many.sql.end()])
  await database.close()
  return {
    bench: 'lookup-list',
    question: `reads with ${count(rows)} transactions of ${count(accounts)} accounts beside ${count(small)}`,
    rates,
    ratios,
  }
}

interface Library extends Crowd {
  readonly name: string
  readonly sql: Sql
  readonly rows: number
  /** The cursor of page 1,000 of each large account; with fewer pages, of its last full one. */
  readonly deep: ReadonlyMap<string, TransactionCursor>
}

async function openLibrary(serverUrl: string, name: string, rows: number): Promise<Library> {
  const admin = openPool({ url: serverUrl, max: 1, applicationName: 'guiche-bench' })
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const crowd = await fillTransactions(admin, url.href, { name, rows, accounts })
  await admin.end()
  const sql = openPool({ url: url.href, max: concurrency, applicationName: 'guiche-bench' })
  const deep = new Map<string, TransactionCursor>()
  for (const account of crowd.large) deep.set(account, await deepCursor(sql, account))
  return { ...crowd, name, sql, rows, deep }
}

async function deepCursor(sql: Sql, account: string): Promise<TransactionCursor> {
  const [place] = await sql<TransactionCursor[]>`
    with numbered as (
      select created_at, id, row_number() over (order by created_at desc, id desc) as place,
        count(*) over () as total
      from transactions where account_id = ${account})
    select created_at as "createdAt", id
    from numbered
    where place = least(999 * ${limit}::int, total - ${limit}::int)`
  if (!place) throw new Error(`account ${account} has no full page`)
  return place
}

const questions = [
  'lookup by id',
  'first page',
  'filtered page',
  'rare filter',
  'rare status',
  'filter without a match',
  'page 1,000 by cursor',
] as const
type Question = (typeof questions)[number]

/**
 * The fastest of several rounds of each, so that one disturbance of the machine decides nothing.
 */
async function sideBySide(question: Question, few: Library, many: Library): Promise<[Rate, Rate]> {
  const taken = { few: [] as Rate[], many: [] as Rate[] }
  for (let round = 0; round < rounds; round += 1) {
    for (const [side, library] of [
      ['few', few],
      ['many', many],
    ] as const) {
      const name = `${question}, ${count(library.rows)}`
      taken[side].push(
        await measure({
          name,
          concurrency,
          seconds: roundSeconds,
          act: readerOf(question, library),
        }),
      )
    }
  }
  return [calmest(taken.few), calmest(taken.many)]
}

function readerOf(question: Question, { sql, ids, large, deep }: Library): () => Promise<void> {
  const page = async (
    query: (account: string) => Omit<TransactionQuery, 'limit'>,
    expected = limit,
  ) => {
    const account = oneOf(large)
    const filter = query(account)
    const transactions = await transactionList.page(sql, account, filter, {
      ...filter,
      limit: limit + 1,
    })
    if (Math.min(transactions.length, limit) !== expected)
      throw new Error(`${question}: ${transactions.length} of ${expected}`)
  }
  switch (question) {
    case 'lookup by id':
      return async () => {
        const { account, id } = oneOf(ids)
        if (!(await findTransaction({ sql }, account, id))) throw new Error(`${id} is not there`)
      }
    case 'first page':
      return () => page(() => ({}))
    case 'filtered page':
      return () => page(() => ({ statuses: ['PAID'], methods: ['PIX'] }))
    case 'rare filter':
      return () => page(() => ({ statuses: ['REFUSED'], methods: ['BOLETO'] }), rare)
    case 'rare status':
      return () => page(() => ({ statuses: ['REFUSED'] }), rare)
    case 'filter without a match':
      return () => page(() => ({ methods: ['CREDIT_CARD'] }), 0)
    case 'page 1,000 by cursor':
      return () =>
        page((account) => {
          const after = deep.get(account)
          return after ? { after } : {}
        })
  }
}

const oneOf = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

const count = (number: number): string => number.toLocaleString('en-US')
