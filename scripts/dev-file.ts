import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Replaces the file in one rename, so that a waiting process never reads half of it. */
export function writeWhole(path: string, content: object): void {
  replace(path, `${JSON.stringify(content, null, 2)}\n`)
}

/** Addresses and key as environment variables, for the programs of a shop. */
export function writeEnvironment(
  path: string,
  dev: { readonly baseUrl: string; readonly sandboxUrl: string; readonly secretKey: string },
): void {
  const variables = {
    GUICHE_URL: dev.baseUrl,
    SANDBOX_URL: dev.sandboxUrl,
    GUICHE_SECRET_KEY: dev.secretKey,
  }
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  replace(path, lines.join(''))
}

function replace(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/**
 * Removes the file, and those beside it, if this process wrote it. Another start of the same home
 * may have replaced them and still run.
 */
export function removeOwn(path: string, pid: number, beside: readonly string[] = []): void {
  if (writerOf(path) !== pid) return
  for (const each of [path, ...beside]) rmSync(each, { force: true })
}

function writerOf(path: string): number | undefined {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { pid?: number }).pid
  } catch {
    return undefined // It is gone already, or belongs to another process.
  }
}
