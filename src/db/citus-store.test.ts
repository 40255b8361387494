import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { untilConnected } from '../../test/kit/until-connected.ts'
import { distributeTables, readShardCount } from './citus-store.ts'

const database = await openTestDatabase()
after(() => database.close())

test('a database without Citus is refused, and nothing of it changes', async () => {
  await assert.rejects(
    untilConnected(() => distributeTables(database.url)),
    /has no extension citus/,
  )
  assert.equal(await untilConnected(() => readShardCount(database.url)), undefined)
})
