import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import type { Sql } from '../db/pool.ts'
import { randomSecret } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import { spentWalletTokensWriter } from '../transactions/card/wallet-token-store.ts'
import { nextVersion, type Transaction } from '../transactions/transaction.ts'
import { createChange, updateChange } from '../transactions/transaction-change.ts'
import { transactionById } from '../transactions/transaction-store.ts'
import type { Change, RowWriter } from './change.ts'
import { write } from './change.ts'
import { openJournal, WriteConflict } from './journal.ts'
import type { WriterName } from './write-order.ts'

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

const eventCount = async (objectId: string) => {
  const [row] = await sql<
    { count: number }[]
  >`select count(*) from events where object_id = ${objectId}`
  return row?.count
}

test('a recorded change is committed with its event, its postings and its balances', async () => {
  const journal = openJournal({ sql })
  const transaction = someTransaction()
  await journal.record(creation(transaction))
  await journal.record(paid(transaction))
  const stored = await transactionById(sql, transaction.accountId, transaction.id)
  assert.equal(stored?.status, 'PAID')
  assert.equal(stored?.version, 2)
  assert.equal(await eventCount(transaction.id), 2)
  const transfers = await sql`
      select debit_book, credit_book, amount
      from ledger_transfers
      where account_id = ${transaction.accountId}
      order by number`
  assert.deepEqual(
    transfers.map((each) => ({ ...each })),
    [
      { debit_book: 'clearing:pix', credit_book: 'available', amount: 1000 },
      { debit_book: 'available', credit_book: 'fees', amount: 20 },
    ],
  )
  const [balance] =
    await sql`select available from balances where account_id = ${transaction.accountId}`
  assert.deepEqual({ ...balance }, { available: 980 })
})

test('changes of many accounts that arrive together share commits, and all succeed', async () => {
  const journal = openJournal({ sql })
  let commits = 0
  journal.onCommitted(() => {
    commits += 1
  })
  const all = Array.from({ length: 300 }, () => someTransaction())
  await Promise.all(all.map((each) => journal.record(creation(each))))
  assert.equal(commits, 3, '128 + 128 + 44')
  const [row] = await sql<
    { count: number }[]
  >`select count(*) from transactions where id = any(${all.map(({ id }) => id)}::uuid[])`
  assert.equal(row?.count, 300)
})

test('of two changes that expect the same version only one is committed', async () => {
  const journal = openJournal({ sql })
  const transaction = someTransaction()
  await journal.record(creation(transaction))
  const results = await Promise.allSettled([
    journal.record(paid(transaction)),
    journal.record(paid(transaction)),
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  )
  assert.ok(results[1]?.status === 'rejected' && results[1].reason instanceof WriteConflict)
  assert.equal(await eventCount(transaction.id), 2)
  const [balance] = await sql<
    { available: number }[]
  >`select available from balances where account_id = ${transaction.accountId}`
  assert.equal(balance?.available, 980)
})

const poisons: { name: string; poison: (good: Transaction) => Change }[] = [
  {
    name: 'a row the constraints refuse',
    poison: () => creation(someTransaction({ amount: cents(0), fee: cents(0) })),
  },
  {
    name: 'an id that is taken',
    poison: (good) => creation(someTransaction({ id: good.id, accountId: good.accountId })),
  },
  {
    name: 'a writer that throws',
    poison: () => {
      const broken: RowWriter<number> = {
        name: 'deliveries',
        write: () => Promise.reject(new Error('broken')),
      }
      const change = creation(someTransaction())
      return { ...change, writes: [...change.writes, write(broken, 1)] }
    },
  },
  {
    name: 'a writer that fails at its row in both ways',
    poison: () => {
      const fail = () => {
        throw new RangeError('Invalid time value')
      }
      const broken: RowWriter<number> = { name: 'deliveries', write: fail, writeAll: fail }
      const change = creation(someTransaction())
      return { ...change, writes: [...change.writes, write(broken, 1)] }
    },
  },
  {
    name: 'a move that does not exist',
    poison: (good) => {
      const refused = nextVersion(good, new Date(), { status: 'CHARGEDBACK', paidAt: new Date() })
      return updateChange(good, refused, { links })
    },
  },
]
for (const { name, poison } of poisons) {
  test(`${name} fails alone: every other change of its batch is committed`, async () => {
    const journal = openJournal({ sql })
    const good = someTransaction()
    await journal.record(creation(good))
    const neighbors = Array.from({ length: 40 }, () => someTransaction())
    const changes = neighbors.map(creation)
    changes.splice(17, 0, poison(good))
    const results = await Promise.allSettled(changes.map((each) => journal.record(each)))
    assert.deepEqual(
      results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : [])),
      [17],
    )
    const [row] = await sql<{ count: number }[]>`
      select count(*) from transactions where id = any(${neighbors.map(({ id }) => id)}::uuid[])`
    assert.equal(row?.count, 40)
    assert.equal(await eventCount(good.id), 1)
  })
}

test('a fault of the program fails its batch, and later changes are committed', async () => {
  const fault = new Error('a fault')
  let isFaulty = true
  const batchTried = () => {
    if (isFaulty) throw fault
  }
  const journal = openJournal({ sql, metrics: { batchTried, batchRetried: () => {} } })
  const first = journal.record(creation(someTransaction()))
  const next = someTransaction()
  const second = assert.rejects(first, fault).then(() => {
    isFaulty = false
    return journal.record(creation(next))
  })
  await second
  await journal.close()
  assert.equal(await eventCount(next.id), 1)
})

