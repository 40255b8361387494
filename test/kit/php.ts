import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = join(import.meta.dirname, '../../node_modules/.cache')
const unpacked = join(cache, 'php')

/**
 * The path of a PHP: that of the machine, or Debian's, unpacked into the cache and not installed.
 * @throws Error where there is neither
 */
export async function phpPath(): Promise<string> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = folders.map((folder) => join(folder, 'php')).find((path) => existsSync(path))
  if (found !== undefined) return found
  const own = join(unpacked, 'php')
  if (!existsSync(own)) await unpackPhp()
  return own
}

async function unpackPhp(): Promise<void> {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'php-'))
  try {
    // The list of packages may be missing, or older than the packages of the mirror.
    await download(folder).catch(async () => {
      await run('apt-get', ['update'])
      await download(folder)
    })
  } catch (cause) {
    await rm(folder, { recursive: true })
    throw new Error(
      'the example in PHP is not run: it needs PHP 8.1 or later, and neither this machine nor a mirror of Debian has it',
      { cause },
    )
  }
  for (const name of await readdir(folder))
    if (name.endsWith('.deb')) await run('dpkg', ['-x', join(folder, name), folder])
  const [binary = ''] = (await readdir(join(folder, 'usr/bin'))).filter((name) =>
    /^php[\d.]+$/.test(name),
  )
  const script = `#!/bin/sh
here=$(dirname "$0")
for each in "$here"/usr/lib/*-linux-gnu; do LD_LIBRARY_PATH="$each:$LD_LIBRARY_PATH"; done
export LD_LIBRARY_PATH
exec "$here/usr/bin/${binary}" -n "$@"
`
  await writeFile(join(folder, 'php'), script)
  await chmod(join(folder, 'php'), 0o755)
  await rm(unpacked, { recursive: true, force: true })
  await rename(folder, unpacked)
}

/** The packages that an installation would add. */
async function download(folder: string): Promise<void> {
  const simulated = ['--simulate', '--no-install-recommends', 'install', 'php-cli']
  const { stdout } = await run('apt-get', simulated)
  const names = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name)
  await run('apt-get', ['download', ...names], { cwd: folder })
}
