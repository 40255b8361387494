import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { resumeStoppedCashouts } from '../../test/kit/resume-stopped-cashouts.ts'
import { someAccount } from '../../test/kit/some-account.ts'
import { someVault } from '../../test/kit/some-vault.ts'
import { insertAccount } from '../accounts/account-store.ts'
import { auditOpenDay } from '../books-audit/audit-open-day.ts'
import { lastAuditRun } from '../books-audit/audit-run-store.ts'
import { cashoutStop } from '../books-audit/cashout-stop-store.ts'
import { checkBooks } from '../books-audit/check-books.ts'
import type { Tx } from '../db/pool.ts'
import { openJournal } from '../journal/journal.ts'
import { entryPage } from '../ledger/entry-store.ts'
import { balanceOf } from '../ledger/ledger-store.ts'
import { type CorrectionRequest, postCorrection } from '../ledger/post-correction.ts'
import { gatewayActor } from '../primitives/actor.ts'
import { newId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database
const loud: { readonly count: number }[] = []
const app = {
  sql,
  journal: openJournal({ sql }),
  clock: { now: () => new Date('2026-11-19T12:00:00Z'), offsetMs: () => 0, setOffsetMs: () => {} },
  log: { fatal: (facts: { readonly count: number }) => loud.push(facts) } as never,
}
const auditedApp = { ...app, sql, vault: someVault(), actor: gatewayActor }
const other = openJournal({ sql })
const account = { ...someAccount(), id: newId(Date.now()), providers: {} }
const accountId = account.id
before(() => insertAccount(sql, account))

const correction = (overrides: Partial<CorrectionRequest> = {}): CorrectionRequest => ({
  ...{ accountId, debit: 'orphan-funds', credit: 'available', amount: cents(10_00) },
  ...{ reason: 'Ticket 71: a sale was posted R$ 10 short', correctedBy: 'Maria', key: 'ticket-71' },
  ...overrides,
})
const available = async () => (await balanceOf(app, accountId)).available

/** Acts as an intruder with every right of the database owner. */
const plant = (table: string, work: (tx: Tx) => Promise<unknown>) =>
  sql.begin(async (tx) => {
    await tx.unsafe(`alter table ${table} disable trigger user`)
    await work(tx)
    await tx.unsafe(`alter table ${table} enable trigger user`)
  })
const auditNow = async () => {
  await sql`update ledger_samples set claimed_at = now() - interval '61 seconds'`
  assert.equal(await auditOpenDay(app), 1)
}

test('a correction is one entry with its person and reason, also when it is repeated', async () => {
  const posted = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      postCorrection(index % 2 === 0 ? app : { ...app, journal: other }, correction()),
    ),
  )
  assert.deepEqual([...new Set(posted.map(({ id }) => id))].length, 1)
  assert.equal(await available(), 10_00)
  const [entry, ...more] = await entryPage(
    sql,
    accountId,
    { causeId: posted[0]?.id ?? '' },
    { limit: 9, order: 'newest' },
  )
  assert.deepEqual([entry?.cause.type, entry?.amount, more.length], ['correction', 10_00, 0])
  assert.deepEqual(await checkBooks(app), [])
})

test('a correction for an account id in upper case is posted once', async () => {
  const inCapitals = await postCorrection(app, correction({ accountId: accountId.toUpperCase() }))
  assert.deepEqual(inCapitals, await postCorrection(app, correction()))
  assert.equal(await available(), 10_00)
})

test('the key of one correction is rejected for another', async () => {
  for (const overrides of [
    { amount: cents(11_00) },
    { correctedBy: 'João' },
    { credit: 'fees' },
  ] as const)
    await assert.rejects(postCorrection(app, correction(overrides)), {
      code: 'idempotency-key-reused',
    })
  assert.equal(await available(), 10_00)
})

test('no correction makes a book negative, and a debt is debited to `debt`', async () => {
  const taking = {
    debit: 'available',
    credit: 'orphan-funds',
    amount: cents(10_01),
    key: 'too much',
  } as const
  await assert.rejects(
    postCorrection(app, correction(taking)),
    (cause: { code: string; details: object }) => {
      assert.deepEqual(
        [cause.code, cause.details],
        ['insufficient-balance', { field: 'amount', params: { missing: 1 } }],
      )
      return true
    },
  )
  await postCorrection(
    app,
    correction({ debit: 'debt', credit: 'orphan-funds', amount: cents(10_01), key: 'owed' }),
  )
  assert.deepEqual(await balanceOf(app, accountId), {
    pending: 0,
    available: 0,
    blocked: 0,
    debt: 1,
  })
  await postCorrection(app, correction({ key: 'again', amount: cents(5_01) }))
  assert.deepEqual(await balanceOf(app, accountId), {
    pending: 0,
    available: 5_00,
    blocked: 0,
    debt: 0,
  })
  assert.deepEqual(await checkBooks(app), [])
})

