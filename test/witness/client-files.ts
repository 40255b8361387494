import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomId } from '../../src/primitives/id.ts'

/** The certificates of a simulator's client as files, which libraries of Python ask for. */
export function clientFiles(
  home: string,
  credentials: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, string>> {
  const folder = randomId()
  const paths = ['certificate', 'privateKey', 'ca'].map((name) => {
    const path = join(home, `${folder}-${name}.pem`)
    writeFileSync(path, String(credentials[name]), { mode: 0o600 })
    return [name, path]
  })
  return Object.fromEntries(paths)
}
