import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueKey } from '../src/accounts/issue-key.ts'
import { openAccount } from '../src/accounts/open-account.ts'
import type { App } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { openPool, type Sql } from '../src/db/pool.ts'
import { randomId } from '../src/primitives/id.ts'
import { serve } from '../src/serve.ts'
import { openBenchDatabase } from './database.ts'
import { addFunctions, fill, type LongShop } from './fill-lists.ts'
import { type LongList, longestLists } from './long-list-pages.ts'
import { type Answer, measure, type Rate, ratio } from './measure.ts'

const settings = {
  PORT: '0',
  LOG_LEVEL: 'fatal',
  RATE_SECRET_KEY_FACTOR: '1000',
  RATE_ADMIN_TOKEN_FACTOR: '1000',
} as const
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
  const config = readConfig({ ...settings, GUICHE_HOME: home, DATABASE_URL: database.url })
  const gateway = await serve(config, ['api'])
  try {
    const { shop, secretKey } = await openLongShop(gateway.app)
    await fillList(database.url, list, { shop, rows })
    const read = readerOf(gateway.baseUrl, {
      user: `Basic ${Buffer.from(`x:${secretKey}`).toString('base64')}`,
      admin: `Bearer ${config.secrets.adminToken}`,
    })
    const rates: Rate[] = []
    for (const [what, page] of Object.entries(list.pages(shop, rows)))
      rates.push(await measurePage(`${list.name}: ${what}`, page, read))
    return rates
  } finally {
    await gateway.stop()
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

function readerOf(baseUrl: string, by: { readonly user: string; readonly admin: string }) {
  return async (path: string): Promise<void> => {
    const authorization = path.startsWith('/api/admin') ? by.admin : by.user
    const response = await fetch(baseUrl + path, { headers: { authorization } })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  }
}

async function openLongShop(app: App): Promise<{ shop: LongShop; secretKey: string }> {
  const { id: accountId } = await openAccount(app, { name: 'Loja', document: '11222333000181' })
  const { key, record } = await issueKey(app, { accountId, kind: 'secret', name: 'bench' })
  const [providerId, linkId, endpointId] = [randomId(), randomId(), randomId()]
  await app.sql`
    insert into providers (id, kind, name, sealed, callback_digest)
    values (${providerId}, 'cielo', 'Cielo', '', '')`
  const [file] = await app.sql<{ id: string }[]>`
    insert into settlement_files (provider_id, name, status, sequence, started_at)
    values (${providerId}, 'file', 'READING', 1, now())
    returning id`
  if (!file) throw new Error('no file')
  return {
    shop: { accountId, providerId, keyId: record.id, linkId, endpointId, fileId: file.id },
    secretKey: key,
  }
}

async function fillList(
  url: string,
  { name, days = 365, tables }: LongList,
  { shop, rows }: { readonly shop: LongShop; readonly rows: number },
): Promise<void> {
  const sql: Sql = openPool({ url, max: 1, applicationName: 'guiche-bench', statementMs: 0 })
  console.log(`${name}: adding ${rows.toLocaleString('en-US')} rows`)
  for (const setting of ['synchronous_commit = off', "maintenance_work_mem = '1GB'"])
    await sql.unsafe(`set ${setting}`)
  await addFunctions(sql, rows, days)
  for (const { table, most = rows, insert } of tables)
    await fill(sql, table, Math.min(rows, most), (range) => insert(sql, shop, range))
  await sql`checkpoint`
  await sql.end()
}
