import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedFields } from './changed-fields.ts'

const role = { name: 'Caixa', permissions: ['wallet:read'], note: null as string | null }

test('a form sends the fields that differ', () => {
  assert.deepEqual(changedFields(role, { ...role, name: 'Caixas' }), { name: 'Caixas' })
  assert.deepEqual(changedFields(role, { ...role, permissions: [] }), { permissions: [] })
  assert.deepEqual(changedFields(role, { ...role, note: 'x' }), { note: 'x' })
  assert.deepEqual(changedFields({ ...role, note: 'x' }, role), { note: null })
  assert.deepEqual(changedFields(role, { ...role, permissions: ['wallet:read'] }), {})
})
