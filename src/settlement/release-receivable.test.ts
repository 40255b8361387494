import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { checkBooks } from '../books-audit/check-books.ts'
import { write } from '../journal/change.ts'
import { openJournal, WriteConflict } from '../journal/journal.ts'
import { balanceOf, post } from '../ledger/ledger-store.ts'
import { newId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import { nextVersion } from '../transactions/transaction.ts'
import { createChange, updateChange } from '../transactions/transaction-change.ts'
import type { Receivable } from './receivable.ts'
import { newReceivablesWriter, receivablesOf, receivablesWriter } from './receivable-store.ts'
import { releaseOf, releaseReceivable } from './release-receivable.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database
const journals = [openJournal({ sql }), openJournal({ sql })] as const
const [journal] = journals
const clock = { now: () => new Date(), offsetMs: () => 0, setOffsetMs: () => {} }

async function sellBoleto(): Promise<Receivable> {
  const sale = someTransaction({ method: 'BOLETO', amount: cents(50_00), fee: cents(3_49) })
  const links = { baseUrl: 'http://localhost' }
  await journal.record(createChange(sale, { links }))
  const paidAt = new Date()
  await journal.record(
    updateChange(sale, nextVersion(sale, paidAt, { status: 'PAID', paidAt }), { links }),
  )
  const [receivable] = await receivablesOf(sql, sale.accountId, sale.id)
  assert.ok(receivable)
  return receivable
}

test('forty concurrent workers release a receivable once', async () => {
  const receivable = await sellBoleto()
  const { accountId, id } = receivable
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      releaseReceivable({ sql, clock, journal: journals[index % 2] ?? journal }, receivable),
    ),
  )
  const { pending, available } = await balanceOf({ sql }, accountId)
  assert.deepEqual([pending, available], [0, 46_51])
  const events = await sql`
      select type, version from events where account_id = ${accountId} and object_id = ${id}`
  assert.deepEqual(
    events.map((event) => ({ ...event })),
    [{ type: 'receivable.settled', version: 2 }],
  )
  assert.deepEqual(await checkBooks({ sql }), [])
})

test('what is left is released when a refund took some of it after the claim', async () => {
  const claimed = await sellBoleto()
  const { accountId, id } = claimed
  const at = clock.now()
  const { event } = releaseOf(claimed, at)
  const transfer = {
    accountId,
    id: newId(at.getTime()),
    amount: cents(10_00),
    postedAt: at,
    debit: 'pending',
    credit: 'clearing:boleto',
    transactionId: claimed.transactionId,
    receivableId: id,
    cause: { type: 'refund', id: newId(at.getTime()), effect: 'return' },
  } as const
  await journal.record({
    event,
    writes: [
      write(receivablesWriter, { ...claimed, version: 2, taken: cents(10_00) }),
      ...post([transfer]),
    ],
  })
  await releaseReceivable({ sql, clock, journal }, claimed)
  const { pending, available } = await balanceOf({ sql }, accountId)
  assert.deepEqual([pending, available], [0, 36_51])
})

test('a second receivable with the same number rejects its whole change', async () => {
  const receivable = await sellBoleto()
  const release = releaseOf(receivable, new Date())
  const twin = { ...receivable, id: someTransaction().id }
  const change = { ...release, writes: [...release.writes, write(newReceivablesWriter, twin)] }
  await assert.rejects(journal.record(change), WriteConflict)
  assert.equal((await balanceOf({ sql }, receivable.accountId)).available, 0)
})
