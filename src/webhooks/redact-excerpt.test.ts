import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monotonicMs } from '../primitives/clock.ts'
import { maxExcerptBytes, redactExcerpt } from './redact-excerpt.ts'

const excerptOf = (text: string) => redactExcerpt(Buffer.from(text))

for (const [text, kept] of [
  ['{"error":"order 1234 not found"}', '{"error":"order 1234 not found"}'],
  ['linha 1\n\tlinha 2', 'linha 1\n\tlinha 2'],
  ['card 4111 1111 1111 1111 declined', 'card [number] declined'],
  ['pan=4111111111111111;cpf=529.982.247-25', 'pan=[number];cpf=[number]'],
  ['CNPJ 11.222.333/0001-81', 'CNPJ [number]'],
  ['mail ana.souza+x@loja.com.br now', 'mail [e-mail] now'],
  ['key sk_live_abc and whsec_QUJD+/=', 'key [secret] and [secret]'],
  ['Authorization: Bearer abc.def-123', 'Authorization: [secret]'],
  ['a\u0000b\u001b[31mc\u202ed', 'a b [31mc d'],
] as const) {
  test(`the response ${JSON.stringify(text)} is stored as ${JSON.stringify(kept)}`, () => {
    assert.equal(excerptOf(text), kept)
  })
}

test('an excerpt is at most one KiB and ends in a whole character', () => {
  const excerpt = excerptOf('é'.repeat(5_000))
  assert.equal(Buffer.byteLength(excerpt), maxExcerptBytes)
  assert.ok(!excerpt.includes('\uFFFD'))
  assert.ok(Buffer.byteLength(excerptOf(`x${'é'.repeat(5_000)}`)) <= maxExcerptBytes)
})

test('a number cut by the limit is not shown in part', () => {
  const excerpt = excerptOf(`${'x'.repeat(maxExcerptBytes - 9)} 4111111111111111`)
  assert.ok(!/\d/.test(excerpt))
})

test('no response makes redaction slow', () => {
  const start = monotonicMs()
  for (const text of [
    '1 '.repeat(2_000),
    'a@'.repeat(2_000),
    '@'.repeat(4_000),
    'a.'.repeat(2_000),
    'sk_'.repeat(900),
  ]) {
    excerptOf(text)
  }
  assert.ok(monotonicMs() - start < 5_000)
})
