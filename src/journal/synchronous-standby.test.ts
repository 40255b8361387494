import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { type ArchivedPostgres, openArchivedPostgres } from '../../test/kit/archived-postgres.ts'
import { connectMs } from '../../test/kit/database.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { until } from '../../test/kit/time-limit.ts'
import { untilConnected } from '../../test/kit/until-connected.ts'
import { migrate } from '../db/migrate.ts'
import { openPool, type Sql } from '../db/pool.ts'
import { nextVersion, type Transaction } from '../transactions/transaction.ts'
import { createChange, updateChange } from '../transactions/transaction-change.ts'
import type { Change } from './change.ts'
import { openJournal } from './journal.ts'

/* A server whose commits wait for a synchronous standby that is not there. */

const links = { baseUrl: 'http://localhost' }
const creation = (transaction: Transaction): Change => createChange(transaction, { links })
const paid = (transaction: Transaction): Change =>
  updateChange(
    transaction,
    nextVersion(transaction, new Date(), { status: 'PAID', paidAt: new Date() }),
    { links },
  )

let home: string
let server: ArchivedPostgres
let admin: Sql
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'guiche-standby-'))
  server = await openArchivedPostgres(home)
  await untilConnected(() => migrate(server.url))
  admin = openPool({ url: server.url, max: 2, applicationName: 'admin', statementMs: 0, connectMs })
  await untilConnected(() => admin`select 1`)
})
after(async () => {
  await admin?.end({ timeout: 1 })
  await server?.close()
  await rm(home, { recursive: true, force: true })
})

let pool: Sql
let retries: string[]
let journal: ReturnType<typeof openJournal>
let transaction: Transaction
beforeEach(async () => {
  pool = openPool({
    ...{ url: server.url, max: 4, applicationName: 'far', statementMs: 1_500, graceMs: 500 },
  })
  await untilConnected(() => pool`select 1`)
  retries = []
  const metrics = { batchTried: () => {}, batchRetried: (code: string) => void retries.push(code) }
  journal = openJournal({ sql: pool, metrics })
  // The first posting of an account is not sent at once.
  const earlier = someTransaction()
  await journal.record(creation(earlier))
  await journal.record(paid(earlier))
  transaction = someTransaction({ accountId: earlier.accountId })
  await journal.record(creation(transaction))
})

/** Returns when commits wait. */
async function standbyVanishes(): Promise<void> {
  await setStandby('absent')
  let isWaiting = false
  const commits = (async () => {
    while (!isWaiting) await admin`select pg_logical_emit_message(true, 'test', '')`
  })()
  commits.catch(() => {})
  await until('a commit waits for the standby', async () => {
    isWaiting = (await waiting('admin')).length > 0
    return isWaiting
  })
}

const standbyReturns = () => setStandby('')

async function setStandby(names: string): Promise<void> {
  await admin.unsafe(`alter system set synchronous_standby_names = '${names}'`)
  await admin`select pg_reload_conf()`
}

/** The sessions whose commit waits for a standby. */
const waiting = (applicationName: string) =>
  admin<{ pid: number; query: string }[]>`
    select pid, query from pg_stat_activity
    where wait_event = 'SyncRep' and application_name = ${applicationName}`

const eventsOf = async ({ id }: Transaction) =>
  (
    await admin<{ type: string }[]>`
      select type from events where object_id = ${id} order by version`
  ).map(({ type }) => type)

/** Fails if the change is acknowledged before the condition holds. */
async function untilUnacknowledged(
  recording: Promise<unknown>,
  promise: string,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  const acknowledged = recording.then(() => assert.fail(`acknowledged before: ${promise}`))
  await Promise.race([acknowledged, until(promise, isSo)])
}

const created = 'transaction.waiting_payment'

test('a batch that waits for a standby is neither ended nor shown by its retries', async () => {
  await standbyVanishes()
  const recording = journal.record(paid(transaction))
  try {
    // The first retry follows the lost response, the second one that the session has not ended.
    await untilUnacknowledged(recording, 'two retries', () => retries.length >= 2)
    assert.deepEqual(await eventsOf(transaction), [created])
    assert.equal((await waiting('far')).length, 1)
  } finally {
    await standbyReturns()
  }
  await recording
  assert.deepEqual(await eventsOf(transaction), [created, 'transaction.paid'])
  await pool.end()
})

test('a commit whose wait was broken off counts only when a standby has it', async () => {
  await standbyVanishes()
  const recording = journal.record(paid(transaction))
  try {
    await untilUnacknowledged(recording, 'its commit waits', async () => {
      const [session] = await waiting('far')
      // As a person may, and PostgreSQL itself when it shuts down.
      if (session) await admin`select pg_terminate_backend(${session.pid})`
      return session !== undefined
    })
    await untilUnacknowledged(recording, 'the proof waits', async () =>
      (await waiting('far')).some(({ query }) => query.includes('pg_logical_emit_message')),
    )
    assert.deepEqual(await eventsOf(transaction), [created, 'transaction.paid'])
  } finally {
    await standbyReturns()
  }
  await recording
  assert.deepEqual(await eventsOf(transaction), [created, 'transaction.paid'])
  await pool.end()
})
