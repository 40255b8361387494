import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankOf, bankPath, valuesOf } from './banks.ts'

const paths = [
  ['sicredi', '/cob/txid', '/v3/cob/txid'],
  ['sicredi', '/cob?inicio=1', '/v2/cob?inicio=1'],
  ['sicredi', '/pix/e2eid', '/v2/pix/e2eid'],
  ['banco-do-brasil', '/cob/txid', '/cob/txid?gw-dev-app-key=k%26'],
  ['banco-do-brasil', '/pix?inicio=1', '/pix?inicio=1&gw-dev-app-key=k%26'],
  ['inter', '/cob/txid', '/cob/txid'],
  [undefined, '/cob/txid', '/cob/txid'],
] as const

for (const [name, path, sent] of paths)
  test(`${name ?? 'the standard'}: ${path}`, () => {
    const bank = bankOf(name)
    assert.equal(bankPath(bank, path, valuesOf(bank.query, { appKey: 'k&' })), sent)
  })

test('a header without a value is left out', () => {
  const { headers } = bankOf('inter')
  assert.deepEqual(valuesOf(headers, {}), {})
  assert.deepEqual(valuesOf(headers, { accountNumber: '12' }), { 'x-conta-corrente': '12' })
})
