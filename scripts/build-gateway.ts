import { spawnSync } from 'node:child_process'
import { cp, glob, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const target = join(root, 'dist')

/**
 * Compiles the gateway to `dist/`, one file of JavaScript for each file of TypeScript: Node strips
 * no types below node_modules, where an installed package is. Other files are copied.
 * @throws Error with the output of the compiler
 */
export async function buildGateway(): Promise<void> {
  const fresh = `${target}-${process.pid}`
  try {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const args = [tsc, '-p', join(root, 'tsconfig.package.json'), '--outDir', fresh]
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(stdout)
    for await (const file of glob('{src,contract,checkout}/**/*.*', { cwd: root }))
      if (!file.endsWith('.ts')) await cp(join(root, file), join(fresh, file))
    await rm(target, { recursive: true, force: true })
    await rename(fresh, target)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}
