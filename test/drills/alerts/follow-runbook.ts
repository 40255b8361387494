import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { blocksOf } from '../../kit/guide-commands.ts'
import { program } from '../../kit/program.ts'
import type { AlertDrill } from './fault.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/operating/alerts.md'), 'utf8')

/** What the commands and queries of a section of docs/operating/alerts.md gave. */
export interface Look {
  /** Each command with its exit code, and each query with its rows. */
  readonly seen: readonly string[]
  /** Those that could not be followed. */
  readonly failed: readonly string[]
}

/** Follows the sections of these alerts while their fault lasts, as a person on call would. */
export async function followRunbook(drill: AlertDrill, alerts: readonly string[]): Promise<Look> {
  const sections = page.split(/^### /m).filter((section) => alerts.includes(titleOf(section)))
  const blocks = sections.flatMap(blocksOf)
  const of = (wanted: string) =>
    blocks.filter(({ name }) => name === wanted).map(({ code }) => code.trim())
  const commands = new Set(of('bash').flatMap((code) => code.split('\n')))
  const queries = new Set(of('sql'))
  const seen: string[] = []
  const failed: string[] = []
  for (const command of commands) {
    const code = await exitCodeOf(drill, command)
    seen.push(`${command.split(' "')[0]}: ${code ?? 'not ended'}`)
    // 126 and 127: the shell cannot run it.
    if (code === undefined || code > 125) failed.push(`${command}: ${code ?? 'did not end'}`)
  }
  for (const query of queries)
    try {
      const rows = await drill.world.app.sql.unsafe(query)
      seen.push(`SQL: ${rows.length} rows`)
    } catch (cause) {
      failed.push(`SQL: ${String(cause)}`)
    }
  return { seen, failed }
}

const titleOf = (section: string): string => section.split('\n')[0] ?? ''

/** Undefined: it did not end within a minute. */
async function exitCodeOf(
  { world, databaseUrl }: AlertDrill,
  command: string,
): Promise<number | undefined> {
  const script = `guiche() { node "${program}" "$@"; }\n${command}`
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    GUICHE_STATUS_URL: world.shops[0].baseUrl,
    GUICHE_HOME: world.app.config.home,
    DATABASE_URL: databaseUrl,
  }
  try {
    await promisify(execFile)('bash', ['--norc', '-c', script], { env, timeout: 60_000 })
    return 0
  } catch (cause) {
    const { code } = cause as { readonly code?: number | string | null }
    return typeof code === 'number' ? code : undefined
  }
}
