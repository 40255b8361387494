import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDraft, removeDrafts } from './draft.ts'

/** A storage whose keys are its own properties, as those of a browser. */
const newStorage = (): Storage =>
  Object.create({
    getItem(key: string) {
      return Object.hasOwn(this, key) ? (this as Record<string, string>)[key] : null
    },
    setItem(key: string, value: string) {
      ;(this as Record<string, string>)[key] = value
    },
    removeItem(key: string) {
      delete (this as Record<string, string>)[key]
    },
  })

const form = { personId: 'ana', name: 'answer', empty: { text: '', more: 1 } }

test('a draft is there again until it was sent', () => {
  const storage = newStorage()
  const draft = openDraft(storage, form)
  assert.deepEqual(draft.initial, { text: '', more: 1 })
  draft.keep({ text: 'Entregue.', more: 1 })
  assert.deepEqual(openDraft(storage, form).initial, { text: 'Entregue.', more: 1 })
  assert.deepEqual(openDraft(storage, { ...form, name: 'link' }).initial, form.empty)
  draft.forget()
  assert.deepEqual(openDraft(storage, form).initial, form.empty)
})

test('a field that a draft does not have yet is that of the empty form', () => {
  const storage = newStorage()
  openDraft<object>(storage, form).keep({ text: 'Entregue.' })
  assert.deepEqual(openDraft(storage, form).initial, { text: 'Entregue.', more: 1 })
})

test('another person sees no draft, and it is removed', () => {
  const storage = newStorage()
  storage.setItem('other', 'stays')
  openDraft(storage, form).keep({ text: 'Entregue.', more: 1 })
  assert.deepEqual(openDraft(storage, { ...form, personId: 'rui' }).initial, form.empty)
  assert.deepEqual(Object.keys(storage), ['other'])
})

test('a person who signs out leaves no draft', () => {
  const storage = newStorage()
  openDraft(storage, form).keep({ text: 'Entregue.', more: 1 })
  removeDrafts(storage)
  assert.deepEqual(Object.keys(storage), [])
})
