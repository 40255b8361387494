import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stuckKinds, workKinds } from '../../../contract/work.ts'
import { workTarget } from './work-target.ts'

const ofAccount = { accountId: 'a', id: 'i', transactionId: 't', providerId: 'p' }
const ofOperator = { accountId: null, id: 'i', transactionId: null, providerId: null }

test('every kind of work of an account leads to a page, and shows the id of its object', () => {
  for (const kind of new Set([...workKinds, ...stuckKinds])) {
    const target = workTarget(kind, ofAccount)
    assert.match(String(target?.link.to), /^\/operator\//, kind)
    const params = Object.values((target?.link.params ?? {}) as Record<string, string>)
    assert.ok(params.length > 0 && target && ['i', 't', 'p'].includes(target.id), kind)
  }
})

test('a sale of work is shown by its own id, and a payment without one by its account', () => {
  for (const kind of ['attempts', 'charges', 'refunds', 'receivables'] as const) {
    assert.equal(workTarget(kind, ofAccount)?.id, 't')
    const unknown = workTarget(kind, { ...ofAccount, transactionId: null })
    assert.deepEqual(unknown?.link.params, { id: 'a' })
  }
})

test('work of the operator leads to approvals, people and providers, or nowhere', () => {
  assert.equal(workTarget('approvals', ofOperator)?.link.to, '/approvals')
  assert.equal(workTarget('mails', ofOperator)?.link.to, '/operator/people')
  assert.equal(workTarget('reconciliations', ofOperator), undefined)
  assert.equal(workTarget('cashouts', ofOperator), undefined)
})
