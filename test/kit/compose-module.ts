import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const name = 'github.com/compose-spec/compose-go/v2'
const version = 'v2.16.2'

/** The folder of the loader of Compose, with the schema of its files. Needs Go. */
export async function composeModule(): Promise<string> {
  const { stdout } = await run('go', ['mod', 'download', '-json', `${name}@${version}`], {
    env: { ...process.env, GOFLAGS: '-mod=mod' },
  })
  return (JSON.parse(stdout) as { readonly Dir: string }).Dir
}

/** The loader itself, compiled into a folder. */
export async function composeLoader(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await run('go', ['install', `${name}/cmd@${version}`], {
    env: { ...process.env, GOBIN: folder },
    maxBuffer: 16 * 1024 * 1024,
  })
  return join(folder, 'cmd')
}
