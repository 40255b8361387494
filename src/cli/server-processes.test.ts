import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextPauseMs } from './server-processes.ts'

test('the pause before a restart doubles up to 30 s; after a minute of life it is short', () => {
  const cases: readonly (readonly [livedMs: number, lastPauseMs: number, pauseMs: number])[] = [
    [10, 0, 500],
    [10, 500, 1_000],
    [59_999, 1_000, 2_000],
    [60_000, 16_000, 500],
    [10, 16_000, 30_000],
    [10, 30_000, 30_000],
  ]
  for (const [livedMs, lastPauseMs, pauseMs] of cases)
    assert.equal(nextPauseMs(livedMs, lastPauseMs), pauseMs, `${livedMs} ${lastPauseMs}`)
})
