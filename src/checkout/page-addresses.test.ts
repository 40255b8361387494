import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPageAddress } from './page-addresses.ts'

for (const [address, production, sandbox] of [
  ['https://loja.com.br/obrigado?pedido=7', true, true],
  ['https://10.0.0.1/obrigado', true, true], // Only the payer's browser opens it.
  ['HTTPS://loja.com.br', true, true],
  ['http://loja.com.br', false, true],
  ['http://localhost:3000/obrigado', false, true],
  ['javascript:alert(1)', false, false],
  ['data:text/html,x', false, false],
  ['//loja.com.br', false, false],
  ['/obrigado', false, false],
  ['https://banco.com.br@loja.com.br', false, false],
  ['https://banco.com.br\\@loja.com.br', false, false],
  ['https://loja.com.br/a b', false, false],
  ['https://', false, false],
  ['', false, false],
] as const)
  test(`a payer ${production ? 'may' : 'may not'} be sent to "${address}"`, () => {
    assert.equal(isPageAddress(address, { allowHttp: false }), production)
    assert.equal(isPageAddress(address, { allowHttp: true }), sandbox)
  })
