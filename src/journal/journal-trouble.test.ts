import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { openDatabaseProxy } from '../../test/kit/database-proxy.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { openPool } from '../db/pool.ts'
import { balanceOf } from '../ledger/ledger-store.ts'
import { nextVersion, type Transaction } from '../transactions/transaction.ts'
import { createChange, updateChange } from '../transactions/transaction-change.ts'
import { fanOutWriter } from '../webhooks/fan-out-store.ts'
import { type Change, type RowWriter, write } from './change.ts'
import { openJournal } from './journal.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database
const links = { baseUrl: 'http://localhost' }
const creation = (transaction: Transaction): Change => createChange(transaction, { links })
const paid = (transaction: Transaction): Change =>
  updateChange(
    transaction,
    nextVersion(transaction, new Date(), { status: 'PAID', paidAt: new Date() }),
    { links },
  )

// `raises` counts down in a sequence, which no rollback restores: after that many errors the table
// works again.
await sql`create sequence raises`
await sql`
  create function raise_state() returns trigger language plpgsql as $$
  begin
    if nextval('raises') <= tg_argv[1]::int then
      raise exception 'raised by a test' using errcode = tg_argv[0];
    end if;
    return null;
  end $$`

/**
 * Makes `table` raise `code` for its next `times` statements. `at commit`: when its rows are
 * checked at the COMMIT.
 */
async function plant(
  table: string,
  code: string,
  times: number,
  when: 'statement' | 'commit' = 'statement',
) {
  await sql`select setval('raises', 1, false)`
  await sql.unsafe(
    when === 'commit'
      ? `create constraint trigger trouble after insert on ${table} deferrable initially deferred
          for each row execute function raise_state('${code}', '${times}')`
      : `create trigger trouble after insert or update on ${table}
          for each statement execute function raise_state('${code}', '${times}')`,
  )
  return () => sql.unsafe(`drop trigger trouble on ${table}`)
}

/** SQLSTATEs of transient database errors. The same statements may succeed when retried. */
const troubles = {
  'read-only transaction': '25006',
  'idle in transaction for too long': '25P03',
  'transaction timeout': '25P04',
  'serialization failure': '40001',
  'statement completion unknown': '40003',
  deadlock: '40P01',
  'disk full': '53100',
  'out of memory': '53200',
  'too many connections': '53300',
  'configured limit exceeded': '53400',
  'lock timeout': '55P03',
  'statement timeout': '57014',
  'admin shutdown': '57P01',
  'crash shutdown': '57P02',
  'cannot connect now': '57P03',
  'connection failure': '08006',
  'input or output error': '58030',
}

/**
 * Each table that the change of a paid PIX writes, in the order of its commit, and the COMMIT
 * itself.
 */
const positions = [
  { table: 'transactions', when: 'statement' },
  { table: 'secure_ids', when: 'statement' },
  { table: 'balances', when: 'statement' },
  { table: 'ledger_transfers', when: 'statement' },
  { table: 'event_feeds', when: 'statement' },
  { table: 'events', when: 'statement' },
  { table: 'events', when: 'commit' },
] as const

const eventsOf = async ({ id }: Transaction) =>
  (
    await sql<{ type: string }[]>`select type from events where object_id = ${id} order by version`
  ).map(({ type }) => type)

/**
 * The first posting of an account is committed step by step, because its balance has no row. Later
 * ones are committed at once.
 */
const ways = ['at once', 'step by step'] as const

async function accountFor(way: (typeof ways)[number]): Promise<Transaction> {
  const transaction = someTransaction()
  if (way === 'at once') {
    const earlier = someTransaction({ accountId: transaction.accountId })
    const journal = openJournal({ sql })
    await journal.record(creation(earlier))
    await journal.record(paid(earlier))
  }
  return transaction
}

for (const { table, when, way } of positions.flatMap((each) =>
  ways.map((way) => ({ ...each, way })),
)) {
  test(`D6: a transient error at ${table} (${when}, ${way}) is reported and retried`, async () => {
    const journal = openJournal({ sql, alongside: [fanOutWriter] })
    for (const [name, code] of Object.entries(troubles)) {
      const transaction = await accountFor(way)
      const isOfCreation = table === 'transactions' || table === 'secure_ids'
      if (!isOfCreation) await journal.record(creation(transaction))
      const undo = await plant(table, code, 1, when)
      await journal.record((isOfCreation ? creation : paid)(transaction)).finally(undo)
      assert.deepEqual(
        await eventsOf(transaction),
        isOfCreation
          ? ['transaction.waiting_payment']
          : ['transaction.waiting_payment', 'transaction.paid'],
        name,
      )
      const [used] = await sql<{ raised: number }[]>`select last_value as raised from raises`
      assert.ok((used?.raised ?? 0) >= 2, `${name}: raised, and passed after that`)
    }
  })
}

for (const { table, when } of positions) {
  test(`a lasting error at ${table} (${when}) is an unavailable database`, async () => {
    const journal = openJournal({ sql, alongside: [fanOutWriter] })
    for (const code of ['53100', '55P03']) {
      const transaction = someTransaction()
      const isOfCreation = table === 'transactions' || table === 'secure_ids'
      if (!isOfCreation) await journal.record(creation(transaction))
      const undo = await plant(table, code, 1_000, when)
      const recording = journal.record((isOfCreation ? creation : paid)(transaction)).finally(undo)
      await assert.rejects(recording, (cause: Error) => {
        assert.equal((cause as { code?: string }).code, 'database-unavailable')
        assert.equal((cause.cause as { code?: string }).code, code)
        return true
      })
    }
  })

  test(`a rejection at ${table} (${when}) reaches its change with its own code`, async () => {
    const journal = openJournal({ sql, alongside: [fanOutWriter] })
    for (const code of ['23514', 'P0001', '22001', 'XX000']) {
      const transaction = someTransaction()
      const isOfCreation = table === 'transactions' || table === 'secure_ids'
      if (!isOfCreation) await journal.record(creation(transaction))
      const undo = await plant(table, code, 1_000, when)
      await assert.rejects(
        journal.record((isOfCreation ? creation : paid)(transaction)).finally(undo),
        { code },
      )
    }
  })
}

