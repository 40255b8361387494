import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, ConnectionError } from '../api/api-error.ts'
import { openAcceptance } from './acceptance.ts'

const refusal = (status: number, code: string) =>
  new ApiError(status, { code, message: '' }, '', null)
const over = refusal(404, 'link-not-valid')
const busy = refusal(503, 'overloaded')
const wrong = refusal(401, 'sign-in-refused')

const cases: readonly (readonly [
  why: string,
  accepts: readonly (Error | null)[],
  signIns: readonly (Error | null)[],
  ends: readonly (Error | null)[],
])[] = [
  ['a failed sign-in is repeated alone', [null], [busy, null], [busy, null]],
  ['an accepted invitation whose answer was lost', [busy, over], [null], [busy, null]],
  [
    'an invitation without an answer that was not accepted',
    [new ConnectionError(undefined), null],
    [null],
    [new ConnectionError(undefined), null],
  ],
  ['an invitation that is over', [over, over], [], [over, over]],
  ['one that ended after a lost answer', [busy, over], [wrong], [busy, wrong]],
]
for (const [why, accepts, signIns, ends] of cases)
  test(why, async () => {
    const answers = { accept: [...accepts], signIn: [...signIns] }
    const ask = (name: keyof typeof answers) => async () => {
      assert(answers[name].length > 0, `${name} once too often`)
      const error = answers[name].shift()
      if (error) throw error
    }
    const run = openAcceptance()
    for (const end of ends) {
      const running = run(ask('accept'), ask('signIn'))
      await (end ? assert.rejects(running, end) : running)
    }
    assert.deepEqual(answers, { accept: [], signIn: [] })
  })
