import type { SettlementFiles, SettlementListing } from '../ports/settlement-file.ts'
import type { FileFolder } from '../statement/file-folder.ts'
import { openLocalFolder } from '../statement/local-folder.ts'
import { openSftpFolder } from '../statement/sftp-client.ts'
import { type ReturnWanted, readReturn } from './read-return.ts'
import { type ReturnHeader, readHeader } from './return-fields.ts'
import type { BancoDoBrasilSettings } from './settings.ts'

/** Files whose first record is read for one listing. */
const filesAtOnce = 100

/**
 * The bank's returns in a mailbox or a folder. The bank's names are not published, so a file is
 * known by its first record. Other files are left alone.
 */
export function openReturnFiles(
  folder: FileFolder,
  wanted: ReturnWanted,
): SettlementFiles & { close(): Promise<void> } {
  /** By name. `null`: not a return of the agreement. */
  const known = new Map<string, ReturnHeader | null>()
  /** How often a file that is not known was looked at, by name. */
  const looks = new Map<string, number>()
  const looksAt = (name: string): number => looks.get(name) ?? 0
  /** How often in a row a file could not be opened, by name. */
  const failures = new Map<string, number>()

  /**
   * A file whose first record is not whole is being copied, and is looked at again. It may also be
   * a small file that never grows, so files with fewer looks are before it. Returns why the file
   * could not be opened.
   */
  const look = async (name: string, signal: AbortSignal): Promise<unknown> => {
    looks.set(name, looksAt(name) + 1)
    let first: string | undefined
    try {
      first = await firstRecord(folder.read(name, signal))
    } catch (cause) {
      signal.throwIfAborted()
      failures.set(name, (failures.get(name) ?? 0) + 1)
      return cause
    }
    failures.delete(name)
    if (first === undefined) return undefined
    const header = readHeader(first)
    known.set(name, header?.convenio === wanted.convenio ? header : null)
    return undefined
  }

  return {
    hasMovements: wanted.hasMovements,
    onBusinessDays: true,
    async list({ since }, signal): Promise<SettlementListing> {
      try {
        const names = await folder.names(signal)
        const unknown = names.filter((name) => !known.has(name))
        const fresh = unknown.filter((name) => looksAt(name) === 0)
        const next = unknown.toSorted((a, b) => looksAt(a) - looksAt(b)).slice(0, filesAtOnce)
        const causes: unknown[] = []
        for (const name of next) causes.push(await look(name, signal))
        // No file can be opened: it is the folder.
        if (known.size === 0 && next.length > 0 && !causes.includes(undefined)) throw causes[0]
        const found = names.flatMap((name) => {
          const header = known.get(name)
          return header && header.date >= since ? [{ name, ...header }] : []
        })
        // The connection may have ended once. A file that fails again is listed behind the others,
        // so that it is a case with its name.
        const shut = unknown.filter((name) => (failures.get(name) ?? 0) > 1)
        const isToRepeat = unknown.some((name) => failures.get(name) === 1)
        return {
          kind: 'listed',
          names: [
            ...found.toSorted((a, b) => a.sequence - b.sequence).map(({ name }) => name),
            ...shut,
          ],
          hasMore: fresh.length > filesAtOnce || isToRepeat,
        }
      } catch (cause) {
        return { kind: 'unknown', cause }
      }
    },
    read: (name, signal) => readReturn(folder.read(name, signal), wanted),
    async close() {
      folder.close()
    },
  }
}

async function firstRecord(bytes: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  for await (const chunk of bytes) {
    const text = Buffer.from(chunk).toString('latin1')
    return text.length >= recordLength ? text.slice(0, recordLength) : undefined
  }
  return undefined
}

const recordLength = 240

/** Where the returns are. The mailbox counts before the folder. `undefined`: neither is entered. */
export function openReturns(
  { convenio, returnMailbox, returnFolder }: ReturnSettings,
  { hasMovements }: Pick<ReturnWanted, 'hasMovements'>,
): ReturnType<typeof openReturnFiles> | undefined {
  const wanted = { convenio, hasMovements }
  if (returnMailbox) return openReturnFiles(openSftpFolder(returnMailbox), wanted)
  if (returnFolder) return openReturnFiles(openLocalFolder(returnFolder), wanted)
  return undefined
}

type ReturnSettings = Pick<BancoDoBrasilSettings, 'convenio' | 'returnMailbox' | 'returnFolder'>
