import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caseKinds } from '../../../src/cases/case.ts'
import { caseKindNames } from './case-names.ts'

test('the dashboard has a name for each kind of reconciliation case', () => {
  assert.deepEqual(Object.keys(caseKindNames).toSorted(), [...caseKinds].toSorted())
})
