import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { until, untilFound } from '../../../test/kit/time-limit.ts'
import { SettlementFileBroken } from './broken.ts'
import { openLocalFolder } from './local-folder.ts'

/** A folder with a file, and with a pipe, which does not respond until a program writes into it. */
async function openFolder(t: TestContext, callMs = 1_500) {
  const place = await mkdtemp(join(tmpdir(), 'guiche-local-folder-'))
  t.after(() => rm(place, { recursive: true }))
  const [file, pipe] = [join(place, 'file'), join(place, 'pipe')]
  await writeFile(file, 'x'.repeat(100_000))
  await promisify(execFile)('mkfifo', [pipe])
  const folder = openLocalFolder(place, { callMs })
  const read = async (name: string) => {
    const chunks = await Array.fromAsync(folder.read(name, AbortSignal.timeout(10_000)))
    return Buffer.concat(chunks).toString()
  }
  return { file, pipe, folder, read }
}

const notEnded = /an earlier call in the folder has not ended/

test('a folder that does not respond keeps one thread, and is used again later', async (t) => {
  const { file, pipe, folder, read } = await openFolder(t)
  await assert.rejects(read('pipe'), /the folder does not respond/)
  for (let turn = 0; turn < 4; turn += 1) await assert.rejects(read('pipe'), notEnded)
  await assert.rejects(folder.names(AbortSignal.timeout(10_000)), notEnded)
  assert.equal((await readFile(file, 'utf8')).length, 100_000, 'the other threads are free')
  const writer = await open(pipe, 'w')
  const names = async () => folder.names(AbortSignal.timeout(10_000)).catch(() => undefined)
  await until('the call has ended', async () => (await names()) !== undefined)
  await writer.close()
  // On a busy machine a call may take longer than its limit.
  const found = await untilFound('the folder responds', names, (seen) => seen !== undefined)
  assert.deepEqual(found, ['file'])
  const content = () => read('file').catch(() => undefined)
  const text = await untilFound('the folder responds', content, (seen) => seen !== undefined)
  assert.equal(text?.length, 100_000)
})

test('a reading that does not respond ends, and its file counts as broken', async (t) => {
  const { pipe, read } = await openFolder(t, 3_000)
  // Its opening ends, and its first chunk never comes.
  const both = await open(pipe, 'r+')
  await assert.rejects(
    read('pipe'),
    (cause) =>
      cause instanceof SettlementFileBroken && /does not respond/.test(String(cause.cause)),
  )
  await assert.rejects(read('file'), notEnded)
  await both.writeFile('late')
  await both.close()
  await until('the call has ended', async () => (await read('file').catch(() => '')) !== '')
})
