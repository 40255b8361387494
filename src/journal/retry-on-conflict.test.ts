import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idempotencyKeysWriter } from '../idempotency/idempotency-store.ts'
import { Rejection } from '../primitives/rejection.ts'
import { refundsWriter } from '../refunds/refund-store.ts'
import { WriteConflict } from './journal.ts'
import { retryOnConflict } from './retry-on-conflict.ts'

/** Loses this number of times before it wins. */
function losing(times: number, cause: Error = new WriteConflict(refundsWriter)) {
  let tries = 0
  const attempt = async () => {
    tries += 1
    if (tries <= times) throw cause
    return tries
  }
  return { attempt, tries: () => tries }
}

test('an attempt that lost decides again on the new state and returns its own result', async () => {
  assert.equal(await retryOnConflict(losing(0).attempt), 1)
  assert.equal(await retryOnConflict(losing(7).attempt), 8)
})

test('a change that always loses is rejected with a request to retry later', async () => {
  const { attempt, tries } = losing(8)
  await assert.rejects(
    retryOnConflict(attempt),
    (cause) => cause instanceof Rejection && cause.code === 'database-unavailable',
  )
  assert.equal(tries(), 8)
})

for (const [what, cause, stopWhen] of [
  [
    'a loss that says so',
    new WriteConflict(idempotencyKeysWriter),
    ({ writer }: WriteConflict) => writer === idempotencyKeysWriter,
  ],
  ['anything but a loss', new Rejection('not-found'), undefined],
] as const) {
  test(`${what} is not retried`, async () => {
    const { attempt, tries } = losing(1, cause)
    await assert.rejects(retryOnConflict(attempt, stopWhen && { stopWhen }), cause)
    assert.equal(tries(), 1)
  })
}
