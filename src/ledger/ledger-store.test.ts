import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDistributed, openTestDatabase } from '../../test/kit/database.ts'
import { until } from '../../test/kit/time-limit.ts'
import { checkBooks } from '../books-audit/check-books.ts'
import { closeDays } from '../books-audit/close-days.ts'
import { exportLines, firstDigest, verifyExport } from '../books-audit/digest.ts'
import { allDigests, closeUntil, linesOf } from '../books-audit/digest-store.ts'
import { trialBalance } from '../books-audit/trial-balance-store.ts'
import type { Change } from '../journal/change.ts'
import { type Journal, openJournal, WriteConflict } from '../journal/journal.ts'
import { newId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import { entryPage } from './entry-store.ts'
import { balanceAt, balanceOf, balancesWriter, post, transfersWriter } from './ledger-store.ts'
import type { Book, Transfer } from './posting.ts'

const database = await openTestDatabase()
after(async () => {
  await distributed.end()
  await database.close()
})
const { sql } = database
/** Its writers send the statements of a database that is distributed by account. */
const distributed = openDistributed(database.url, { max: 4 })
const journal = openJournal({ sql })
const app = { sql }

const transferOf = (
  accountId: string,
  [debit, credit, amount]: readonly [Book, Book, number],
  overrides: Partial<Transfer> = {},
): Transfer => ({
  accountId,
  id: newId(Date.now()),
  debit,
  credit,
  amount: cents(amount),
  cause: { type: 'transaction', id: newId(Date.now()), effect: 'late-approval' },
  postedAt: new Date(),
  ...overrides,
})

const changeOf = (...posting: Transfer[]): Change => ({
  writes: post(posting),
  event: {
    id: newId(Date.now()),
    accountId: posting[0]?.accountId ?? '',
    objectType: 'cashout',
    objectId: newId(Date.now()),
    version: 1,
    type: 'cashout.accepted',
    payload: '{}',
    occurredAt: new Date(),
  },
})

const recordBy =
  (by: Journal) =>
  (accountId: string, ...transfers: (readonly [Book, Book, number])[]) =>
    by.record(changeOf(...transfers.map((each) => transferOf(accountId, each))))
const record = recordBy(journal)

const servers = [
  { on: 'one server', open: () => openJournal({ sql }) },
  { on: 'several servers', open: () => openJournal({ sql: distributed }) },
]

test('of 200 concurrent postings of the whole balance, exactly one is committed', async () => {
  const accountId = newId(Date.now())
  await record(accountId, ['clearing:pix', 'available', 500_00])
  const journals = [journal, openJournal({ sql })]
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, (_, index) =>
      journals[index % 2]?.record(
        changeOf(transferOf(accountId, ['available', 'blocked', 500_00])),
      ),
    ),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const result of results) {
    if (result.status === 'rejected')
      assert.ok(result.reason instanceof WriteConflict && result.reason.writer === balancesWriter)
  }
  assert.deepEqual(await balanceOf(app, accountId), {
    pending: 0,
    available: 0,
    blocked: 500_00,
    debt: 0,
  })
})

test('a hold planned on an older balance loses while available money is left', async () => {
  const accountId = newId(Date.now())
  await record(accountId, ['clearing:card', 'pending', 300], ['clearing:pix', 'available', 100])
  await assert.rejects(
    record(accountId, ['pending', 'blocked', 50]),
    (cause) => cause instanceof WriteConflict && cause.writer === balancesWriter,
  )
  await record(accountId, ['available', 'blocked', 100])
  await record(accountId, ['pending', 'blocked', 50])
  assert.deepEqual(await balanceOf(app, accountId), {
    pending: 250,
    available: 0,
    blocked: 150,
    debt: 0,
  })
})

for (const { on, open } of servers) {
  const own = open()

  test(`one effect of a cause is posted once, with any number of attempts (${on})`, async () => {
    const accountId = newId(Date.now())
    const cause = { type: 'refund', id: newId(Date.now()), effect: 'return' } as const
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        own.record(changeOf(transferOf(accountId, ['clearing:pix', 'available', 10], { cause }))),
      ),
    )
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    const lost = results.find((each) => each.status === 'rejected')
    assert.ok(lost?.reason instanceof WriteConflict && lost.reason.writer === transfersWriter)
    assert.equal((await balanceOf(app, accountId)).available, 10)
  })

  test(`newly available money pays debt first, by an entry with its source (${on})`, async () => {
    const record = recordBy(own)
    const accountId = newId(Date.now())
    await record(accountId, ['debt', 'clearing:card', 30_00])
    assert.deepEqual(await balanceOf(app, accountId), {
      pending: 0,
      available: 0,
      blocked: 0,
      debt: 30_00,
    })
    await record(accountId, ['clearing:pix', 'available', 20_00])
    assert.deepEqual(await balanceOf(app, accountId), {
      pending: 0,
      available: 0,
      blocked: 0,
      debt: 10_00,
    })
    await record(accountId, ['clearing:pix', 'available', 25_00], ['available', 'fees', 1_00])
    assert.deepEqual(await balanceOf(app, accountId), {
      pending: 0,
      available: 14_00,
      blocked: 0,
      debt: 0,
    })
    const [paid, , sale] = await entryPage(sql, accountId, {}, { limit: 3, order: 'newest' })
    assert.deepEqual(
      [paid?.cause.type, paid?.cause.effect, paid?.amount],
      ['transfer', 'debt-payment', 10_00],
    )
    assert.equal(sale?.amount, 25_00)
  })
}

