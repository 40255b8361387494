import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redelivered } from './webhook-deliveries.ts'

test('one delivery that starts again is counted in the singular', () => {
  const messages = [1, 2].map((count) => redelivered('', count).message)
  assert.deepEqual(messages, [
    { pt: '1 entrega recomeçou.', en: '1 delivery starts again.' },
    { pt: '2 entregas recomeçaram.', en: '2 deliveries start again.' },
  ])
})
