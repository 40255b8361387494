import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { openTransactionShares } from './transaction-shares.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database

/** A transaction that runs until `end` is called. `begun` resolves when it has a connection. */
function openTransaction(pool: typeof sql) {
  const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = pool.begin(async (tx) => {
    const [row] = await tx<{ one: number }[]>`select 1 as one`
    begun.resolve()
    await release.promise
    return row?.one
  })
  return { begun: begun.promise, done, end: release.resolve }
}

test('a transaction above the share waits its turn, and others are not held up', async () => {
  const shares = openTransactionShares(sql, { most: 2, waitMs: 600_000 })
  const mine = shares.of('a', 'ana')
  const [first, second] = [openTransaction(mine), openTransaction(mine)]
  await Promise.all([first.begun, second.begun])
  let isBegun = false
  const third = openTransaction(shares.of('a', 'ana'))
  void third.begun.then(() => {
    isBegun = true
  })

  const other = openTransaction(shares.of('b', 'bia'))
  await other.begun
  assert.deepEqual([...(await mine`select 2 as two`)], [{ two: 2 }], 'a statement takes no turn')
  assert.equal(isBegun, false)
  first.end()
  await third.begun
  for (const each of [second, third, other]) each.end()
  for (const { done } of [first, second, third, other]) assert.equal(await done, 1)
})

test('a long wait for a turn is refused, and a failed transaction ends its turn', async () => {
  const shares = openTransactionShares(sql, { most: 1, waitMs: 1 })
  const first = openTransaction(shares.of('a', 'ana'))
  await first.begun
  const refused = [openTransaction(shares.of('a', 'ana')), openTransaction(shares.of('a', 'ana'))]
  for (const { done } of refused) await assert.rejects(done, { code: 'rate-limited' })
  first.end()
  await first.done

  const failing = shares.of('a', 'ana').begin(async () => {
    throw new Error('undone')
  })
  await assert.rejects(failing, /undone/)
  const next = openTransaction(shares.of('a', 'ana'))
  next.end()
  assert.equal(await next.done, 1)
})

test('callers of one owner take turns', async () => {
  const shares = openTransactionShares(sql, { most: 1, waitMs: 600_000 })
  const begun: string[] = []
  const start = (caller: string) =>
    shares.of('a', caller).begin(async () => {
      begun.push(caller)
    })
  const first = openTransaction(shares.of('a', 'ana'))
  await first.begun
  const others = ['ana', 'ana', 'ana', 'bia', 'bia', 'eva'].map(start)
  first.end()
  await Promise.all([first.done, ...others])
  assert.deepEqual(begun, ['ana', 'bia', 'eva', 'ana', 'bia', 'ana'])
})

test('a caller that gave up waiting has no turn any more', async () => {
  const shares = openTransactionShares(sql, { most: 1, waitMs: 1 })
  const first = openTransaction(shares.of('a', 'ana'))
  await first.begun
  await assert.rejects(openTransaction(shares.of('a', 'bia')).done, { code: 'rate-limited' })
  first.end()
  await first.done
  const next = openTransaction(shares.of('a', 'eva'))
  next.end()
  assert.equal(await next.done, 1)
})
