import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Replaces the file in one rename, so that a waiting process never reads half of it. */
export function writeWhole(path: string, content: object): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/**
 * Removes the file if this process wrote it. Another start of the same home may have replaced it
 * and still run.
 */
export function removeOwn(path: string, pid: number): void {
  if (writerOf(path) === pid) rmSync(path, { force: true })
}

function writerOf(path: string): number | undefined {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { pid?: number }).pid
  } catch {
    return undefined // It is gone already, or belongs to another process.
  }
}
