import { constants } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { withTimeout } from '../../primitives/with-timeout.ts'
import { shown } from '../settings-form/setting.ts'
import { SettlementFileBroken } from './broken.ts'
import { usualDownloadLimits } from './download-client.ts'
import { type FileFolder, isFileName } from './file-folder.ts'

/** What an operator enters for a folder of the machine, to which a program copies the files. */
export const localFolderSetting = Type.String({
  pattern: '^/[^\\p{Cc}]{0,254}$',
  ...shown({
    label: { pt: 'Pasta dos arquivos', en: 'Folder of the files' },
    help: {
      pt: 'Um caminho absoluto que o worker pode ler. Os arquivos ficam onde estão.',
      en: 'An absolute path that the worker can read. The files stay where they are.',
    },
  }),
})

/** A folder on a network may not respond. */
const usualCallMs = 20_000
const chunkBytes = 65_536

/** A folder of the machine. Symbolic links in it are not followed. */
export function openLocalFolder(
  folder: string,
  { callMs = usualCallMs }: { readonly callMs?: number } = {},
): FileFolder {
  const closing = new AbortController()
  let overdue = 0

  /**
   * A call in a folder that does not respond keeps a thread, and Node has four of them for all
   * files and host names. So none begins while an earlier one is overdue. `drop` gets a result that
   * is too late.
   */
  async function inTime<Result>(
    call: () => Promise<Result>,
    drop: (late: Result) => unknown = () => {},
  ): Promise<Result> {
    if (overdue > 0) throw new Error('an earlier call in the folder has not ended')
    const work = call().then((result) => ({ result }))
    const done = await withTimeout(work, callMs)
    if (done) return done.result
    overdue += 1
    const end = () => {
      overdue -= 1
    }
    work.then(({ result }) => drop(result)).then(end, end)
    throw new Error('the folder does not respond')
  }

  return {
    async names() {
      const entries = await inTime(() => readdir(folder, { withFileTypes: true }))
      return entries.filter((each) => each.isFile()).map(({ name }) => name)
    },
    async *read(name, signal) {
      if (!isFileName(name)) throw new Error('not the name of a file')
      const over = AbortSignal.any([signal, closing.signal])
      const file = await inTime(
        () => open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW),
        (late) => late.close(),
      )
      let reading: Promise<unknown> = Promise.resolve()
      const readChunk = () => {
        const chunk = file.read({ buffer: Buffer.allocUnsafe(chunkBytes) })
        reading = chunk
        return chunk
      }
      let left = usualDownloadLimits.bytes
      try {
        for (;;) {
          over.throwIfAborted()
          const { buffer, bytesRead } = await inTime(readChunk)
          if (bytesRead === 0) return
          left -= bytesRead
          if (left < 0) throw new Error('the file is too large')
          yield buffer.subarray(0, bytesRead)
        }
      } catch (cause) {
        throw new SettlementFileBroken('the file was not read to its end', { cause })
      } finally {
        // A call that is overdue still uses it.
        const close = () => file.close()
        void reading.then(close, close).catch(() => {})
      }
    },
    close: () => closing.abort(),
  }
}
