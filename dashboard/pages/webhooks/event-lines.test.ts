import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventsOf, linesOf } from './event-lines.ts'

for (const [events, text] of [
  [['*'], ''],
  [['*', 'transaction.*'], ''],
  [['transaction.*', 'cashout.completed'], 'transaction.*\ncashout.completed'],
] as const)
  test(`the events ${events.join(' and ')} are the same after they were shown`, () => {
    assert.equal(linesOf(events), text)
    assert.deepEqual(eventsOf(linesOf(events)), events.includes('*') ? ['*'] : events)
  })

test('events are separated by lines, spaces and commas', () => {
  assert.deepEqual(eventsOf(' transaction.*,cashout.*\n\nlink.* '), [
    'transaction.*',
    'cashout.*',
    'link.*',
  ])
})
