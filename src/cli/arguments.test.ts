import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { jsonIn } from './arguments.ts'
import { UsageError } from './usage-error.ts'

test('- is JSON from standard input', async () => {
  assert.deepEqual(await jsonIn('-', Readable.from(['{"chave":', '"loja"}'])), { chave: 'loja' })
  await assert.rejects(jsonIn('-', Readable.from(['chave'])), (cause) => {
    assert(cause instanceof UsageError)
    assert.match(cause.message, /^a entrada padrão não é JSON válido/)
    return true
  })
})