test('D6: the first error counts for a writer that waits behind others', async () => {
  let tries = 0
  const deep: RowWriter<number> = {
    name: 'idempotency-keys', // The first table of a commit.
    async write(tx) {
      tries += 1
      const failing = async () => {
        const before = await Promise.all([tx`select 1`])
        for (let depth = 0; depth < 20; depth += 1) await Promise.resolve()
        assert.equal(before.length, 1)
      }
      const raise = tx`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`
      const slow = async () => {
        const answer = raise.catch(async (cause: unknown) => {
          for (let depth = 0; depth < 20; depth += 1) await Promise.resolve()
          throw cause
        })
        await answer
      }
      await Promise.all([failing(), tries === 1 ? slow() : undefined])
      return []
    },
  }
  const transaction = someTransaction()
  const change = creation(transaction)
  await openJournal({ sql }).record({ ...change, writes: [write(deep, 1), ...change.writes] })
  assert.equal(tries, 2)
  assert.deepEqual(await eventsOf(transaction), ['transaction.waiting_payment'])
})

/** A journal whose commits cross a simulated network, with short limits. */
async function openFarJournal() {
  const proxy = await openDatabaseProxy(database.url)
  const far = openPool({
    url: proxy.url,
    max: 4,
    applicationName: 'far',
    statementMs: 3_000,
  })
  const journal = openJournal({ sql: far })
  const close = async () => {
    await far.end({ timeout: 1 })
    await proxy.close()
  }
  return { proxy, journal, close }
}

const silences = (['before', 'after', 'late'] as const).flatMap((when) =>
  ways.map((way) => ({ when, way })),
)
for (const { when, way } of silences) {
  const situation = {
    before: 'never reached the server',
    after: 'succeeded without a response',
    late: 'succeeds after the retry began',
  }[when]
  test(`D3: a COMMIT that ${situation} commits its change once (${way})`, async () => {
    const { proxy, journal, close } = await openFarJournal()
    const transaction = await accountFor(way)
    const before = await balanceOf({ sql }, transaction.accountId)
    await journal.record(creation(transaction))
    const sprung = proxy.silenceAt(way === 'at once' ? 'sync' : 'commit', when)
    await journal.record(paid(transaction))
    await sprung
    assert.deepEqual(await eventsOf(transaction), [
      'transaction.waiting_payment',
      'transaction.paid',
    ])
    if (way === 'at once') {
      const [sessions] = await sql<{ count: number }[]>`
        select count(*) from pg_stat_activity
        where application_name = 'far' and datname = current_database()`
      assert.equal(sessions?.count, 1, 'the silent session has ended')
    }
    const { available } = await balanceOf({ sql }, transaction.accountId)
    assert.equal(available - before.available, 980)
    await close()
  })
}

test('D3: a change whose lost COMMIT succeeded stays committed if rejected now', async () => {
  const { proxy, journal, close } = await openFarJournal()
  await sql`create table spent_once (id int check (id > 0))`
  /** A rule that rejects a row it accepted the first time, unlike a unique key that loses. */
  const spends: RowWriter<number> = {
    name: 'cashout-usage',
    async write(tx) {
      await tx`insert into spent_once select 1 - count(*) from spent_once`
      return []
    },
  }
  const change = creation(someTransaction())
  const sprung = proxy.silenceAt('commit', 'after')
  await journal.record({ ...change, writes: [...change.writes, write(spends, 1)] })
  await sprung
  const spent = await sql`select id from spent_once`
  assert.deepEqual(
    spent.map(({ id }) => id),
    [1],
  )
  await close()
})

test('a journal reports how long it could not commit, and why', async () => {
  const { proxy, journal, close } = await openFarJournal()
  await journal.record(creation(someTransaction()))
  assert.equal(journal.stall(), undefined)
  proxy.silence()
  proxy.refuse(true)
  const recording = assert.rejects(journal.record(creation(someTransaction())), {
    code: 'database-unavailable',
  })
  await new Promise((wake) => setTimeout(wake, 50))
  assert.equal(journal.stall()?.code, 'none')
  await recording
  assert.equal(journal.stall()?.code, 'CONNECTION_LOST')
  assert.ok((journal.stall()?.forMs ?? 0) >= 2_000, 'since the first try that no success followed')
  proxy.refuse(false)
  await journal.record(creation(someTransaction()))
  assert.equal(journal.stall(), undefined)
  await close()
})

test('a batch is retried less often while the database cannot be reached', async () => {
  const { proxy, journal, close } = await openFarJournal()
  await journal.record(creation(someTransaction()))
  proxy.refuse(true)
  proxy.cut()
  const refusalsOfOne = async () => {
    const before = proxy.refused()
    await assert.rejects(journal.record(creation(someTransaction())), {
      code: 'database-unavailable',
    })
    return proxy.refused() - before
  }
  const [first, second] = [await refusalsOfOne(), await refusalsOfOne()]
  assert.ok(first >= 5, `${first} tries`)
  assert.equal(second, 2)
  proxy.refuse(false)
  await journal.record(creation(someTransaction()))
  await close()
})
