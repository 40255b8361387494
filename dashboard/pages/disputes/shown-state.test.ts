import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownState } from './shown-state.ts'

const answerBy = '2026-11-30T12:00:00.000Z'
const [before, at, after] = ['11:59:59', '12:00:00', '12:00:01'].map(
  (time) => new Date(`2026-11-30T${time}.000Z`),
) as [Date, Date, Date]
const open = { status: 'NEEDS_RESPONSE', answer: null, answerBy } as const
const answer = {
  ...{ decision: 'contest', text: 'Entregue.', evidenceIds: [], answeredBy: null },
  ...{ givenAt: '2026-11-29T12:00:00.000Z', sentAt: null, rejectedReason: null },
} as const

test('a dispute takes an answer until its deadline, and without one at any time', () => {
  assert.equal(shownState(open, before), 'NEEDS_RESPONSE')
  assert.equal(shownState(open, at), 'NEEDS_RESPONSE')
  assert.equal(shownState(open, after), 'LATE')
  assert.equal(shownState({ ...open, answerBy: null }, after), 'NEEDS_RESPONSE')
})

test('a dispute with an answer takes another one only after its provider rejected it', () => {
  assert.equal(shownState({ ...open, answer }, before), 'ANSWERED')
  const sent = { ...answer, sentAt: answer.givenAt, decision: 'accept' } as const
  assert.equal(shownState({ ...open, answer: sent }, after), 'ANSWERED')
  const rejected = { ...answer, rejectedReason: 'Documento ilegível.' }
  assert.equal(shownState({ ...open, answer: rejected }, before), 'NEEDS_RESPONSE')
  assert.equal(shownState({ ...open, answer: rejected }, after), 'LATE')
})

test('a dispute that is under review or decided is shown as its provider has it', () => {
  for (const status of ['UNDER_REVIEW', 'WON', 'LOST'] as const)
    assert.equal(shownState({ ...open, status, answer }, after), status)
})
