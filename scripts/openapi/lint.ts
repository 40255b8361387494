import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApiFor } from '../../src/http/meta/openapi.ts'
import { routes } from '../../src/http/routes.ts'

/** What Redocly finds by its recommended rules. */
export interface LintResult {
  readonly errors: number
  readonly warnings: number
  /** Exceptions: `redocly-ignore.yaml` has the reason of each. */
  readonly ignored: number
  readonly problems: readonly string[]
}

/** The document of this source, as `openapi.json` in the folder. */
export async function writeDocument(folder: string, baseUrl: string): Promise<string> {
  const path = join(folder, 'openapi.json')
  await writeFile(path, JSON.stringify(openApiFor(routes, baseUrl)))
  return path
}

/** Checks `openapi.json` of the folder by Redocly's recommended rules. */
export async function lint(folder: string): Promise<LintResult> {
  await copyFile(join(import.meta.dirname, 'redocly.yaml'), join(folder, 'redocly.yaml'))
  await copyFile(
    join(import.meta.dirname, 'redocly-ignore.yaml'),
    join(folder, '.redocly.lint-ignore.yaml'), // The name that Redocly looks for.
  )
  const child = spawn(
    process.execPath,
    [redocly, 'lint', 'openapi.json', '--config=redocly.yaml', '--format=json'],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  const [chunks] = await Promise.all([Array.fromAsync(child.stdout), once(child, 'close')])
  const { totals, problems } = JSON.parse(Buffer.concat(chunks).toString()) as Report
  return {
    ...totals,
    problems: problems.map(({ ruleId, message, location: [place] }) =>
      [ruleId, place?.pointer, message].join(' '),
    ),
  }
}

const redocly = join(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js')

interface Report {
  readonly totals: Omit<LintResult, 'problems'>
  readonly problems: readonly {
    readonly ruleId: string
    readonly message: string
    readonly location: readonly { readonly pointer?: string }[]
  }[]
}