test('a change whose commit succeeded without a response counts as committed', async () => {
  const journal = openJournal({ sql })
  const change = creation(someTransaction())
  await journal.record(change)
  await journal.record(change)
  assert.equal(await eventCount(change.event.objectId), 1)
})

test('of many changes in one batch that spend the same balance one is committed', async () => {
  const journal = openJournal({ sql })
  const digest = randomSecret(32)
  const all = Array.from({ length: 20 }, () => someTransaction())
  const results = await Promise.allSettled(
    all.map((each) => {
      const token = {
        digest,
        accountId: each.accountId,
        transactionId: each.id,
        fingerprint: digest,
      }
      const change = creation(each)
      return journal.record({
        ...change,
        writes: [...change.writes, write(spentWalletTokensWriter, token)],
      })
    }),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  const [row] = await sql<
    { count: number }[]
  >`select count(*) from transactions where id = any(${all.map(({ id }) => id)}::uuid[])`
  assert.equal(row?.count, 1)
})

test('a connection killed in the middle of a batch loses no change and doubles none', async () => {
  const journal = openJournal({ sql })
  const killer: RowWriter<number> = {
    name: 'webhook-endpoints', // The last of a commit.
    async write(tx) {
      if (killed) return []
      killed = true
      await tx`select pg_terminate_backend(pg_backend_pid())`
      return []
    },
  }
  let killed = false
  const transaction = someTransaction()
  const change = creation(transaction)
  await journal.record({ ...change, writes: [...change.writes, write(killer, 1)] })
  assert.ok(killed)
  assert.equal(await eventCount(transaction.id), 1)
})

test('a batch that loses nothing is committed in one round trip', async () => {
  const used = { atOnce: 0, begin: 0 }
  const counted: Sql = Object.assign(sql.bind(undefined) as Sql, sql, {
    atOnce: (statements: Parameters<Sql['atOnce']>[0]) => {
      used.atOnce += 1
      return sql.atOnce(statements)
    },
    begin: ((work, options) => {
      used.begin += 1
      return sql.begin(work, options)
    }) satisfies Sql['begin'],
  })
  const journal = openJournal({ sql: counted })
  const transaction = someTransaction()
  const other = someTransaction({ accountId: transaction.accountId })
  await journal.record(creation(transaction))
  assert.deepEqual(used, { atOnce: 1, begin: 0 })
  await journal.record(paid(transaction))
  assert.deepEqual(used, { atOnce: 2, begin: 1 }, 'the first posting creates the balance')
  await journal.record(creation(other))
  await journal.record(paid(other))
  assert.deepEqual(used, { atOnce: 4, begin: 1 })
  await assert.rejects(journal.record(paid(other)), WriteConflict)
  assert.deepEqual(used, { atOnce: 5, begin: 2 }, 'who has lost is found step by step')
})

test('a new object does not wait for the commit of one that moves on', async () => {
  const journal = openJournal({ sql })
  let release = () => {}
  const slow: RowWriter<number> = {
    name: 'idempotency-keys', // The first of a commit.
    write: () =>
      new Promise((resolve) => {
        release = () => resolve([])
      }),
  }
  const transaction = someTransaction()
  await journal.record(creation(transaction))
  const { writes, event } = paid(transaction)
  const moving = journal.record({ writes: [write(slow, 1), ...writes], event })
  await journal.record(creation(someTransaction()))
  assert.equal(await eventCount(transaction.id), 1)
  const next = paid(someTransaction())
  const behind = assert.rejects(journal.record(next), WriteConflict)
  await new Promise((wake) => setImmediate(wake))
  assert.equal(journal.queue().length, 1)
  release()
  await Promise.all([moving, behind])
  assert.equal(await eventCount(transaction.id), 2)
  assert.equal(journal.queue().length, 0)
})

test('a full queue rejects before any work', async () => {
  const journal = openJournal({ sql, queueSize: 2 })
  const recording = [1, 2, 3].map(() => journal.record(creation(someTransaction())))
  assert.throws(() => journal.assertCapacity(), { code: 'overloaded' })
  await Promise.all(recording)
  journal.assertCapacity()
})

test('the event of a change is never edited or deleted', async () => {
  const journal = openJournal({ sql })
  const transaction = someTransaction()
  await journal.record(creation(transaction))
  await assert.rejects(
    sql`update events set payload = '{}' where object_id = ${transaction.id}`,
    /append-only/,
  )
  await assert.rejects(sql`delete from events where object_id = ${transaction.id}`, /append-only/)
})

test('a commit writes its tables in one order, whatever the order in its changes', async () => {
  const journal = openJournal({ sql })
  const written: string[] = []
  const spy = (name: WriterName): RowWriter<object> => ({
    name,
    write: async () => {
      written.push(name)
      return []
    },
  })
  const spies = (
    [
      'deliveries',
      'receivables',
      'idempotency-keys',
      'ledger-transfers',
      'balances',
      'refunds',
    ] as const
  ).map(spy)
  const changeWith = (writers: readonly RowWriter<object>[]): Change => ({
    ...creation(someTransaction()),
    writes: writers.map((writer) => write(writer, {})),
  })
  await Promise.all([
    journal.record(changeWith(spies)),
    journal.record(changeWith(spies.toReversed())),
  ])
  assert.deepEqual(written, [
    'idempotency-keys',
    'refunds',
    'receivables',
    'balances',
    'ledger-transfers',
    'deliveries',
  ])
})
