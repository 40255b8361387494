import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { countTotals } from './count-totals.ts'
import { accountsToCount, countNext, progressOf } from './totals-store.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database
const errors: unknown[] = []
const log = { error: (entry: unknown) => errors.push(entry) } as unknown as Parameters<
  typeof countTotals
>[0]['log']

/** An account with one event. The payload is read if the type is of a payment. */
async function accountWith(
  type: string,
  payload = 'no JSON',
  account: string = randomUUID(),
): Promise<string> {
  await sql`insert into event_feeds (account_id, last_position) values (${account}, 1)`
  await sql`
    insert into events (account_id, id, object_type, object_id, version, type, payload,
      occurred_at, position)
    values (${account}, gen_random_uuid(), 'transaction', gen_random_uuid(), 1,
      ${type}, ${payload}, now(), 1)`
  return account
}

test('an account that a newer version has counted is left to it', async () => {
  const account = await accountWith('cashout.done')
  await countNext(sql, account, ['PIX'], 10)
  await sql`update totals_cursors set rule = rule + 1, event_position = 0`
  assert.deepEqual(await accountsToCount(sql, 10), [])
  assert.equal(await countNext(sql, account, ['PIX'], 10), 0)
  await sql`update totals_cursors set rule = 0`
  assert.deepEqual(await accountsToCount(sql, 10), [account])
  assert.equal(await countNext(sql, account, ['PIX'], 10), 1)
})

test('counting again leaves the search terms, which have a cursor of their own', async () => {
  const payload = { data: { createdAt: '2026-01-05T12:00:00Z', amount: 5_00 } }
  const account = await accountWith('transaction.canceled', JSON.stringify(payload))
  const terms = async () =>
    (await sql`select term from search_terms where account_id = ${account}`).length
  await countNext(sql, account, ['PIX'], 10)
  assert.equal(await terms(), 1)
  await sql`delete from search_terms`
  await sql`update totals_cursors set rule = 0 where account_id = ${account}`
  assert.equal(await countNext(sql, account, ['PIX'], 10), 1)
  assert.equal(await terms(), 0)
  await sql`update totals_cursors set terms_position = 0 where account_id = ${account}`
  assert.deepEqual(await accountsToCount(sql, 10), [account])
  assert.equal(await countNext(sql, account, ['PIX'], 10), 1)
  assert.equal(await terms(), 1)
})

test('accounts that always fail do not stop the others', async () => {
  const broken = '00000000-0000-4000-8000-0000000000'
  for (let n = 10; n < 60; n += 1)
    await accountWith('transaction.refused', 'no JSON', `${broken}${n}`)
  const good = await accountWith('cashout.done', '', 'ffffffff-0000-4000-8000-000000000000')
  assert.equal(await countTotals({ sql, log }), 0)
  assert.equal(errors.length, 50)
  assert.deepEqual(await progressOf(sql, `${broken}10`), { behind: 1, countedAt: null })
  assert.equal(await countTotals({ sql, log }), 1)
  assert.equal((await progressOf(sql, good)).behind, 0)
})
