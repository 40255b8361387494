import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Fault } from './fault.ts'
import { lockTable, repeat, sellTo } from './load.ts'
import { roomFor } from './process-faults.ts'

const commitsSlow: Fault = {
  what: 'another session locks the events for a second, again and again',
  alerts: ['GuicheCommitsSlow'],
  lasting: ['GuicheCommitsSlow'],
  async make({ world }) {
    const [shop] = world.shops
    const stop = repeat(4, () => sellTo(shop, 'PIX'))
    const stopLocks = repeat(1, async () => {
      const release = await lockTable(world.app.sql, 'events')
      await wait(1_000)
      await release()
    })
    return async () => {
      await stopLocks()
      await stop()
    }
  },
}

const commitsBlocked: Fault = {
  what: 'another session holds the events, while sixteen sales wait',
  alerts: ['GuicheJournalQueueGrowing'],
  async make({ world, restart }) {
    await restart('api-2', roomFor(16))
    const release = await lockTable(world.app.sql, 'events')
    const [, shop] = world.shops
    const stop = repeat(16, () => sellTo(shop, 'PIX'))
    return async () => {
      await release()
      await stop()
      await restart('api-2')
    }
  },
}

const poolTooSmall: Fault = {
  what: 'another session holds the payments, and a process has two connections',
  alerts: ['GuicheConnectionsShort'],
  lasting: ['GuicheConnectionsShort'],
  async make({ world, restart }) {
    await restart('api-2', { DATABASE_POOL_SIZE: '2' })
    const release = await lockTable(world.app.sql, 'transactions')
    const [, shop] = world.shops
    const stop = repeat(20, () => shop.call('GET', '/api/user/transactions?limit=1'))
    return async () => {
      await release()
      await stop()
      await restart('api-2')
    }
  },
}

export const serverFull: Fault = {
  what: 'another program opens connections up to 90 % of those of PostgreSQL',
  alerts: ['GuicheServerConnectionsFull'],
  async make({ world, databaseUrl }) {
    const [row] = await world.app.sql<{ missing: number }[]>`
      select (0.9 * current_setting('max_connections')::int)::int - sum(numbackends)::int as missing
      from pg_stat_database`
    const clients = Array.from(
      { length: row?.missing ?? 0 },
      () => new pg.Client({ connectionString: databaseUrl, application_name: 'other' }),
    )
    for (const client of clients) await client.connect()
    return () => Promise.all(clients.map((client) => client.end()))
  },
}

export const databaseFaults: readonly Fault[] = [commitsSlow, commitsBlocked, poolTooSmall]

export const numbersUnreadable: Fault = {
  what: 'the role of the gateway loses the right to read a table of the metrics',
  alerts: ['GuicheNumbersOld'],
  longestMs: 180_000,
  async make({ world: { app } }) {
    await app.sql`revoke select on ledger_day_checks from current_user`
    return () => app.sql`grant select on ledger_day_checks to current_user`
  },
}
