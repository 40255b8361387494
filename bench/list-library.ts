import { issueKey } from '../src/accounts/issue-key.ts'
import { openAccount } from '../src/accounts/open-account.ts'
import type { App } from '../src/app.ts'
import { buildApp } from '../src/build-app.ts'
import { type Config, readConfig } from '../src/config.ts'
import { openPool, type Sql } from '../src/db/pool.ts'
import { buildServer } from '../src/http/server/server.ts'
import { randomId } from '../src/primitives/id.ts'
import { openEventFeed } from '../src/webhooks/event-feed.ts'
import { readingOf } from '../test/kit/rows-read.ts'
import { addFunctions, fill, type Holder, type LongShop } from './fill-lists.ts'
import type { LongList } from './long-list-pages.ts'
import { timeStatements } from './timed-sql.ts'

/** A database with one long list, and an API that reads it. */
export interface ListLibrary {
  readonly app: App
  readonly shop: LongShop
  /** By filter. */
  readonly pages: Readonly<Record<string, string>>
  /** Requests a page by its path. Throws when the response is not 200. */
  read(path: string): Promise<void>
  /** The pages of tables and indexes that the statements of a request read. */
  pagesRead(path: string): Promise<number>
  /** The time that the requests have waited for their statements, ms. */
  databaseMs(): number
  close(): Promise<void>
}

const settings = {
  PORT: '0',
  LOG_LEVEL: 'fatal',
  RATE_SECRET_KEY_FACTOR: '1000',
  RATE_ADMIN_TOKEN_FACTOR: '1000',
} as const

/** @param databaseUrl a migrated database without rows */
export async function openListLibrary(
  databaseUrl: string,
  {
    home,
    list,
    rows,
    holder,
  }: {
    readonly home: string
    readonly list: LongList
    readonly rows: number
    readonly holder: Holder
  },
): Promise<ListLibrary> {
  const config = readConfig({ ...settings, GUICHE_HOME: home, DATABASE_URL: databaseUrl })
  const baseUrl = 'http://127.0.0.1'
  const app = await buildApp({ config, databaseUrl, baseUrl, works: false })
  const timed = timeStatements(app.sql)
  // The feed of events reads through the pool that it was opened with.
  const serverOn = (sql: Sql) => buildServer({ ...app, sql, feed: openEventFeed({ ...app, sql }) })
  const server = serverOn(timed.sql)
  const { shop, secretKey } = await openLongShop(app)
  await fillList(databaseUrl, list, { shop, rows, holder })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const headersFor = headersBy(secretKey, config)
  return {
    app,
    shop,
    pages: list.pages(shop),
    async read(path) {
      const response = await fetch(url + path, { headers: headersFor(path) })
      const text = await response.text()
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
    },
    async pagesRead(path) {
      const { reading } = await readingOf(app.sql, async (sql) => {
        const explained = serverOn(sql)
        await explained.inject({ url: path, headers: headersFor(path) })
        await explained.close()
      })
      return reading.pages
    },
    databaseMs: timed.busyMs,
    async close() {
      await server.close()
      await app.close()
    },
  }
}

const headersBy = (secretKey: string, { secrets }: Config) => {
  const user = `Basic ${Buffer.from(`x:${secretKey}`).toString('base64')}`
  const admin = `Bearer ${secrets.adminToken}`
  return (path: string) => ({ authorization: path.startsWith('/api/admin') ? admin : user })
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
  {
    shop,
    rows,
    holder,
  }: { readonly shop: LongShop; readonly rows: number; readonly holder: Holder },
): Promise<void> {
  const sql = openPool({ url, max: 1, applicationName: 'guiche-bench', statementMs: 0 })
  console.log(`${name}: adding ${rows.toLocaleString('en-US')} rows`)
  for (const setting of ['synchronous_commit = off', "maintenance_work_mem = '1GB'"])
    await sql.unsafe(`set ${setting}`)
  await addFunctions(sql, { rows, days, holder: holder(shop.accountId) })
  for (const { table, most = rows, insert } of tables)
    await fill(sql, table, Math.min(rows, most), (range) => insert(sql, shop, range))
  await sql`checkpoint`
  await sql.end()
}
