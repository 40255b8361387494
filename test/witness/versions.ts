import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Witness } from './witness.ts'

const root = join(import.meta.dirname, '../..')
export const requirements = join(import.meta.dirname, 'python/requirements.txt')

/** Returns the exact version of a witness: package.json and requirements.txt name each. */
export async function openVersions(): Promise<(witness: Omit<Witness, 'run'>) => string> {
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const lines = (await readFile(requirements, 'utf8')).split('\n')
  const versions = {
    npm: new Map(Object.entries(devDependencies)),
    PyPI: new Map(lines.map((line) => line.trim().split('==', 2) as [string, string])),
  }
  return ({ name, registry }) => {
    const version = versions[registry].get(name)
    if (!version) throw new Error(`no exact version of ${name} from ${registry}`)
    return version
  }
}
