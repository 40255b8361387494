import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openDistributed, openTestDatabase } from '../../test/kit/database.ts'
import { resumeStoppedCashouts } from '../../test/kit/resume-stopped-cashouts.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { someVault } from '../../test/kit/some-vault.ts'
import type { Queryable, Sql, Tx } from '../db/pool.ts'
import { openJournal } from '../journal/journal.ts'
import { gatewayActor } from '../primitives/actor.ts'
import { cents } from '../primitives/money.ts'
import { receivablesOf } from '../settlement/receivable-store.ts'
import { releaseReceivable } from '../settlement/release-receivable.ts'
import { nextVersion, type Transaction } from '../transactions/transaction.ts'
import { createChange, updateChange } from '../transactions/transaction-change.ts'
import { auditOpenDay } from './audit-open-day.ts'
import { lastAuditRun } from './audit-run-store.ts'
import { cashoutStop } from './cashout-stop-store.ts'
import { checkBooks, checkBooksSince } from './check-books.ts'
import { closeDays } from './close-days.ts'
import { readInOneSnapshot, readPosted } from './snapshot-store.ts'
import { trialBalance } from './trial-balance-store.ts'

const database = await openTestDatabase()
after(async () => {
  await distributed.end()
  await database.close()
})
const { sql } = database
const journal = openJournal({ sql })
/** A pool of a distributed database: its check reads copies of the tables. */
const distributed = openDistributed(database.url, { max: 1 })
const links = { baseUrl: 'http://localhost' }
const kept = [
  'ledger_transfers',
  'balances',
  'receivables',
  'ledger_digests',
  'ledger_day_checks',
] as const

const loud: unknown[] = []
const app = {
  sql,
  clock: { now: () => new Date('2026-11-19T12:00:00Z'), offsetMs: () => 0, setOffsetMs: () => {} },
  log: { fatal: (facts: unknown) => loud.push(facts) } as never,
}
const auditedApp = { ...app, sql, vault: someVault(), actor: gatewayActor }

async function sell(overrides: Partial<Transaction>, at: string): Promise<Transaction> {
  const paidAt = new Date(at)
  const sale = someTransaction({
    accountId,
    createdAt: paidAt,
    ...overrides,
  })
  await journal.record(createChange(sale, { links }))
  const paid = nextVersion(sale, paidAt, { status: 'PAID', paidAt })
  await journal.record(updateChange(sale, paid, { links }))
  return paid
}

const { accountId } = someTransaction()
before(async () => {
  const card = { brand: 'VISA', lastFour: '0011', capture: true }
  await sell({ method: 'PIX' }, '2026-11-17T10:00:00Z')
  const first = await sell(
    { method: 'CREDIT_CARD', card, amount: cents(100_00), installments: 3, fee: cents(5_00) },
    '2026-11-17T11:00:00Z',
  )
  await sell({ method: 'BOLETO', amount: cents(50_00) }, '2026-11-18T11:00:00Z')
  await sell({ method: 'CREDIT_CARD', card, installments: 2 }, '2026-11-19T11:00:00Z')
  await sell({ method: 'PIX', accountId: someTransaction().accountId }, '2026-11-19T11:30:00Z')
  const [due] = await receivablesOf(sql, accountId, first.id)
  assert.ok(due)
  await releaseReceivable({ sql, journal, clock: app.clock }, due)
  assert.equal(await closeDays(app), 2, 'the 17th and the 18th')
  await plant(async (tx) => {
    for (const table of kept) await tx.unsafe(`create table kept_${table} as table ${table}`)
  })
})

/** Acts as an intruder with every right of the owner: no trigger is active. */
const plant = (work: (tx: Tx) => Promise<unknown>) =>
  sql.begin(async (tx) => {
    for (const table of kept) await tx.unsafe(`alter table ${table} disable trigger user`)
    await work(tx)
    for (const table of kept) await tx.unsafe(`alter table ${table} enable trigger user`)
  })

const restore = () =>
  plant(async (tx) => {
    await tx.unsafe(`truncate ${kept.join(', ')}`)
    for (const table of kept) await tx.unsafe(`insert into ${table} select * from kept_${table}`)
  })

test('unchanged books pass every rule', async () => {
  assert.deepEqual(await checkBooks(app), [])
  assert.equal((await trialBalance(sql)).isBalanced, true)
})

const byMerchant = () => `account_id = '${accountId}'`
/** Seals a row again, as an intruder who knows the format would. */
const reseal = `seal = ledger_seal(ledger_line(account_id, number, posted_at, debit_book,
  credit_book, amount, cause_type, cause_id, effect, transaction_id, pending_after, available_after,
  blocked_after, debt_after, id))`
