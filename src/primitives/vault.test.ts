import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomSecret } from './id.ts'
import { openVault } from './vault.ts'

const peppers = new Map([[1, randomSecret(32)]])
const first = new Map([[1, randomSecret(32)]])
const vault = openVault({ masterKeys: first, peppers })
const place = { table: 'providers', id: 'a', accountId: 'm' }

test('a sealed value opens in its own place', () => {
  assert.equal(vault.open(vault.seal('segredo', place), place).toString(), 'segredo')
})

for (const [what, elsewhere] of [
  ['table', { ...place, table: 'webhook_secrets' }],
  ['row', { ...place, id: 'b' }],
  ['account', { ...place, accountId: 'n' }],
  ['split of the same letters', { table: 'provider', id: 'sa', accountId: 'm' }],
] as const) {
  test(`a sealed value does not open in another ${what}`, () => {
    const sealed = vault.seal('segredo', place)
    assert.throws(() => vault.open(sealed, elsewhere))
  })
}

test('one changed bit anywhere is detected', () => {
  const sealed = vault.seal('segredo', place)
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    assert.throws(() => vault.open(changed, place), `byte ${index}`)
  }
})

test('a new master key seals from then on, and the old one still opens', () => {
  const both = openVault({ masterKeys: new Map([...first, [2, randomSecret(32)]]), peppers })
  const old = vault.seal('segredo', place)
  assert.equal(both.open(old, place).toString(), 'segredo')
  assert.throws(() => vault.open(both.seal('segredo', place), place), /version 2/)
})

test('a rewrapped secret no longer needs the old master key', () => {
  const second = [2, randomSecret(32)] as const
  const both = openVault({ masterKeys: new Map([...first, second]), peppers })
  const moved = both.rewrap(vault.seal('segredo', place), place)
  assert.equal(
    openVault({ masterKeys: new Map([second]), peppers })
      .open(moved, place)
      .toString(),
    'segredo',
  )
  assert.equal(both.rewrap(moved, place), moved)
})
