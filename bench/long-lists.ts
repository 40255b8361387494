import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBenchDatabase } from './database.ts'
import { nearlyAll } from './fill-lists.ts'
import { openListLibrary } from './list-library.ts'
import { type LongList, longestLists } from './long-list-pages.ts'
import { type Answer, measure, type Rate, ratio } from './measure.ts'

const mostMs = 300
const seconds = 1

/**
 * Measures how long each list of the dashboard takes at the API when it has `rows` rows, with each
 * of its filters. One list at a time: each has a database of its own, which is deleted after it.
 */
export async function longLists({
  rows,
  only,
}: {
  readonly rows: number
  /** The lists to measure. Empty: all. */
  readonly only: readonly string[]
}): Promise<Answer> {
  const found = new Map<string, readonly Rate[]>()
  for (const list of longestLists)
    if (only.length === 0 || only.includes(list.name))
      found.set(list.name, await measureList(list, rows))
  return {
    bench: 'long-lists',
    question: `lists of ${rows.toLocaleString('en-US')} rows, one request at a time, ms`,
    rates: [...found.values()].flat(),
    ratios: [...found].map(([name, rates]) =>
      ratio(`${name}, slowest p99, ms`, Math.max(...rates.map(({ p99Ms }) => p99Ms)), {
        atMost: mostMs,
      }),
    ),
  }
}

async function measureList(list: LongList, rows: number): Promise<readonly Rate[]> {
  const home = await mkdtemp(join(tmpdir(), 'guiche-bench-home-'))
  const database = await openBenchDatabase()
  try {
    const library = await openListLibrary(database.url, { home, list, rows, holder: nearlyAll })
    const rates: Rate[] = []
    for (const [what, page] of Object.entries(library.pages))
      rates.push(await measurePage(`${list.name}: ${what}`, page, library.read))
    await library.close()
    return rates
  } finally {
    await database.close()
    await rm(home, { recursive: true, force: true })
  }
}

async function measurePage(
  name: string,
  path: string,
  read: (path: string) => Promise<void>,
): Promise<Rate> {
  try {
    return await measure({ name, concurrency: 1, seconds, act: () => read(path) })
  } catch (cause) {
    console.error(`${name}: ${cause}`)
    return { name, perSecond: 0, medianMs: Infinity, p99Ms: Infinity }
  }
}