const copyOfLast = (number: string, cause: string) => `
  insert into ledger_transfers (account_id, number, id, debit_book, credit_book, amount, cause_type,
    cause_id, effect, transaction_id, posted_at, pending_after, available_after, blocked_after,
    debt_after, seal)
  select account_id, ${number}, gen_random_uuid(), 'clearing:pix', 'available', 100, 'transaction',
    ${cause}, 'sale', null, posted_at, pending_after, available_after + 100, blocked_after,
    debt_after, seal
  from ledger_transfers where ${byMerchant()} order by number desc limit 1`

const corruptions: readonly (readonly [
  what: string,
  rules: readonly string[],
  plant: () => string,
])[] = [
  [
    'the amount of a transfer of a closed day',
    [
      'days-add-up',
      'days-are-as-digested',
      'sales-are-posted',
      'transfers-are-as-sealed',
      'transfers-move-the-books',
    ],
    () => `update ledger_transfers set amount = amount + 1 where ${byMerchant()} and number = 1`,
  ],
  [
    'the amount of a transfer of today',
    ['sales-are-posted', 'transfers-are-as-sealed', 'transfers-move-the-books'],
    () => `update ledger_transfers set amount = amount - 1 where ${byMerchant()} and number = 8`,
  ],
  [
    'the book a transfer credits',
    ['days-add-up', 'days-are-as-digested', 'transfers-are-as-sealed', 'transfers-move-the-books'],
    () =>
      `update ledger_transfers set credit_book = 'blocked' where ${byMerchant()} and number = 1`,
  ],
  [
    'the platform book a transfer credits',
    ['days-add-up', 'days-are-as-digested', 'transfers-are-as-sealed'],
    () =>
      `
        update ledger_transfers
        set credit_book = 'orphan-funds'
        where ${byMerchant()} and effect = 'sale-fee' and number = 2`,
  ],
  [
    'the same, sealed again: its day is closed',
    ['days-add-up', 'days-are-as-digested'],
    () =>
      `
        update ledger_transfers
        set credit_book = 'orphan-funds'
        where ${byMerchant()} and number = 2;
        update ledger_transfers
        set ${reseal}
        where ${byMerchant()} and number = 2`,
  ],
  [
    'the cause of a transfer',
    ['days-are-as-digested', 'receivables-add-up', 'sales-are-posted', 'transfers-are-as-sealed'],
    () =>
      `
        update ledger_transfers
        set cause_id = gen_random_uuid()
        where ${byMerchant()} and number = 3`,
  ],
  [
    'the effect of a transfer of today',
    ['sales-are-posted', 'transfers-are-as-sealed'],
    () => `update ledger_transfers set effect = 'gift' where ${byMerchant()} and number = 8`,
  ],
  [
    'the receivable a transfer settles',
    ['receivables-are-settled-once', 'receivables-are-taken-as-posted'],
    () =>
      `
        update ledger_transfers
        set receivable_id = null
        where ${byMerchant()} and effect = 'settlement'`,
  ],
  [
    'when a transfer was posted',
    ['days-are-as-digested', 'transfers-are-as-sealed'],
    () =>
      `
        update ledger_transfers
        set posted_at = posted_at - interval '1 second'
        where ${byMerchant()} and number = 5`,
  ],
  [
    'the balance after a transfer',
    ['days-are-as-digested', 'transfers-are-as-sealed', 'transfers-move-the-books'],
    () =>
      `
        update ledger_transfers
        set available_after = available_after + 5
        where ${byMerchant()} and number = 2`,
  ],
  [
    'amount and every balance after it, all sealed again',
    ['pending-is-what-is-scheduled', 'sales-are-posted'],
    () =>
      `
        update ledger_transfers
        set amount = amount + 1
        where ${byMerchant()} and number = 8;
        update ledger_transfers
        set pending_after = pending_after - 1
        where ${byMerchant()} and number >= 8;
        update ledger_transfers
        set ${reseal}
        where ${byMerchant()};
        update balances
        set pending = pending - 1
        where ${byMerchant()}`,
  ],
  [
    'the first transfer is gone',
    [
      'days-add-up',
      'days-are-as-digested',
      'sales-are-posted',
      'transfers-are-numbered',
      'transfers-move-the-books',
    ],
    () => `delete from ledger_transfers where ${byMerchant()} and number = 1`,
  ],
  [
    'one in the middle is gone',
    [
      'days-add-up',
      'days-are-as-digested',
      'sales-are-posted',
      'transfers-are-numbered',
      'transfers-move-the-books',
    ],
    () => `delete from ledger_transfers where ${byMerchant()} and number = 4`,
  ],
  [
    'the last one is gone',
    ['balances-are-the-last-transfers', 'receivables-are-settled-once'],
    () =>
      `
        delete from ledger_transfers
        where ${byMerchant()}
          and number = (select last_number from balances where ${byMerchant()})`,
  ],
  [
    'the last one is gone, and the balance set back to before it',
    ['pending-is-what-is-scheduled', 'receivables-are-settled-once'],
    () =>
      `
        delete from ledger_transfers
        where ${byMerchant()}
          and number = (select last_number from balances where ${byMerchant()});
          update balances b
        set last_number = t.number, last_posted_at = t.posted_at, pending = t.pending_after,
          available = t.available_after
        from (select * from ledger_transfers where ${byMerchant()} order by number desc limit 1) t
        where b.account_id = t.account_id`,
  ],
  [
    'every transfer of an account is gone',
    [
      'balances-are-the-last-transfers',
      'days-add-up',
      'days-are-as-digested',
      'receivables-add-up',
      'receivables-are-settled-once',
      'sales-are-posted',
    ],
    () => `delete from ledger_transfers where ${byMerchant()}`,
  ],
  [
    'a transfer more, behind the last',
    ['balances-are-the-last-transfers', 'sales-are-posted', 'transfers-are-as-sealed'],
    () => copyOfLast('number + 1', 'gen_random_uuid()'),
  ],
  [
    'an added transfer after the last, with the matching balance and seal',
    ['sales-are-posted'],
    () =>
      `${copyOfLast('number + 1', 'gen_random_uuid()')};
      update ledger_transfers
      set ${reseal}
      where ${byMerchant()};
      update balances
      set available = available + 100, last_number = last_number + 1
      where ${byMerchant()}`,
  ],
  [
    'a balance above that of the last transfer',
    ['balances-are-the-last-transfers'],
    () => `update balances set available = available + 1 where ${byMerchant()}`,
  ],
  [
    'money moved from pending to available in a balance',
    ['balances-are-the-last-transfers', 'pending-is-what-is-scheduled'],
    () =>
      `update balances set available = available + 1, pending = pending - 1 where ${byMerchant()}`,
  ],
  [
    'a balance is gone',
    [
      'accounts-have-balances',
      'days-add-up',
      'days-are-as-digested',
      'pending-is-what-is-scheduled',
    ],
    () => `delete from balances where ${byMerchant()}`,
  ],
  [
    'a balance of an account that has no transfers',
    ['balances-are-the-last-transfers'],
    () => `insert into balances (account_id, available) values (gen_random_uuid(), 100)`,
  ],
  [
    'the fee of a receivable',
    ['pending-is-what-is-scheduled', 'receivables-add-up', 'receivables-are-as-sealed'],
    () => `update receivables set fee = fee - 1 where ${byMerchant()} and number = 2`,
  ],
  [
    'the day of a receivable',
    ['receivables-are-as-sealed'],
    () => `update receivables set due_on = due_on - 10 where ${byMerchant()} and number = 3`,
  ],
  [
    'what was taken from a receivable',
    ['pending-is-what-is-scheduled', 'receivables-are-taken-as-posted'],
    () => `update receivables set taken = 1 where ${byMerchant()} and number = 3`,
  ],
  [
    'a receivable settled that was not paid out',
    ['pending-is-what-is-scheduled', 'receivables-are-settled-once'],
    () =>
      `
        update receivables
        set status = 'SETTLED', settled_at = now()
        where ${byMerchant()} and number = 3`,
  ],
  [
    'a receivable scheduled again that was settled',
    ['pending-is-what-is-scheduled', 'receivables-are-settled-once'],
    () =>
      `
        update receivables
        set status = 'SCHEDULED', settled_at = null
        where ${byMerchant()} and status = 'SETTLED'`,
  ],
  [
    'a scheduled receivable is gone',
    ['pending-is-what-is-scheduled', 'receivables-add-up'],
    () => `delete from receivables where ${byMerchant()} and number = 3`,
  ],
  [
    'a settled receivable is gone',
    ['receivables-add-up', 'receivables-are-settled-once', 'receivables-are-taken-as-posted'],
    () => `delete from receivables where ${byMerchant()} and status = 'SETTLED'`,
  ],
  [
    'a receivable more',
    ['receivables-add-up', 'receivables-are-as-sealed'],
    () =>
      `
        insert into receivables
        select account_id, gen_random_uuid(), 1, transaction_id, method, 9, 9, 0, 0, 0, due_on,
          'SCHEDULED', null, merchant_document, arrangement, provider_id, seal, null, created_at
        from receivables
        where ${byMerchant()} limit 1`,
  ],
  [
    'the posting of a paid payment',
    ['sales-are-posted', 'transfers-are-numbered', 'transfers-move-the-books'],
    () => `delete from ledger_transfers where effect = 'sale' and account_id <> '${accountId}'`,
  ],
  [
    'the digest of a day',
    ['days-are-as-digested'],
    () => `update ledger_digests set digest = sha256('x') where date = '2026-11-17'`,
  ],
  [
    'the totals of a day',
    ['days-add-up'],
    () =>
      `
        update ledger_digests
        set totals = jsonb_set(totals, '{fees,1}', '1')
        where date = '2026-11-18'`,
  ],
  [
    'a day is gone',
    ['days-add-up', 'days-are-as-digested'],
    () => `delete from ledger_digests where date = '2026-11-17'`,
  ],
]
for (const [what, rules, corruption] of corruptions) {
  test(`found: ${what}`, async () => {
    await plant((tx) => tx.unsafe(corruption()))
    const breaches = await checkBooks(app)
    await restore()
    const found = new Set(breaches.map(({ rule }) => rule))
    assert.deepEqual([...found].toSorted(), rules)
  })
}

