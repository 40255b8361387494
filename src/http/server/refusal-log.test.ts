import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRefusalLog } from './refusal-log.ts'

test('many rejections are one line that counts them by code', () => {
  const lines: unknown[] = []
  const log = openRefusalLog({ warn: (facts: unknown) => lines.push(facts) })
  for (let count = 0; count < 1_000; count++) log.add('overloaded')
  log.add('rate-limited')
  log.close()
  assert.deepEqual(lines, [{ refused: { overloaded: 1_000, 'rate-limited': 1 } }])
})
