import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { leaseEnd } from './business-time.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database

test('a lease ends by the clock of the database, with any clock of the process', async (t) => {
  const wallMs = Date.now()
  t.mock.method(Date, 'now', () => wallMs + 2 * 3_600_000)
  const [row] = await sql<{ seconds: number }[]>`
    select extract(epoch from ${leaseEnd(sql, { offsetMs: () => 5_000 }, 60_000)} - now())::float8
      as seconds`
  assert.equal(row?.seconds, 65)
})
