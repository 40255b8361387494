import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { rankOf, writeOrder } from './write-order.ts'

const src = join(import.meta.dirname, '..')
const writers = globSync('**/*-{store,writer}.ts', { cwd: src }).flatMap((path) =>
  [
    ...readFileSync(join(src, path), 'utf8').matchAll(
      /RowWriter<[^=]*> =>? \(?\{\s+name: '([^']+)'/g,
    ),
  ].map(([, name]) => name),
)

test('every name in the order of writing is the name of one writer', () => {
  assert.deepEqual(writers.sort(), [...writeOrder].sort())
})

test('balances are checked before any posting', () => {
  assert.ok(rankOf('balances') < rankOf('ledger-transfers'))
})
