import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandboxAddresses } from '../../../test/kit/sandbox-addresses.ts'
import { strictOutbound } from '../../outbound/destination.ts'
import { addressWarnings } from './address-warnings.ts'

const fields = { called: ['postbackUrl'], opened: ['redirectUrl'] }
const found = (address: unknown, rules = sandboxAddresses) =>
  addressWarnings({ postbackUrl: address, redirectUrl: address }, fields, rules).map(
    ({ code, field }) => `${code} ${field}`,
  )

const postback = 'postback-not-https postbackUrl'
const page = 'page-not-https redirectUrl'

for (const [address, expected] of [
  ['https://loja.com.br/retorno', []],
  ['http://loja.com.br/retorno', [postback, page]],
  ['https://loja.com.br:8443/retorno', [postback]], // A page may have any port.
  ['https://loja/retorno', [postback]], // A name of one network.
  ['http://loja:3000/retorno', [postback, page]],
  ['http://localhost:3000/retorno', []],
  ['https://loja.localhost:3000/retorno', []],
  ['http://[::1]:3000/retorno', []],
  // The sandbox itself rejects them as postbacks.
  ['http://10.0.0.1/retorno', [page]],
  ['https://ana:senha@loja.com.br/retorno', []],
  ['ftp://loja.com.br/retorno', []],
  ['loja.com.br', []],
  ['', []],
  [null, []],
  [undefined, []],
  [7, []],
] as const)
  test(`warnings of the address ${address}: ${expected.length}`, () =>
    assert.deepEqual(found(address), expected))

test('a body that is no object has no addresses', () =>
  assert.deepEqual(addressWarnings('http://loja.com.br', fields, sandboxAddresses), []))

test('production does not warn of an address that its operator allows', () => {
  const outbound = { ...strictOutbound, extraPorts: [8443] }
  assert.deepEqual(found('https://loja.com.br:8443/', { mode: 'production', outbound }), [])
})
