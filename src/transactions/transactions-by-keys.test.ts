import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDistributed, openTestDatabase } from '../../test/kit/database.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import type { Sql } from '../db/pool.ts'
import { openJournal } from '../journal/journal.ts'
import { createChange } from './transaction-change.ts'
import { transactionsByKeys } from './transaction-store.ts'

const database = await openTestDatabase()
const sharded = openDistributed(database.url, { max: 2 })
after(async () => {
  await sharded.end()
  await database.close()
})

test('payments by keys name their accounts on a database that is distributed', async () => {
  const journal = openJournal({ sql: database.sql })
  const transactions = [someTransaction(), someTransaction()]
  for (const each of transactions)
    await journal.record(createChange(each, { links: { baseUrl: 'http://localhost' } }))
  for (const [sql, namesAccounts] of [
    [database.sql, false],
    [sharded, true],
  ] as const) {
    const texts: string[] = []
    const seen = new Proxy(sql, {
      apply(target, self, given: [TemplateStringsArray, ...unknown[]]) {
        texts.push(given[0].toString())
        return Reflect.apply(target, self, given)
      },
    }) as Sql
    const found = await transactionsByKeys(seen, transactions)
    assert.deepEqual(
      found.map(({ id }) => id).toSorted(),
      transactions.map(({ id }) => id).toSorted(),
    )
    assert.equal(texts.join(' ').includes('account_id = any('), namesAccounts)
  }
})
