import assert from 'node:assert/strict'
import { test } from 'node:test'
import { triggerCommand } from './trigger.ts'

test('the help separates what the command triggers from what it only explains', () => {
  const [done = '', manual = ''] = triggerCommand.usage.split('só se faz à mão')
  for (const type of ['chargeback', 'transaction.paid'])
    assert.match(done, new RegExp(`\\b${type}\\b`))
  for (const type of ['transaction.refund_returned', 'transaction.dispute_due']) {
    assert.doesNotMatch(done, new RegExp(type))
    assert.match(manual, new RegExp(type))
  }
})
