import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomId } from '../primitives/id.ts'

/** Where a command stopped, in a file of the home. The next run with the same key goes on there. */
export function keptPlace(home: string, command: 'listen' | 'logs', key: string) {
  const folder = join(home, command)
  const path = join(folder, createHash('sha256').update(key).digest('hex').slice(0, 16))
  return {
    /** Undefined: no run has stored a place. */
    read: (): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined),
    /**
     * Replaces the file in one rename, so that a crash leaves the old place or the new one. Two
     * runs at the same time have a draft each.
     */
    keep: async (place: string): Promise<void> => {
      const draft = `${path}.${randomId()}`
      await mkdir(folder, { recursive: true })
      try {
        await writeFile(draft, place)
        await rename(draft, path)
      } finally {
        await rm(draft, { force: true })
      }
    },
  }
}
