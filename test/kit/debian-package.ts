import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = join(import.meta.dirname, '../../node_modules/.cache')

/** The path of a program of this machine. */
export function installed(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path))
}

interface Wanted {
  readonly name: string
  /** With the packages that its installation would add. */
  readonly withDependencies?: boolean
  /** Called with the folder of the unpacked files, before they are used. */
  readonly prepare?: (folder: string) => Promise<void>
}

/**
 * The folder of a Debian package, unpacked into the cache of this checkout and not installed: no
 * service starts, and nothing outside the checkout changes.
 * @throws Error with `missing` where no mirror of Debian has it
 */
export async function unpackedPackage(wanted: Wanted, missing: string): Promise<string> {
  const unpacked = join(cache, wanted.name)
  if (existsSync(unpacked)) return unpacked
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, `${wanted.name}-`))
  try {
    // The list of packages may be missing, or older than the packages of the mirror.
    await download(wanted, folder).catch(async () => {
      await run('apt-get', ['update'])
      await download(wanted, folder)
    })
  } catch (cause) {
    await rm(folder, { recursive: true })
    throw new Error(missing, { cause })
  }
  for (const name of await readdir(folder))
    if (name.endsWith('.deb')) {
      await run('dpkg', ['-x', join(folder, name), folder])
      await rm(join(folder, name))
    }
  await wanted.prepare?.(folder)
  // Another process may have been first.
  await rename(folder, unpacked).catch(async (cause) => {
    await rm(folder, { recursive: true })
    if (!existsSync(unpacked)) throw cause
  })
  return unpacked
}

async function download({ name, withDependencies = false }: Wanted, folder: string): Promise<void> {
  const names = withDependencies ? await addedBy(name) : [name]
  await run('apt-get', ['download', ...names], { cwd: folder })
}

async function addedBy(name: string): Promise<string[]> {
  const simulated = ['--simulate', '--no-install-recommends', 'install', name]
  const { stdout } = await run('apt-get', simulated)
  return [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, each = '']) => each)
}
