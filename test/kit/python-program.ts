import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = join(import.meta.dirname, '../../node_modules/.cache')

/**
 * A Python with packages of PyPI, as `name==version`, in the cache of this checkout. Returns the
 * path of the interpreter.
 */
export async function pythonWith(...packages: readonly string[]): Promise<string> {
  const folder = join(cache, packages.join('+'))
  const python = 'bin/python'
  if (existsSync(folder)) return join(folder, python)
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(join(cache, 'python-'))
  await run('python3', ['-m', 'venv', fresh])
  await run(join(fresh, python), ['-m', 'pip', 'install', '--quiet', ...packages])
  // Another process may have been first.
  await rename(fresh, folder).catch(async (cause) => {
    await rm(fresh, { recursive: true })
    if (!existsSync(folder)) throw cause
  })
  return join(folder, python)
}
