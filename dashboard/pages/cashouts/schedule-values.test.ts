import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CashoutScheduleWire } from '../../../contract/cashout.ts'
import { changesOf, type ScheduleValues, valuesOf } from './schedule-values.ts'

const schedule: CashoutScheduleWire = {
  ...{ enabled: true, frequency: 'DAILY', weekday: null, time: '09:00' },
  ...{ minimumAmount: 100, reserve: 5_000, nextAt: '2026-03-02T12:00:00.000Z' },
  ...{ pixKey: 'caixa@loja.example', pixType: 'EMAIL' },
  ...{ beneficiaryName: null, beneficiaryDocument: '52998224725', postbackUrl: null },
}
const none: CashoutScheduleWire = {
  ...{ enabled: false, frequency: null, weekday: null, time: null },
  ...{ minimumAmount: null, reserve: null, nextAt: null, pixKey: null, pixType: null },
  ...{ beneficiaryName: null, beneficiaryDocument: null, postbackUrl: null },
}

const changes: readonly (readonly [string, Partial<ScheduleValues>, object])[] = [
  ['nothing', {}, {}],
  ['the reserve', { reserve: 9_000 }, { reserve: 9_000 }],
  ['an emptied reserve', { reserve: null }, { reserve: 0 }],
  ['an emptied minimum', { minimumAmount: null }, { minimumAmount: 1 }],
  ['an emptied owner', { beneficiaryDocument: '' }, { beneficiaryDocument: null }],
  ['the key', { pixKey: 'nova@loja.example' }, { pixKey: 'nova@loja.example' }],
  ['weekly', { frequency: 'WEEKLY' }, { frequency: 'WEEKLY', weekday: 'MONDAY' }],
  ['a weekday that is not shown', { weekday: 'FRIDAY' }, {}],
  ['turned off', { enabled: false, reserve: 9_000 }, { enabled: false }],
]
for (const [what, changed, expected] of changes)
  test(`only what was changed is sent: ${what}`, () =>
    assert.deepEqual(changesOf(schedule, { ...valuesOf(schedule), ...changed }), expected))

test('a first schedule is sent whole', () =>
  assert.deepEqual(
    changesOf(none, { ...valuesOf(none), enabled: true, pixKey: 'caixa@loja.example' }),
    {
      ...{ enabled: true, frequency: 'DAILY', time: '09:00', pixKey: 'caixa@loja.example' },
      ...{ minimumAmount: 1, reserve: 0 },
    },
  ))

test('a schedule that stays off sends nothing', () =>
  assert.deepEqual(changesOf(none, valuesOf(none)), {}))