test('a distributed database is checked on copies, with the same findings', async () => {
  await plant((tx) =>
    tx.unsafe(`update balances set available = available + 1 where ${byMerchant()};
      delete from receivables where ${byMerchant()} and number = 2;
      update ledger_transfers set amount = amount + 1 where ${byMerchant()} and number = 1`),
  )
  const [breaches, ofCopies] = await Promise.all([
    checkBooks(app),
    checkBooks({ sql: distributed }),
  ])
  await restore()
  const namesOf = (found: typeof breaches) =>
    found.map(({ rule, subject }) => `${rule} ${subject}`).toSorted()
  assert.ok(breaches.length > 3)
  assert.deepEqual(namesOf(ofCopies), namesOf(breaches))
})

test('restored books pass every rule', async () => {
  assert.deepEqual(await checkBooks(app), [])
})

const quick: readonly (readonly [what: string, rule: string, plant: () => string])[] = [
  [
    'the scheduled part of it',
    'pending-is-what-is-scheduled',
    () => `update receivables set taken = 1 where ${byMerchant()} and number = 3`,
  ],
  [
    'its balance',
    'balances-are-the-last-transfers',
    () => `update balances set available = available + 1 where ${byMerchant()}`,
  ],
  [
    'its balance before it posted again, as if it was so since the day before',
    'transfers-move-the-books',
    () =>
      `
        update ledger_transfers
        set available_after = available_after + 1
        where ${byMerchant()} and posted_at >= '${today}';
      update ledger_transfers set ${reseal} where ${byMerchant()} and posted_at >= '${today}';
      update balances set available = available + 1 where ${byMerchant()}`,
  ],
]
const today = '2026-11-19T03:00:00Z'
for (const [what, rule, corruption] of quick) {
  test(`the audit of the open day checks whole accounts that posted today: ${what}`, async () => {
    const since = new Date(today)
    assert.deepEqual(await checkBooksSince(app, since), [])
    await plant((tx) => tx.unsafe(corruption()))
    const found = [
      await checkBooksSince(app, since),
      await checkBooksSince(app, new Date('2026-11-20T03:00:00Z')),
    ]
    const ofCopies = await checkBooksSince({ sql: distributed }, since)
    await restore()
    assert.ok(found[0]?.some((breach) => breach.rule === rule))
    assert.deepEqual(found[1], [], 'and it reads no other accounts')
    assert.deepEqual(ofCopies, found[0])
  })
}