test('an unknown account has no books to correct', () =>
  assert.rejects(postCorrection(app, correction({ accountId: newId(Date.now()) })), {
    code: 'not-found',
  }))

for (const [what, table, corruption] of [
  ['has no record', 'ledger_corrections', `delete from ledger_corrections`],
  [
    'has a record of another amount',
    'ledger_corrections',
    `update ledger_corrections set amount = amount + 1`,
  ],
  [
    'has a record of another book',
    'ledger_corrections',
    `update ledger_corrections set debit_book = 'fees'`,
  ],
] as const) {
  test(`the audit finds a correction that ${what}`, async () => {
    await sql`create table kept as table ledger_corrections`
    await plant(table, (tx) => tx.unsafe(corruption))
    const breaches = await checkBooks(app)
    await plant(table, async (tx) => {
      await tx.unsafe(
        `
          delete from ledger_corrections;
          insert into ledger_corrections table kept;
          drop table kept`,
      )
    })
    assert.deepEqual([...new Set(breaches.map(({ rule }) => rule))], ['corrections-have-records'])
    assert.deepEqual(await checkBooks(app), [])
  })
}

test('a violation that a person has seen stops cashouts once, and another stops them', async () => {
  const edit = (number: number) =>
    plant(
      'ledger_transfers',
      (tx) => tx`update ledger_transfers set effect = 'gift' where number = ${number}`,
    )
  await auditNow()
  await edit(1)
  await auditNow()
  const stop = await cashoutStop(sql)
  assert.match(stop?.reason ?? '', /transfers-are-as-sealed: transfer 1 /)
  await edit(2) // Found while they are stopped, so the same stop names it.
  await auditNow()
  const named = [1, 2].map((number) => ({
    rule: 'transfers-are-as-sealed',
    accountId,
    subject: `transfer ${number}`,
  }))
  assert.deepEqual(
    await resumeStoppedCashouts(auditedApp, {
      resumedBy: 'Maria',
      note: 'Ticket 72: corrected by new entries',
    }),
    { resumed: true, acknowledged: named },
  )

  const logged = loud.length
  await auditNow()
  assert.equal(await cashoutStop(sql), undefined, 'seen already')
  assert.equal(loud.length, logged)
  assert.equal((await lastAuditRun(sql))?.breaches, 2, 'the metric')
  const found = (await checkBooks(app)).filter(({ rule }) => rule === 'transfers-are-as-sealed')
  assert.deepEqual(found, named, 'the output of `guiche ledger check`')

  await edit(3)
  await auditNow()
  assert.deepEqual((await cashoutStop(sql))?.breaches, [
    { rule: 'transfers-are-as-sealed', accountId, subject: 'transfer 3' },
  ])
})

test('an ended stop is kept, with the person who ended it', async () => {
  const [kept] = await sql<{ by: string; note: string }[]>`
    select resumed_by as by, note from cashout_stops where resumed_at is not null`
  assert.deepEqual(kept, { by: 'Maria', note: 'Ticket 72: corrected by new entries' })
  await assert.rejects(
    sql`update cashout_stops set note = 'x' where resumed_at is not null`,
    /append-only/,
  )
  await assert.rejects(sql`delete from cashout_stops`, /append-only/)
})

test('balances that do not add up stop cashouts again when the difference is another', async () => {
  await resumeStoppedCashouts(auditedApp)
  for (const [amount, times] of [
    [7, 1],
    [7, 1],
    [8, 2],
  ] as const) {
    await sql`update balances set available = available - ${amount}`
    await auditNow()
    const stop = await cashoutStop(sql)
    if (stop) await resumeStoppedCashouts(auditedApp)
    await sql`update balances set available = available + ${amount}`
    const rows =
      await sql`select 1 from cashout_stops where breaches @> '[{"rule": "books-are-balanced"}]'`
    assert.equal(rows.length, times, `off by ${amount}`)
  }
})
