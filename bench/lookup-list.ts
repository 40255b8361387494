import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../src/db/migrate.ts'
import { openPool } from '../src/db/pool.ts'
import { byAge } from '../src/http/request/list-page.ts'
import { monotonicMs } from '../src/primitives/clock.ts'
import { openBenchDatabase } from './database.ts'
import { aTenth } from './fill-lists.ts'
import { type ListLibrary, openListLibrary } from './list-library.ts'
import { type LongList, longestLists } from './long-list-pages.ts'
import { type Answer, calmest, type Rate, ratio, spread } from './measure.ts'

const small = 10_000
const accounts = 1_000
const pageSize = 20
const rounds = 5
const pairs = 150

/**
 * Measures whether reading costs more with more rows: each list with each of its filters, the
 * look-up of a payment and page 1,000, with `rows` rows and with 10,000. Both are of 1,000 accounts
 * in the same server, and the account that reads has a tenth of them. Requests to both take turns.
 * Only the time of the statements counts, so that the cost of HTTP, the same in both, does not hide
 * the difference. One list at a time: its databases are deleted after it.
 */
export async function lookupList({
  rows,
  only,
}: {
  readonly rows: number
  /** The lists to measure. Empty: all. */
  readonly only: readonly string[]
}): Promise<Answer> {
  const rates: Rate[] = []
  const ratios: Answer['ratios'][number][] = []
  for (const list of longestLists) {
    if (only.length > 0 && !only.includes(list.name)) continue
    for (const { name, few, many } of await measureList(list, rows)) {
      rates.push(few, many)
      const figure = ratio(
        `${name}: p99 with ${count(rows)} / p99 with ${count(small)}`,
        many.p99Ms / few.p99Ms,
        { atMost: 1.3 },
      )
      ratios.push(figure)
    }
  }
  return {
    bench: 'lookup-list',
    question: `statements of a page with ${count(rows)} rows of ${count(accounts)} accounts beside ${count(small)}`,
    rates,
    ratios,
  }
}

interface Compared {
  readonly name: string
  readonly few: Rate
  readonly many: Rate
}

async function measureList(list: LongList, rows: number): Promise<readonly Compared[]> {
  const home = await mkdtemp(join(tmpdir(), 'guiche-bench-home-'))
  const database = await openBenchDatabase({ isDurable: false })
  const open = async (name: string, size: number) => {
    const url = await createDatabase(database.url, name)
    return openListLibrary(url, { home, list, rows: size, holder: aTenth(accounts) })
  }
  try {
    const few = await open('few', small)
    const many = await open('many', rows)
    const compared: Compared[] = []
    const [ofFew, ofMany] = [await questionsOf(list, few), await questionsOf(list, many)]
    for (const [what, paths] of Object.entries(ofFew)) {
      const found = await sideBySide(`${list.name}: ${what}`, [
        { name: count(small), library: few, paths },
        { name: count(rows), library: many, paths: ofMany[what] ?? [] },
      ])
      compared.push(found)
      for (const { name, pages, medianMs, p99Ms } of [found.few, found.many])
        console.log(`${name}: ${pages} pages, median ${medianMs} ms, p99 ${p99Ms} ms`)
    }
    await Promise.all([few.close(), many.close()])
    return compared
  } finally {
    await database.close()
    await rm(home, { recursive: true, force: true })
  }
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const admin = openPool({ url: serverUrl, max: 1, applicationName: 'guiche-bench' })
  await admin`create database ${admin(name)}`
  await admin.end()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await migrate(url.href)
  return url.href
}

/** The paths of each question. Each request takes one of them. */
async function questionsOf(
  { name }: LongList,
  library: ListLibrary,
): Promise<Record<string, readonly string[]>> {
  const filters = Object.entries(library.pages).map(([what, path]) => [what, [path]] as const)
  const { app, shop } = library
  if (name !== 'transactions') return Object.fromEntries(filters)
  const list = '/api/user/transactions'
  const sample = await app.sql<{ id: string }[]>`
    select id
    from (select id from transactions where account_id = ${shop.accountId} offset 0) as own
    order by random()
    limit 1000`
  // With fewer pages, the last full one.
  const [place] = await app.sql<{ createdAt: Date; id: string }[]>`
    select created_at as "createdAt", id
    from transactions
    where account_id = ${shop.accountId}
    order by created_at desc, id desc
    limit 1
    offset (
      select least(999 * ${pageSize}::int, count(*) - ${pageSize + 1}::int)
      from transactions
      where account_id = ${shop.accountId})`
  if (!place) throw new Error('the account has no full page')
  return {
    'by id': sample.map(({ id }) => `${list}/${id}`),
    'page 1,000 by cursor': [`${list}?cursor=${byAge.text(place)}`],
    ...Object.fromEntries(filters),
  }
}

interface Side {
  /** The number of its rows. */
  readonly name: string
  readonly library: ListLibrary
  readonly paths: readonly string[]
}

/**
 * The calmest of several rounds of each, so that one disturbance of the machine decides nothing.
 */
async function sideBySide(name: string, sides: readonly [Side, Side]): Promise<Compared> {
  const pages = await Promise.all(
    sides.map(({ library, paths }) => library.pagesRead(paths[0] ?? '')),
  )
  await round(sides)
  const taken: Awaited<ReturnType<typeof round>>[] = []
  for (let each = 0; each < rounds; each += 1) taken.push(await round(sides))
  const rateOf = (side: 0 | 1): Rate => ({
    ...calmest(
      taken.map((times) => ({
        name: `${name}, ${sides[side].name}`,
        perSecond: Math.round(pairs / (sum(times[side].whole) / 1_000)),
        ...spread(times[side].database),
      })),
    ),
    pages: pages[side] ?? 0,
  })
  return { name, few: rateOf(0), many: rateOf(1) }
}

async function round(sides: readonly [Side, Side]) {
  const times = sides.map(() => ({ whole: [] as number[], database: [] as number[] }))
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const [index, { library, paths }] of sides.entries()) {
      const [startMs, databaseMs] = [monotonicMs(), library.databaseMs()]
      await library.read(paths[Math.floor(Math.random() * paths.length)] ?? '')
      times[index]?.whole.push(monotonicMs() - startMs)
      times[index]?.database.push(library.databaseMs() - databaseMs)
    }
  }
  const [few, many] = times
  if (!few || !many) throw new Error('a round has two sides')
  return [few, many] as const
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)

const count = (number: number): string => number.toLocaleString('en-US')