test('the audit runs each minute, and a violation stops cashouts until a resumption', async () => {
  assert.equal(await auditOpenDay(app), 1)
  assert.equal(await auditOpenDay(app), 0, 'not yet due')
  assert.equal((await lastAuditRun(sql))?.breaches, 0)
  assert.equal(await cashoutStop(sql), undefined)

  await plant((tx) =>
    tx.unsafe(`update balances set available = available + 1 where ${byMerchant()}`),
  )
  await sql`update ledger_samples set claimed_at = now() - interval '61 seconds'`
  assert.equal(await auditOpenDay(app), 1)
  await restore()
  assert.ok(((await lastAuditRun(sql))?.breaches ?? 0) > 0)
  assert.match((await cashoutStop(sql))?.reason ?? '', /balances-are-the-last-transfers/)
  assert.equal(loud.length, 1)
  const { resumed } = await resumeStoppedCashouts(auditedApp, {
    resumedBy: 'Maria',
    note: 'Restored from the digest.',
  })
  assert.ok(resumed)
  assert.equal(await cashoutStop(sql), undefined)
})

test('the database rejects changes of transfers, digests and receivables’ facts', async () => {
  await assert.rejects(sql`update ledger_transfers set amount = 1`, /append-only/)
  await assert.rejects(sql`delete from ledger_transfers`, /append-only/)
  await assert.rejects(sql`truncate ledger_transfers`, /append-only/)
  await assert.rejects(sql`update ledger_digests set transfers = 1`, /append-only/)
  await assert.rejects(
    sql`update receivables set gross = gross + 1, version = version + 1`,
    /never change/,
  )
  await assert.rejects(sql`delete from receivables`, /never deleted/)
  await assert.rejects(sql`update balances set available = -1`, /check constraint/)
})

