import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../test/kit/database.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { openJournal } from '../journal/journal.ts'
import { newId } from '../primitives/id.ts'
import { createChange } from '../transactions/transaction-change.ts'
import { type DisputeStatus, disputeMoves } from './dispute.ts'

let database: TestDatabase
const transaction = someTransaction()
before(async () => {
  database = await openTestDatabase()
  const change = createChange(transaction, { links: { baseUrl: 'http://localhost' } })
  await openJournal({ sql: database.sql }).record(change)
})
after(() => database.close())

const isDecided = (status: DisputeStatus) => status === 'WON' || status === 'LOST'

/** A dispute whose row was written like this: an insert is no move. */
async function stored(status: DisputeStatus = 'NEEDS_RESPONSE'): Promise<string> {
  const id = newId(0)
  await database.sql`
    insert into disputes (account_id, id, version, transaction_id, kind, status, provider_id,
      case_id, amount, holds, held, provider_took, short, facts, opened_at, decided_at, updated_at)
    values (${transaction.accountId}, ${id}, 2, ${transaction.id}, 'med', ${status}, ${newId(0)},
      'caso', 1000, '[]', 0, 500, false, '{}', now(), ${isDecided(status) ? new Date() : null},
      now())`
  return id
}

const update = (id: string, change: string) =>
  database.sql.unsafe(`update disputes set ${change} where id = '${id}'`)

const next = 'version = version + 1'
const fixed = /its facts never change/
const refused: readonly (readonly [what: string, change: string, reason: RegExp])[] = [
  ['a version that is skipped', 'version = version + 2', /goes from version 2 to 4/],
  ['a new status in the same version', "status = 'UNDER_REVIEW'", /goes from version 2 to 2/],
  ['another block in the same version', 'held = 1', /goes from version 2 to 2/],
  ['another loss in the same version', 'lost_amount = 1', /goes from version 2 to 2/],
  ['another payment', `${next}, transaction_id = gen_random_uuid()`, fixed],
  ['another kind', `${next}, kind = 'chargeback'`, fixed],
  ['another provider', `${next}, provider_id = gen_random_uuid()`, fixed],
  ['another case', `${next}, case_id = 'outro'`, fixed],
  ['another amount', `${next}, amount = amount + 1`, fixed],
]
for (const [what, change, reason] of refused)
  test(`the database refuses ${what} of a dispute`, async () => {
    await assert.rejects(update(await stored(), change), { code: '23514', message: reason })
  })

const statuses = Object.keys(disputeMoves) as DisputeStatus[]
for (const from of statuses)
  test(`the moves from ${from} are ${disputeMoves[from].join(', ') || 'none'}`, async () => {
    for (const to of statuses.filter((status) => status !== from)) {
      const decided = isDecided(to) ? 'now()' : 'null'
      const moving = update(
        await stored(from),
        `${next}, status = '${to}', decided_at = ${decided}`,
      )
      if (disputeMoves[from].includes(to)) await moving
      else await assert.rejects(moving, { code: '23514', message: /cannot go from/ }, to)
    }
  })
