import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { trialBalance } from '../../src/books-audit/trial-balance-store.ts'
import { openPool, type Sql } from '../../src/db/pool.ts'
import { openCitusCluster, requireCitus } from '../kit/citus.ts'
import { openWorld } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'

/*
 * npm run drill -- citus [accounts]: PG_BIN is the bin folder of a PostgreSQL with Citus. On one
 * worker and on two: distributes the tables, sells and pays PIX for all accounts, and checks the
 * books. Prints how many statements each server executed, how many statements Citus sent to the
 * shard of one key and how many to several, and how many commits wrote to one worker, or to both.
 */

const accounts = Number(process.argv[2] ?? 200)
const clients = 16
/** Statements that control a transaction or a session. */
const control = /^\s*(begin|commit|rollback|prepare|set|savepoint|release|select assign_dist)/i
/** Citus names it by the session and the transaction of the coordinator. */
const prepared = /^prepare transaction 'citus_(\d+_\d+_\d+)_/i

try {
  requireCitus()
} catch (cause) {
  console.error((cause as Error).message)
  process.exit(1)
}

const rows: Record<string, string | number>[] = []
for (const workers of [1, 2]) rows.push(...(await drill(workers)))
console.table(rows)
const breaches = rows.reduce((sum, row) => sum + Number(row.breaches), 0)
console.log(breaches === 0 ? 'the books are right' : `${breaches} contradictions`)
process.exitCode = breaches === 0 ? 0 : 1

async function drill(workers: number): Promise<Record<string, string | number>[]> {
  const home = await mkdtemp(join(tmpdir(), 'guiche-citus-'))
  const settings = { 'pg_stat_statements.max': 50_000, 'citus.stat_statements_track': 'all' }
  const cluster = await openCitusCluster({ home, workers, settings })
  Object.assign(process.env, cluster.env)
  const nodes = cluster.urls.map((url) => openPool({ url, max: 1, applicationName: 'drill' }))
  try {
    for (const node of nodes) await node`create extension pg_stat_statements`
    const world = await openWorld({ DATABASE_POOL_SIZE: '20' }, { readsFiles: true })
    try {
      await world.app.sql`create extension pg_stat_statements` // citus_stat_statements reads it.
      const shops: Shop[] = []
      await each(Array.from({ length: accounts }), async () => {
        shops.push(await world.openShop())
      })
      const sold: { shop: Shop; sale: Sale }[] = []
      const count = (work: () => Promise<void>) => counted(world.app.sql, nodes, work)
      const created = await count(() =>
        each(shops, async (shop) => {
          sold.push({ shop, sale: await shop.sell({ paymentMethod: 'PIX', amount: 10_00 }) })
        }),
      )
      const paid = await count(() =>
        each(sold, async ({ shop, sale }) => {
          await shop.pay(sale.pix?.qrcode ?? '')
          await untilPaid(shop, sale)
        }),
      )
      const breaches = (await checkBooks(world.app)).length
      const { isBalanced } = await trialBalance(world.app.sql)
      assert.ok(isBalanced, 'the books balance')
      return [
        { workers, step: 'created', ...created, breaches },
        { workers, step: 'paid', ...paid, breaches },
      ]
    } finally {
      await world.close()
    }
  } finally {
    for (const node of nodes) await node.end()
    await cluster.close()
    await rm(home, { recursive: true, force: true })
  }
}

async function untilPaid(shop: Shop, sale: Sale): Promise<void> {
  for (let tries = 0; (await shop.find(sale.id)).status !== 'PAID'; tries += 1) {
    if (tries > 600) throw new Error(`${sale.id} is not paid`)
    await new Promise((wake) => setTimeout(wake, 100))
  }
}

/** A bounded number of clients does `work` for each item. */
async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const left = [...items]
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left.length > 0) await work(left.shift() as Item)
    }),
  )
}

/** What each server executed during `work`, and on how many workers each commit wrote. */
async function counted(sql: Sql, nodes: readonly Sql[], work: () => Promise<void>) {
  for (const node of nodes) await node`select pg_stat_statements_reset()`
  await sql`select citus_stat_statements_reset()`
  await work()
  const counts: Record<string, number> = {}
  const writers = new Map<string, number>()
  for (const [number, node] of nodes.entries()) {
    const seen = await node<{ query: string; calls: number }[]>`
      select query, calls from pg_stat_statements join pg_database on oid = dbid
      where datname ~ '^test_'`
    const statements = seen.filter(({ query }) => !control.test(query))
    const name = number === 0 ? 'coordinator' : `worker ${number}`
    counts[name] = statements.reduce((sum, { calls }) => sum + calls, 0)
    const commits = seen.flatMap(({ query }) => prepared.exec(query)?.[1] ?? [])
    for (const commit of new Set(commits)) writers.set(commit, (writers.get(commit) ?? 0) + 1)
  }
  const [sent] = await sql<{ toOne: number; toSeveral: number }[]>`
    select coalesce(sum(calls) filter (where partition_key is not null), 0)::int as "toOne",
      coalesce(sum(calls) filter (where partition_key is null), 0)::int as "toSeveral"
    from citus_stat_statements`
  const on = (count: number) => [...writers.values()].filter((each) => each === count).length
  const bySharding = { 'of one key': sent?.toOne ?? 0, 'of several': sent?.toSeveral ?? 0 }
  return { ...counts, ...bySharding, 'commits on 1 worker': on(1), 'on 2': on(2) }
}
