import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { newId } from '../primitives/id.ts'
import { type CashoutGuard, cashoutGuardsWriter } from './cashout-guard-store.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database

const now = new Date('2026-11-28T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const write = (rows: readonly CashoutGuard[]) =>
  sql.begin((tx) => cashoutGuardsWriter.write(tx, rows))

test('a cashout that a restore brings back does not end the guard of a later one', async () => {
  const guard = (change: Partial<CashoutGuard>): CashoutGuard => ({
    ...{ accountId, pixKey: 'ana@exemplo.com.br', amount: 10_00, windowMs: 600_000 },
    ...{ cashoutId: newId(now.getTime()), requestedAt: now, skipsDuplicateCheck: false },
    ...change,
  })
  const accountId = newId(now.getTime())
  assert.deepEqual(await write([guard({ requestedAt: minutesAgo(5) })]), [])
  const restored = guard({ requestedAt: minutesAgo(9), skipsDuplicateCheck: true })
  assert.deepEqual(await write([restored]), [])
  // The later one guards until five minutes from now, the restored one until one.
  assert.deepEqual(await write([guard({ requestedAt: minutesAgo(-2) })]), [0])
  assert.deepEqual(await write([guard({ requestedAt: minutesAgo(-6) })]), [])
})
