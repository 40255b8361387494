import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomSecret } from '../primitives/id.ts'
import { openVault } from '../primitives/vault.ts'
import { fingerprintOf } from './fingerprint.ts'

const vault = openVault({
  masterKeys: new Map([[1, randomSecret(32)]]),
  peppers: new Map([[1, randomSecret(32)]]),
})
const base = { method: 'POST', path: '/api/user/transactions' }
const of = (body: unknown, more: object = {}) =>
  fingerprintOf(vault, { ...base, body, ...more }).toString('hex')
const sale = {
  amount: 100,
  card: { number: '4111111111111111', cvv: '123' },
  items: [{ a: 1, b: 2 }],
}

test('the order of keys does not matter, at any depth', () => {
  assert.equal(
    of(sale),
    of({ items: [{ b: 2, a: 1 }], card: { cvv: '123', number: '4111111111111111' }, amount: 100 }),
  )
})

test('the security code leaves no trace', () => {
  assert.equal(of(sale), of({ ...sale, card: { ...sale.card, cvv: '999' } }))
  assert.equal(of(sale), of({ ...sale, card: { number: sale.card.number } }))
})

for (const [what, other] of [
  ['an amount', of({ ...sale, amount: 101 })],
  ['a card', of({ ...sale, card: { ...sale.card, number: '4242424242424242' } })],
  ['the order of a list', of({ ...sale, items: [{ b: 2 }, { a: 1 }] })],
  ['text in place of a number', of({ ...sale, amount: '100' })],
  ['a field more', of({ ...sale, ip: '' })],
  ['the path', of(sale, { path: '/api/user/transactions/1/cancel' })],
  ['the method', of(sale, { method: 'PUT' })],
  ['no body', of(undefined)],
] as const) {
  test(`another request has another fingerprint: ${what}`, () => assert.notEqual(of(sale), other))
}

test('without the pepper a fingerprint cannot be made', () => {
  const other = openVault({
    masterKeys: new Map([[1, randomSecret(32)]]),
    peppers: new Map([[1, randomSecret(32)]]),
  })
  assert.notEqual(of(sale), fingerprintOf(other, { ...base, body: sale }).toString('hex'))
})
