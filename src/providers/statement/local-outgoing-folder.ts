import { constants } from 'node:fs'
import { access, type FileHandle, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import type { OutgoingFolder } from '../ports/outgoing-folder.ts'
import { shown } from '../settings-form/setting.ts'

/** What an operator enters for a folder from which a program takes the files to a provider. */
export const outgoingFolderSetting = Type.String({
  pattern: '^/[^\\p{Cc}]{0,254}$',
  ...shown({
    label: { pt: 'Pasta das remessas', en: 'Folder of the remittances' },
    help: {
      pt: 'Um caminho absoluto em que o worker pode escrever. Só arquivos .rem estão prontos.',
      en: 'An absolute path in which the worker can write. Only .rem files are ready.',
    },
  }),
})

/**
 * A file of the folder itself. Without it the folder is another one, such as the place of a disk
 * that is not mounted, and says nothing about the parts.
 */
const marker = '.guiche'

/** A folder of the machine. A file and its name survive a power cut once the call has ended. */
export function openLocalOutgoingFolder(folder: string): OutgoingFolder {
  const at = (name: string) => join(folder, name)
  const partAt = (part: string) => at(`.${part}.part`)
  return {
    async writePart(part, bytes) {
      await writeDurably(at(marker), new Uint8Array())
      await writeDurably(partAt(part), bytes)
      await syncFolder(folder)
    },
    async publish(part, name) {
      await access(at(marker))
      try {
        await rename(partAt(part), at(name))
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
      }
      await syncFolder(folder)
    },
    removePart: (part) => rm(partAt(part), { force: true }),
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants
  await using file = await open(path, O_CREAT | O_NOFOLLOW | O_TRUNC | O_WRONLY, 0o640)
  await file.writeFile(bytes)
  await file.sync()
}

async function syncFolder(path: string): Promise<void> {
  await using folder: FileHandle = await open(path, constants.O_RDONLY)
  await folder.sync()
}
