import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomSecret } from '../../primitives/id.ts'
import { openVault } from '../../primitives/vault.ts'
import { openCardToken, sealCardToken } from './card-token.ts'

const vault = openVault({
  masterKeys: new Map([[1, randomSecret(32)]]),
  peppers: new Map([[1, randomSecret(32)]]),
})
const at = new Date('2026-11-21T12:00:00Z')
const card = {
  number: '4111111111111111',
  holderName: 'MARIA',
  expirationMonth: 1,
  expirationYear: 2030,
  cvv: '123',
}
const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000)

test('a token opens for its own account, with the same digest each time', () => {
  const { token, expiresAt } = sealCardToken(vault, { accountId: 'a', card, at })
  const opened = openCardToken(vault, { accountId: 'a', token, at: minutesLater(14) })
  assert.deepEqual(opened?.card, card)
  assert.deepEqual(opened?.digest, openCardToken(vault, { accountId: 'a', token, at })?.digest)
  assert.equal(expiresAt.toISOString(), '2026-11-21T12:15:00.000Z')
  assert.match(token, /^tok_/)
})

test('two tokens of one card have nothing in common', () => {
  const [one, two] = [1, 2].map(() => sealCardToken(vault, { accountId: 'a', card, at }).token)
  assert.notEqual(one, two)
  assert.ok(!`${one}`.includes(Buffer.from(card.number).toString('base64url')))
})

test('a token is invalid for another account, after 15 minutes, or when it was changed', () => {
  const { token } = sealCardToken(vault, { accountId: 'a', card, at })
  assert.equal(openCardToken(vault, { accountId: 'b', token, at }), undefined)
  assert.equal(openCardToken(vault, { accountId: 'a', token, at: minutesLater(15) }), undefined)
  const middle = token.length >> 1
  const other = token[middle] === 'A' ? 'B' : 'A'
  const changed = token.slice(0, middle) + other + token.slice(middle + 1)
  assert.equal(openCardToken(vault, { accountId: 'a', token: changed, at }), undefined)
  assert.equal(openCardToken(vault, { accountId: 'a', token: 'tok_nothing', at }), undefined)
})
