import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedOrigin } from './cors.ts'

for (const [origin, allowLoopback, answer] of [
  ['https://loja.com.br', false, true],
  ['https://loja.com.br:8443', false, true],
  ['http://loja.com.br', true, false],
  ['http://localhost:5173', true, true],
  ['http://127.0.0.1:5173', true, true],
  ['http://[::1]:5173', true, true],
  ['http://loja.localhost:5173', true, true],
  ['http://localhost:5173', false, false],
  ['http://loja.localhost:5173', false, false],
  ['http://localhost.evil.com', true, false],
  ['https://loja.com.br/path', false, false],
  ['https://user@loja.com.br', false, false],
  ['null', true, false],
  ['file://', true, false],
  ['', true, false],
  [undefined, true, false],
] as const) {
  test(`${origin}: ${answer ? 'allowed' : 'refused'}, loopback ${allowLoopback}`, () => {
    assert.equal(allowedOrigin(origin, { allowLoopback }), answer ? origin : undefined)
  })
}
