import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HealthState, healthStateOf } from './health-state.ts'
import { noLatencies } from './latency.ts'

const cases: readonly [string, number, number, boolean, HealthState][] = [
  ['no call', 0, 0, false, 'idle'],
  ['a probe without a call in the last hour', 0, 0, true, 'silent'],
  ['every call had a response', 40, 0, false, 'healthy'],
  ['fewer than one in twenty had none', 41, 2, false, 'healthy'],
  ['one in twenty had none', 40, 2, false, 'degraded'],
  ['all but one had none', 40, 39, false, 'degraded'],
  ['none had a response', 40, 40, false, 'silent'],
  ['the provider is probed', 40, 0, true, 'silent'],
]
for (const [what, calls, failures, isProbed, expected] of cases)
  test(`${what}: ${expected}`, () => {
    const [, ...rest] = noLatencies()
    assert.equal(healthStateOf({ latencies: [calls, ...rest], failures }, isProbed), expected)
  })