test('the gateway’s own role cannot change history even without the triggers', async () => {
  const role = 'pg_monitor' // Any role that owns nothing is suitable. Every server has this one.
  await sql.unsafe(`select restrict_to_append('${role}')`)
  const may = async (table: string, what: string) => {
    const [row] = await sql<
      { may: boolean }[]
    >`select has_table_privilege(${role}::name, ${table}, ${what}) as may`
    return row?.may
  }
  for (const table of appendOnly) {
    assert.equal(await may(table, 'insert'), true, table)
    for (const what of ['update', 'delete', 'truncate'])
      assert.equal(await may(table, what), false, `${what} ${table}`)
  }
  for (const table of neverDeleted) {
    assert.equal(await may(table, 'update'), true, table)
    for (const what of ['delete', 'truncate'])
      assert.equal(await may(table, what), false, `${what} ${table}`)
  }
  for (const table of ['transaction_moves', 'dispute_moves', 'cashout_moves', 'migrations']) {
    assert.equal(await may(table, 'select'), true, table)
    for (const what of ['insert', 'update', 'delete'])
      assert.equal(await may(table, what), false, `${what} ${table}`)
  }
})

/** Rows that are added and never changed: history, evidence, and what was used once. */
const appendOnly = [
  ...['ledger_transfers', 'ledger_digests', 'ledger_corrections', 'events', 'dispute_evidence'],
  ...[
    'provider_references',
    'boleto_movements',
    'secure_ids',
    'cashout_references',
    'spent_card_tokens',
    'spent_wallet_tokens',
  ],
]
const neverDeleted = [
  ...['receivables', 'transactions', 'balances', 'refunds', 'disputes', 'cashouts', 'attempts'],
  ...['reconciliation_cases', 'settlement_files', 'cashout_stops'],
  ...['remittance_records', 'remittance_files'],
]

test('reads of a worker have the time limit of a day, those of all books none', async () => {
  const limitOf = async (db: Queryable) =>
    (await db<{ limit: string }[]>`select current_setting('statement_timeout') as limit`)[0]?.limit
  for (const pool of [sql, distributed])
    assert.equal(await readPosted(pool, new Date(0), limitOf), '1min')
  assert.equal(await readInOneSnapshot(distributed, limitOf), '0')
})

test('the sums of a whole day have the time limit of a day', async () => {
  const limits: (number | undefined)[] = []
  const watched = new Proxy(sql, {
    get: (pool, name) =>
      name === 'begin'
        ? (...[work, options]: Parameters<Sql['begin']>) => {
            limits.push(options?.statementMs)
            return pool.begin(work, options)
          }
        : Reflect.get(pool, name),
  })
  await trialBalance(watched)
  assert.deepEqual(limits.splice(0), [60_000])
  await plant((tx) => tx`truncate ledger_digests, ledger_day_checks`)
  assert.equal(await closeDays({ ...app, sql: watched }), 2)
  assert.deepEqual(limits, [60_000, 60_000])
  await restore()
})

test('append-only tables reject changes and truncation by every role', async () => {
  for (const table of appendOnly) {
    const name = sql(table)
    await assert.rejects(sql`truncate ${name} cascade`, /append-only/, table)
    // The personal data of a payer can be replaced in an event, and nothing else.
    const refusal = table === 'events' ? 'refuse_event_change' : 'refuse_change'
    const triggers = await sql<{ name: string }[]>`
      select tgname as name
      from pg_trigger
      where tgrelid = ${table}::regclass and tgfoid = ${refusal}::regproc
        and tgtype & 1 = 1 and tgtype & (8 + 16) = 8 + 16 and tgenabled = 'O'`
    assert.equal(triggers.length, 1, `${table}: each row, before update or delete`)
  }
})
