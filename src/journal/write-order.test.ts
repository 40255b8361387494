import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { rankOf } from './write-order.ts'

const src = join(import.meta.dirname, '..')
const writers = globSync('**/*-store.ts', { cwd: src }).flatMap((path) =>
  [...readFileSync(join(src, path), 'utf8').matchAll(/RowWriter<[^=]*> = \{\s+name: '([^']+)'/g)].map(
    ([, name]) => name,
  ),
)

test('every writer there is has a place of its own', () => {
  assert.ok(writers.length > 20)
  assert.equal(new Set(writers).size, writers.length)
  assert.deepEqual(
    writers.filter((name) => rankOf(name ?? '') === rankOf('nobody')),
    [],
    'add it to write-order.ts',
  )
})

test('balances are judged before anything is posted', () => {
  assert.ok(rankOf('balances') < rankOf('ledger-transfers'))
})
