import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someVault } from '../../test/kit/some-vault.ts'
import { randomId } from '../primitives/id.ts'
import { customerOf } from './order-facts.ts'

const accountId = randomId()
const ana = { name: 'Ana Teste', document: { number: '52998224725', type: 'CPF' } } as const

test('a customer has one id in a shop, which only the pepper leads to', () => {
  const [vault, other] = [someVault(), someVault()]
  const idOf = (owner: { accountId: string; vault: typeof vault }, customer = ana) =>
    customerOf(customer, owner).id
  const own = idOf({ accountId, vault })
  assert.equal(own, idOf({ accountId, vault }))
  assert.notEqual(own, idOf({ accountId, vault: other }), 'a plain hash of the document')
  assert.notEqual(own, idOf({ accountId: randomId(), vault }), 'the same person in another shop')
})
