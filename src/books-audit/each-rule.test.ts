import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { card, openClaims } from '../../test/kit/claims.ts'
import { openTestDatabase, type TestDatabase } from '../../test/kit/database.ts'
import { cents } from '../primitives/money.ts'
import { receivablesOf } from '../settlement/receivable-store.ts'
import { releaseReceivable } from '../settlement/release-receivable.ts'
import { ledgerRules, wholeLedgerRules } from './books-check-store.ts'
import { salesRules, wholeSalesRules } from './sales-check-store.ts'

/*
 * Corruptions that an intruder has hidden from all rules but one: a rule that is left out lets its
 * corruption pass.
 */

let database: TestDatabase
/** An account with a sale by card, of which one part is settled, and one with a PIX. */
let byCard: string
let byPix: string
before(async () => {
  database = await openTestDatabase()
  const { app, sell, inOrder } = openClaims(database)
  const sale = await sell({ method: 'CREDIT_CARD', card, installments: 3, fee: cents(5_00) })
  const [due] = await receivablesOf(database.sql, sale.accountId, sale.id)
  assert.ok(due)
  await releaseReceivable(app, due)
  byCard = `account_id = '${sale.accountId}'`
  byPix = `account_id = '${(await sell()).accountId}'`
  await inOrder()
})
after(() => database.close())

const rules = [...ledgerRules, ...wholeLedgerRules, ...salesRules, ...wholeSalesRules]

/** The rules that find a corruption. Then restores the books. */
async function rulesThatFind(corruption: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const undone = Symbol('undone')
  const planting = database.sql.begin(async (tx) => {
    const tables = ['ledger_transfers', 'ledger_corrections', 'balances', 'receivables']
    for (const table of [...tables, 'transactions'])
      await tx.unsafe(`alter table ${table} disable trigger user`)
    await tx.unsafe(corruption)
    for (const check of rules) for (const { rule } of await check(tx, {})) found.add(rule)
    throw undone
  })
  await assert.rejects(planting, (cause) => cause === undone)
  return found
}

/** Seals every transfer again, and sets the numbers and times of the balances. */
const sealed = `
  update ledger_transfers set seal = ledger_seal(ledger_line(account_id, number, posted_at,
    debit_book, credit_book, amount, cause_type, cause_id, effect, transaction_id, pending_after,
    available_after, blocked_after, debt_after, id));
  update balances b
  set last_number = t.number, last_posted_at = t.posted_at, pending = t.pending_after,
    available = t.available_after
  from ledger_transfers t
  where t.account_id = b.account_id and not exists (
    select from ledger_transfers l where l.account_id = t.account_id and l.number > t.number)`
const lastOf = (account: string) =>
  `${account} and number = (select max(number) from ledger_transfers where ${account})`
/** One transfer more of an account. `pending`: how much it moves there. */
const added = (account: string, { books, cause, pending = 0 }: Added) => `
  insert into ledger_transfers (account_id, number, id, debit_book, credit_book, amount, cause_type,
    cause_id, effect, posted_at, pending_after, available_after, blocked_after, debt_after, seal)
  select account_id, number + 1, gen_random_uuid(), ${books}, 1, ${cause}, posted_at,
    pending_after + ${pending}, available_after, blocked_after, debt_after, seal
  from ledger_transfers where ${lastOf(account)};
  ${sealed}`
interface Added {
  readonly books: string
  readonly cause: string
  readonly pending?: number
}

const platform = "'fees', 'orphan-funds'"
const payment = "'transfer', gen_random_uuid(), 'debt'"
const correction = "'0198c1de-7a4b-7c11-9d52-3f6f2f0f9b10'"
const recorded = (account: string, books: string) => `
  insert into ledger_corrections (account_id, id, debit_book, credit_book, amount, reason,
    corrected_by, corrected_at)
  select account_id, ${correction}, ${books}, 1, 'a reason', 'Ana', now()
  from balances where ${account}`
const resealReceivables = `
  update receivables set seal = receivable_seal(account_id, id, transaction_id, method, number,
    parts, gross, fee, due_on, merchant_document, arrangement, provider_id)`

