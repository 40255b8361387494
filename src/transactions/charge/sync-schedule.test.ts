import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lateCheckAt } from './sync-schedule.ts'

const dayMs = 86_400_000

for (const [when, method, canceled, late] of [
  ['a day later', 'PIX', '2026-11-28T03:00:05Z', '2026-11-29T03:00:05Z'],
  ['ended on a Friday', 'BOLETO', '2026-11-28T03:00:05Z', '2026-12-01T03:00:00Z'],
  ['canceled on a Friday', 'BOLETO', '2026-11-27T18:00:00Z', '2026-12-01T03:00:00Z'],
  ['ended on a Monday', 'BOLETO', '2026-11-24T03:00:05Z', '2026-11-26T03:00:00Z'],
  ['at the end of a Monday', 'BOLETO', '2026-11-24T02:59:59Z', '2026-11-25T03:00:00Z'],
  ['before a holiday', 'BOLETO', '2026-11-19T03:00:05Z', '2026-11-24T03:00:00Z'],
  ['before Carnival', 'BOLETO', '2026-02-14T03:00:05Z', '2026-02-19T03:00:00Z'],
] as const)
  test(`the late query of a canceled ${method}, ${when}: ${late}`, () => {
    const charge = { method, updatedAt: new Date(canceled) }
    const lateAt = new Date(late)
    for (const now of [charge.updatedAt, new Date(lateAt.getTime() - 1)])
      for (const isUnanswered of [false, true])
        assert.deepEqual(lateCheckAt(charge, now, { isUnanswered }), lateAt)
    assert.equal(lateCheckAt(charge, lateAt), undefined, 'its bank has answered')
    const queriedAfter: number[] = []
    for (
      let at: Date | undefined = lateAt;
      at;
      at = lateCheckAt(charge, at, { isUnanswered: true })
    )
      queriedAfter.push((at.getTime() - lateAt.getTime()) / dayMs)
    assert.deepEqual(queriedAfter, [0, 1, 3, 7], 'its bank is silent')
    const answeredAt = new Date(lateAt.getTime() + 30 * dayMs)
    const now = new Date(answeredAt.getTime() + dayMs)
    assert.deepEqual(
      lateCheckAt(charge, now, { isUnanswered: true, answeredAt }),
      new Date(now.getTime() + dayMs),
      'its bank is silent after an answer',
    )
  })