test('entries of concurrent writers have no gap, and each follows the previous one', async () => {
  const accountId = newId(Date.now())
  const journals = [journal, openJournal({ sql }), openJournal({ sql })]
  await Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      journals[index % 3]?.record(
        changeOf(
          transferOf(accountId, ['clearing:pix', 'available', 100]),
          transferOf(accountId, ['available', 'fees', 1]),
        ),
      ),
    ),
  )
  let [number, available] = [0, 0]
  for (const entry of await entryPage(sql, accountId, {}, { limit: 1_000, order: 'oldest' })) {
    number += 1
    available += entry.credit === 'available' ? entry.amount : -entry.amount
    assert.deepEqual([entry.number, entry.after.available], [number, available])
  }
  assert.equal(number, 600)
})

test('the balance at any instant is the sum of the postings until then', async () => {
  const accountId = newId(Date.now())
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 12, minute))
  for (const minute of [1, 2, 3]) {
    await journal.record(
      changeOf(transferOf(accountId, ['clearing:pix', 'available', 100], { postedAt: at(minute) })),
    )
  }
  const held = async (instant: Date) => (await balanceAt(app, accountId, instant)).available
  assert.deepEqual(
    await Promise.all([0, 1, 2, 9].map((minute) => held(at(minute)))),
    [0, 100, 200, 300],
  )
  // A process whose clock is behind does not change the past: its posting counts from the previous
  // one.
  await journal.record(
    changeOf(transferOf(accountId, ['clearing:pix', 'available', 100], { postedAt: at(0) })),
  )
  assert.deepEqual(await Promise.all([at(0), at(2), at(3)].map(held)), [0, 200, 400])
})

test('a closed day accepts no posting, and its exported file proves its digest', async () => {
  const day = (date: string) => new Date(`${date}T15:00:00Z`)
  const accounts = [newId(Date.now()), newId(Date.now())]
  const fresh = await openTestDatabase()
  const own = openJournal({ sql: fresh.sql })
  const put = (accountId: string, postedAt: Date) =>
    own.record(changeOf(transferOf(accountId, ['clearing:pix', 'available', 100], { postedAt })))
  try {
    for (const accountId of accounts) await put(accountId, day('2026-03-02'))
    await put(accounts[0] ?? '', day('2026-03-04'))
    const clock = { now: () => day('2026-03-05'), offsetMs: () => 0, setOffsetMs: () => {} }
    assert.equal(await closeDays({ sql: fresh.sql, clock }), 2)
    assert.equal(await closeDays({ sql: fresh.sql, clock }), 0)
    await put(accounts[1] ?? '', day('2026-03-04')) // Late: it belongs to the open day.
    const [first, second] = await allDigests(fresh.sql)
    assert.ok(first && second)
    assert.deepEqual([first.date, first.transfers, first.previous], ['2026-03-02', 2, firstDigest])
    assert.deepEqual(
      [second.date, second.transfers, second.previous],
      ['2026-03-04', 1, first.digest],
    )

    const file: string[] = []
    for await (const text of exportLines(first, linesOf(fresh.sql, first)))
      file.push(...text.trimEnd().split('\n'))
    const verdict = await verifyExport(from(file))
    assert.deepEqual([verdict.problems, verdict.digest, verdict.transfers], [[], first.digest, 2])
    for (const index of file.keys()) {
      const edited = file.with(
        index,
        file[index]?.replace(/[0-9a-f](?=[^0-9a-f]*$)/, (digit) => (digit === '0' ? '1' : '0')) ??
          '',
      )
      if (edited[index] === file[index]) continue
      assert.notDeepEqual(
        (await verifyExport(from(edited))).problems,
        [],
        `edited line ${index + 1}`,
      )
    }
    assert.notDeepEqual(
      (await verifyExport(from(file.toSpliced(3, 1)))).problems,
      [],
      'a line less',
    )

    assert.deepEqual(await checkBooks({ sql: fresh.sql }), [])
    assert.equal((await trialBalance(fresh.sql)).isBalanced, true)
  } finally {
    await fresh.close()
  }
})

test('a day is not closed in the middle of a posting', async () => {
  const accountId = newId(Date.now())
  const end = new Date(Date.now() + 3_600_000)
  const order: string[] = []
  await sql.begin(async (tx) => {
    const [balances, transfers] = post([transferOf(accountId, ['clearing:pix', 'available', 1])])
    assert.ok(balances && transfers)
    await balances.writer.write(tx, [balances.row])
    const closing = closeUntil(sql, end).then(() => order.push('closed'))
    await transfers.writer.write(tx, [transfers.row])
    // The closing transaction waits for this one, so this one is committed before it.
    await until('the closing waits, or is done', async () => {
      const [row] = await tx<{ waits: boolean }[]>`
        select exists (
          select
          from pg_locks
          where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())
        ) as waits`
      if (row?.waits) order.push('posted')
      return order.length > 0
    })
    void closing
  })
  await journal.record(changeOf(transferOf(accountId, ['clearing:pix', 'available', 1])))
  const [late, early] = await entryPage(sql, accountId, {}, { limit: 2, order: 'newest' })
  assert.equal(order[0], 'posted')
  assert.ok(early && late && early.postedAt < end && late.postedAt >= end)
})

async function* from(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}
