import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openReconciling } from '../../test/kit/reconciliation.ts'
import { fileOf, openShelf } from '../../test/kit/settlement-books.ts'
import { readProviders } from './run-reconciliation.ts'

const reconciling = await openReconciling()
after(() => reconciling.close())
const { app, newProvider, setClock } = reconciling

test('an endless file of one provider does not stop the reading of the others', {
  timeout: 20_000,
}, async () => {
  setClock('2026-03-03')
  const shelves = Array.from({ length: 6 }, () => openShelf())
  const others = new Set(shelves.slice(1))
  const { promise: othersAreRead, resolve } = Promise.withResolvers<void>()
  for (const [n, shelf] of shelves.entries()) {
    const { read } = shelf
    shelf.contents.set('file-1', fileOf({ date: '2026-03-02', sequence: 1 }, []))
    shelf.read = async function* (name, signal) {
      if (n === 0) await othersAreRead
      yield* read(name, signal)
      others.delete(shelf)
      if (others.size === 0) resolve()
    }
  }
  const providers = await Promise.all(
    shelves.map(async (shelf) => [await newProvider(), shelf] as const),
  )
  assert.equal(await readProviders(app, providers), 6 * 2) // One listing each, and one file each.
})
