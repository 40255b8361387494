import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openReconciling } from '../../test/kit/reconciliation.ts'
import { fileOf, openFileStore } from '../../test/kit/settlement-books.ts'
import { openMetrics } from '../metrics/metrics.ts'
import { workerActor } from '../primitives/actor.ts'
import { readProviders } from './run-reconciliation.ts'

const reconciling = await openReconciling()
after(() => reconciling.close())
const { app, newProvider, setClock } = reconciling

test('an endless file of one provider does not stop the reading of the others', async () => {
  setClock('2026-03-03')
  const fileStores = Array.from({ length: 6 }, () => openFileStore())
  const others = new Set(fileStores.slice(1))
  const { promise: othersAreRead, resolve } = Promise.withResolvers<void>()
  for (const [n, fileStore] of fileStores.entries()) {
    const { read } = fileStore
    fileStore.contents.set('file-1', fileOf({ date: '2026-03-02', sequence: 1 }, []))
    fileStore.read = async function* (name, signal) {
      if (n === 0) await othersAreRead
      yield* read(name, signal)
      others.delete(fileStore)
      if (others.size === 0) resolve()
    }
  }
  const providers = await Promise.all(
    fileStores.map(async (fileStore) => [await newProvider(), fileStore] as const),
  )
  // One listing each, and one file each.
  assert.equal(await readProviders({ ...app, metrics: openMetrics() }, providers), 6 * 2)
})

test('a provider that cannot be reconciled is a failed job, and the others continue', async () => {
  setClock('2026-03-03')
  const [broken, whole] = [openFileStore(), openFileStore()]
  broken.list = async () => {
    throw new Error('no such database')
  }
  const failed: string[] = []
  const metrics = { ...openMetrics(), jobFailed: (job: string) => void failed.push(job) }
  const worker = { ...app, metrics, actor: workerActor('run-reconciliation') }
  const providers = [[await newProvider(), broken] as const, [await newProvider(), whole] as const]
  assert.equal(await readProviders(worker, providers), 1)
  assert.deepEqual(failed, ['run-reconciliation'])
})
