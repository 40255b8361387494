import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blankOf, choicesOf, filledIn, type Schema } from './settings-schema.ts'

const schema: Schema = {
  type: 'object',
  required: ['url', 'headers', 'contract'],
  properties: {
    url: { type: 'string' },
    headers: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    },
    contract: { const: 'efi', type: 'string' },
    mode: { anyOf: [{ const: 'production' }, { const: 'sandbox' }] },
    files: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
  },
}

test('a new form has one of each list, and leaves optional parts out', () => {
  assert.deepEqual(blankOf(schema), { headers: [{}], contract: 'efi' })
})

test('a field that was left empty is not sent', () => {
  assert.deepEqual(filledIn({ url: 'https://a', ca: '', files: undefined, headers: ['', 'x'] }), {
    url: 'https://a',
    headers: ['x'],
  })
})

test('choices are read from each form of the schema', () => {
  assert.deepEqual(choicesOf({ anyOf: [{ const: 'production' }, { const: 'sandbox' }] }), [
    'production',
    'sandbox',
  ])
  assert.deepEqual(choicesOf({ const: 'efi' }), ['efi'])
  assert.equal(choicesOf({ type: 'string' }), undefined)
})
