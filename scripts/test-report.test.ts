import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTestReport } from './test-report.ts'

const output = `▶ test/e2e/kill.test.ts
  ✔ a key is taken once (12.5ms)
  ✖ a payment is charged once (1200.25ms)
  ℹ 4000 events, 4500 deliveries, 20 kills
✖ test/e2e/kill.test.ts (1300.25ms)
ℹ tests 3
ℹ suites 1
ℹ pass 2
ℹ fail 1
ℹ cancelled 0
ℹ skipped 0
ℹ todo 0
ℹ duration_ms 1300.5

✖ failing tests:

test at test/e2e/kill.test.ts:1:1
✖ a payment is charged once (1200.25ms)
  AssertionError
`

test('a report states how many tests ran, which of them failed, and their diagnostics', () => {
  assert.deepEqual(readTestReport(output), {
    tests: 3,
    failed: [{ name: 'a payment is charged once', file: 'test/e2e/kill.test.ts' }],
    figures: ['4000 events, 4500 deliveries, 20 kills'],
  })
})

test('a run that broke before its end ran no test', () => {
  assert.deepEqual(readTestReport('node: bad option\n'), { tests: 0, failed: [], figures: [] })
})
