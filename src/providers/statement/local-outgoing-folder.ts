import { constants } from 'node:fs'
import { access, type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { randomId } from '../../primitives/id.ts'
import { FolderNotPrepared, type OutgoingFolder } from '../ports/outgoing-folder.ts'
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

/** The file with the id of the folder. */
const marker = '.guiche'

/** A folder of the machine. A file and its name survive a power cut once the call has ended. */
export function openLocalOutgoingFolder(folder: string): OutgoingFolder {
  const at = (name: string) => join(folder, name)
  const partAt = (part: string) => at(`.${part}.part`)

  /** The disk of an open file cannot be unmounted, so it stays the same folder for the work. */
  async function inFolder<Result>(work: (id: string) => Promise<Result>): Promise<Result> {
    await using file = await openMarker()
    const id = await file.readFile('utf8')
    if (id === '') throw new Error(`${marker} is empty: delete it, and prepare the folder`)
    return await work(id)
  }

  async function openMarker(): Promise<FileHandle> {
    await access(folder)
    try {
      return await open(at(marker), constants.O_RDONLY | constants.O_NOFOLLOW)
    } catch (cause) {
      throw codeOf(cause) === 'ENOENT' ? new FolderNotPrepared(folder) : cause
    }
  }

  return {
    async prepare() {
      try {
        await writeDurably(at(marker), Buffer.from(randomId()))
        await syncFolder(folder)
      } catch (cause) {
        if (codeOf(cause) !== 'EEXIST') throw cause
      }
    },
    check: () => inFolder(() => access(folder, constants.W_OK)),
    writePart: (part, bytes) =>
      inFolder(async (id) => {
        await writeDurably(partAt(part), bytes)
        await syncFolder(folder)
        return id
      }),
    publish: ({ part, folderId }, name) =>
      inFolder(async (id) => {
        if (id !== folderId) throw new Error('another folder has the part')
        // Not by a link: after a crash before the unlink, a file that the bank has taken would be
        // there again.
        if ((await exists(partAt(part))) && (await exists(at(name))))
          throw new Error(`the folder has a file ${name} already`)
        try {
          await rename(partAt(part), at(name))
        } catch (cause) {
          if (codeOf(cause) !== 'ENOENT') throw cause
        }
        await syncFolder(folder)
      }),
    removePart: (part) => rm(partAt(part), { force: true }),
  }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (cause) => {
      if (codeOf(cause) === 'ENOENT') return false
      throw cause
    },
  )

const codeOf = (cause: unknown): string | undefined => (cause as NodeJS.ErrnoException).code

/** Writes a file that must not exist. */
async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'wx', 0o640)
  await file.writeFile(bytes)
  await file.sync()
}

async function syncFolder(path: string): Promise<void> {
  await using folder: FileHandle = await open(path, constants.O_RDONLY)
  await folder.sync()
}
