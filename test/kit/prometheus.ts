import { join } from 'node:path'
import { installed, unpackedPackage } from './debian-package.ts'

/**
 * The path of `promtool` or `prometheus`: that of the machine, or Debian's.
 * @throws Error where there is neither
 */
export async function prometheusProgram(program: 'promtool' | 'prometheus'): Promise<string> {
  const found = installed(program)
  if (found !== undefined) return found
  const folder = await unpackedPackage(
    { name: 'prometheus' },
    'the alert rules are not tested: neither this machine nor a mirror of Debian has Prometheus',
  )
  return join(folder, 'usr/bin', program)
}
