import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../test/kit/database.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { openJournal } from '../journal/journal.ts'
import { newId } from '../primitives/id.ts'
import { moves, type TransactionStatus } from './transaction.ts'
import { createChange } from './transaction-change.ts'

let database: TestDatabase
const { id: example } = someTransaction()
before(async () => {
  database = await openTestDatabase()
  const change = createChange(someTransaction({ id: example }), {
    links: { baseUrl: 'http://localhost' },
  })
  await openJournal({ sql: database.sql }).record(change)
})
after(() => database.close())

const statuses = Object.keys(moves) as TransactionStatus[]

test('the database allows the same moves', async () => {
  const rows = await database.sql<{ move: string }[]>`
    select from_status || ' ' || to_status as move from transaction_moves`
  const ours = statuses.flatMap((from) => moves[from].map((to) => `${from} ${to}`))
  assert.deepEqual(rows.map(({ move }) => move).sort(), ours.sort())
})

/** A payment whose row was written like this: an insert is no move. */
async function stored(row: object): Promise<string> {
  const id = newId(0)
  await database.sql`
    insert into transactions
    select (json_populate_record(t, ${JSON.stringify({ ...row, id })}::json)).*
    from transactions t
    where id = ${example}`
  return id
}

const update = (id: string, change: string) =>
  database.sql.unsafe(`update transactions set ${change} where id = '${id}'`)

const paidAt = '2026-11-20T15:00:00Z'
const due = { facts: { pix: { due: {} } } }
const paid = "version = version + 1, status = 'PAID', paid_at = now()"
const refused: readonly (readonly [what: string, row: object, change: string, reason: RegExp])[] = [
  [
    'a version that stays',
    {},
    "version = version, status = 'CANCELED'",
    /goes from version 1 to 1/,
  ],
  ['a version that is skipped', {}, 'version = version + 2', /goes from version 1 to 3/],
  ['another method', {}, "version = version + 1, method = 'BOLETO'", /the method never changes/],
  ['another amount', {}, `${paid}, amount = amount + 1`, /amount and fee never change/],
  ['another fee', {}, `${paid}, fee = fee + 1`, /amount and fee never change/],
  [
    'another amount of an open charge with a due date',
    due,
    'version = version + 1, amount = amount + 1',
    /amount and fee never change/,
  ],
  [
    'another fee of a charge with a due date that was paid',
    { ...due, status: 'PAID', paid_at: paidAt },
    'version = version + 1, fee = fee + 1',
    /amount and fee never change/,
  ],
]
for (const [what, row, change, reason] of refused)
  test(`the database refuses ${what}`, async () => {
    await assert.rejects(update(await stored(row), change), { code: '23514', message: reason })
  })

test('a charge with a due date is paid with another amount and fee', async () => {
  await update(await stored(due), `${paid}, amount = amount + 7, fee = fee + 1`)
})

for (const from of statuses)
  test(`the moves from ${from} are ${moves[from].join(', ') || 'none'}`, async () => {
    for (const to of statuses.filter((status) => status !== from)) {
      const id = await stored({ status: from, paid_at: paidAt })
      const moving = update(id, `version = version + 1, status = '${to}'`)
      if (moves[from].includes(to)) await moving
      else await assert.rejects(moving, { code: '23514', message: /cannot go from/ }, to)
    }
  })