const corruptions: readonly (readonly [rule: string, what: string, sql: () => string])[] = [
  [
    'transfers-are-numbered',
    'a number that is missing',
    () => `update ledger_transfers set number = number + 1 where ${lastOf(byCard)}; ${sealed}`,
  ],
  [
    'transfers-move-the-books',
    'a balance that a transfer raised too much',
    () => `
      update ledger_transfers set available_after = available_after + 1 where ${lastOf(byPix)};
      ${sealed}`,
  ],
  [
    'transfers-go-forward',
    'a transfer from before the last one',
    () => `
      update ledger_transfers set posted_at = posted_at - interval '1 day'
      where ${lastOf(byCard)};
      ${sealed}`,
  ],
  [
    'transfers-are-as-sealed',
    'another seal',
    () => `update ledger_transfers set seal = sha256('x') where ${lastOf(byPix)}`,
  ],
  [
    'balances-are-the-last-transfers',
    'another balance',
    () => `update balances set available = available + 1 where ${byPix}`,
  ],
  ['accounts-have-balances', 'a balance that is gone', () => `delete from balances where ${byPix}`],
  [
    'debts-are-paid-by-transfers',
    'a debt payment without its cause',
    () => added(byPix, { books: platform, cause: payment }),
  ],
  [
    'debts-are-paid-by-transfers',
    'a debt payment whose cause is itself',
    () => `
      ${added(byPix, { books: platform, cause: payment })};
      update ledger_transfers set cause_id = id where ${lastOf(byPix)};
      ${sealed}`,
  ],
  ['corrections-have-records', 'a record without its transfer', () => recorded(byPix, platform)],
  [
    'corrections-have-records',
    'a correction without its record',
    () => added(byPix, { books: platform, cause: "'correction', gen_random_uuid(), 'entry'" }),
  ],
  [
    'corrections-have-records',
    'a correction of other books than its record',
    () => `
      ${added(byPix, { books: platform, cause: `'correction', ${correction}, 'entry'` })};
      ${recorded(byPix, "'orphan-funds', 'fees'")}`,
  ],
  [
    'pending-is-what-is-scheduled',
    'a correction of what is pending',
    () => {
      const books = "'clearing:card', 'pending'"
      const cause = `'correction', ${correction}, 'entry'`
      return `${added(byCard, { books, cause, pending: 1 })}; ${recorded(byCard, books)}`
    },
  ],
  [
    'receivables-are-as-sealed',
    'another day',
    () => `update receivables set due_on = due_on - 10 where ${byCard} and number = 3`,
  ],
  [
    'receivables-are-settled-once',
    'a settlement of another payment',
    () => `
      update ledger_transfers set transaction_id = gen_random_uuid()
      where ${byCard} and effect = 'settlement';
      ${sealed}`,
  ],
  [
    'receivables-are-taken-as-posted',
    'a sale that takes from one receivable',
    () => `
      update ledger_transfers
      set receivable_id = (select id from receivables where ${byCard} and number = 3)
      where ${byCard} and effect = 'sale'`,
  ],
  [
    'receivables-add-up',
    'more gross and more fee of a part',
    () => `
      update receivables set gross = gross + 1, fee = fee + 1 where ${byCard} and number = 3;
      ${resealReceivables}`,
  ],
  [
    'receivables-add-up',
    'another number of parts',
    () => `update receivables set parts = 4 where ${byCard}; ${resealReceivables}`,
  ],
  [
    'sales-are-posted',
    'another fee of a payment',
    () => `update transactions set fee = fee + 1 where ${byPix}`,
  ],
  [
    'sales-are-posted',
    'a payment that is posted and was never paid',
    () => `update transactions set status = 'REFUSED' where ${byPix}`,
  ],
  [
    'sales-are-posted',
    'a paid payment without a posting',
    () => `
      insert into transactions
      select (json_populate_record(t, json_build_object('id', gen_random_uuid()))).*
      from transactions t where ${byPix}`,
  ],
]
for (const [rule, what, corruption] of corruptions)
  test(`only ${rule} finds ${what}`, async () => {
    assert.deepEqual([...(await rulesThatFind(corruption()))], [rule])
  })

test('each of these rules has a corruption', () => {
  const source = rules.map(String).join('\n')
  const names = new Set(
    [...source.matchAll(/'([a-z]+(?:-[a-z]+)+)'(?:,| as rule)/g)].map(([, name]) => name),
  )
  assert.deepEqual(new Set(corruptions.map(([rule]) => rule)), names)
})
