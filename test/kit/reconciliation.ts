import assert from 'node:assert/strict'
import { pino } from 'pino'
import type { App } from '../../src/app.ts'
import type { Sql } from '../../src/db/pool.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { gatewayActor } from '../../src/primitives/actor.ts'
import { newId, randomSecret } from '../../src/primitives/id.ts'
import type { SettlementFiles } from '../../src/providers/ports/settlement-file.ts'
import { reconcileProvider } from '../../src/reconciliation/reconcile-provider.ts'
import type { SyncDeps } from '../../src/transactions/charge/record-charge.ts'
import { openDistributed, openTestDatabase } from './database.ts'
import { onDay } from './settlement-books.ts'
import { someVault } from './some-vault.ts'

/** A case as a test reads it. */
export interface SeenCase {
  readonly id: string
  readonly kind: string
  readonly subject: string
  readonly status: string
  readonly resolvedBy: string | null
  readonly resolution: string | null
}

/** A database, a clock that stands where it is put, and the reading of files. */
export interface Reconciling {
  readonly sql: Sql
  readonly app: SyncDeps & Pick<App, 'vault' | 'actor'>
  /** The same app, with the statements for a database that is distributed by account. */
  readonly distributed: Reconciling['app']
  setClock(date: string, time?: string): void
  newProvider(): Promise<string>
  casesOf(providerId: string): Promise<readonly SeenCase[]>
  /** `kind subject` of each open one. */
  openOf(providerId: string): Promise<readonly string[]>
  /** Reads until nothing is left. Answers how many runs that took. */
  readAll(providerId: string, files: SettlementFiles): Promise<number>
  close(): Promise<void>
}

export async function openReconciling(): Promise<Reconciling> {
  const { sql, url, close } = await openTestDatabase()
  const shardedSql = openDistributed(url, { max: 4 })
  let now = onDay('2026-04-11')
  const clock = { now: () => now, offsetMs: () => 0, setOffsetMs: () => {} }
  const vault = someVault()
  const app = {
    ...{ sql, log: pino({ level: 'silent' }), clock, vault, actor: gatewayActor },
    ...{ journal: openJournal({ sql }), links: { baseUrl: 'http://localhost' } },
    // Files without movements of boletos use no provider.
    providers: {} as App['providers'],
  }
  const casesOf = (providerId: string) => sql<SeenCase[]>`
    select id, kind, subject, status, resolved_by as "resolvedBy", resolution
    from reconciliation_cases
    where provider_id = ${providerId}
    order by kind, subject`
  return {
    sql,
    app,
    distributed: { ...app, sql: shardedSql },
    casesOf,
    async close() {
      await shardedSql.end()
      await close()
    },
    setClock(date, time) {
      now = onDay(date, time)
    },
    async newProvider() {
      const id = newId(now.getTime())
      await sql`
        insert into providers (id, kind, name, sealed, callback_digest)
        values (${id}, 'cielo', 'Adquirente', ${randomSecret(8)}, ${randomSecret(32)})`
      return id
    },
    openOf: async (providerId) =>
      (await casesOf(providerId))
        .filter(({ status }) => status === 'OPEN')
        .map(({ kind, subject }) => `${kind} ${subject}`),
    async readAll(providerId, files) {
      for (let runs = 1; ; runs += 1) {
        const done = await reconcileProvider(app, providerId, files)
        assert.ok(done, 'no other process reads')
        if (done.isComplete) return runs
      }
    },
  }
}
