import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readIdempotencyKey } from './idempotency-key.ts'

for (const [header, key] of [
  [undefined, undefined],
  ['order-42', 'order-42'],
  ['"order-42"', 'order-42'],
  ['""quoted""', '"quoted"'],
  ['"', '"'],
  ['x'.repeat(255), 'x'.repeat(255)],
] as const) {
  test(`a key is read from ${header?.slice(0, 20)}`, () =>
    assert.equal(readIdempotencyKey(header), key))
}

for (const header of ['', '""', 'two words', 'é', 'x'.repeat(256), 'a, b', 'tab\there']) {
  test(`no key: ${JSON.stringify(header.slice(0, 20))}`, () => {
    assert.throws(() => readIdempotencyKey(header), /idempotency-key-invalid/)
  })
}
