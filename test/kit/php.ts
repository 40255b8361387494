import { chmod, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installed, unpackedPackage } from './debian-package.ts'

/**
 * The path of a PHP: that of the machine, or Debian's.
 * @throws Error where there is neither
 */
export async function phpPath(): Promise<string> {
  const found = installed('php')
  if (found !== undefined) return found
  const folder = await unpackedPackage(
    { name: 'php-cli', withDependencies: true, prepare: writeStarter },
    'the example in PHP is not run: it needs PHP 8.1 or later, and neither this machine nor a mirror of Debian has it',
  )
  return join(folder, 'php')
}

/** Its libraries are where no program looks for them. */
async function writeStarter(folder: string): Promise<void> {
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
}
