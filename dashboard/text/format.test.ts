import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatFor } from './format.ts'

test('an instant has its second in the tooltip, and a calendar day has no instant', () => {
  const { tooltip, day } = formatFor('pt-BR')
  assert.equal(tooltip('2026-11-28T15:00:07.000Z'), '28/11/2026, 12:00:07')
  assert.equal(tooltip('2026-11-28'), undefined)
  assert.equal(day('2026-11-28'), '28 de nov. de 2026')
})
