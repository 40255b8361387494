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
const listingMs = 20_000

/** A folder of the machine. Symbolic links in it are not followed. */
export function openLocalFolder(folder: string): FileFolder {
  const closing = new AbortController()
  return {
    async names() {
      const entries = await withTimeout(readdir(folder, { withFileTypes: true }), listingMs)
      if (!entries) throw new Error('the folder does not respond')
      return entries.filter((each) => each.isFile()).map(({ name }) => name)
    },
    async *read(name, signal) {
      if (!isFileName(name)) throw new Error('not the name of a file')
      const over = AbortSignal.any([signal, closing.signal])
      const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW)
      const stream = file.createReadStream({ signal: over })
      let left = usualDownloadLimits.bytes
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          left -= chunk.length
          if (left < 0) throw new Error('the file is too large')
          yield chunk
        }
      } catch (cause) {
        throw new SettlementFileBroken('the file was not read to its end', { cause })
      } finally {
        stream.destroy()
      }
    },
    close: () => closing.abort(),
  }
}
