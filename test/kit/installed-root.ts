import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { productionFiles } from '../../src/config/production-files.ts'
import { deployFolder } from './deployed.ts'
import { blocksOf } from './guide-commands.ts'

/** The files of an installation with systemd, in a folder: the units, and what `init` writes. */
export function openInstalledRoot(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'guiche-installed-'))
  t.after(() => rmSync(root, { recursive: true }))
  cpSync(join(deployFolder, 'systemd'), join(root, 'etc/systemd/system'), { recursive: true })
  const folder = join(root, 'etc/guiche')
  const choices = {
    language: 'pt',
    databaseHost: 'localhost',
    tokenUntil: new Date('2030-01-01'),
    baseUrl: 'https://pagamentos.exemplo.com.br',
  } as const
  for (const [name, text] of productionFiles({ folder, ...choices })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text, { mode: 0o600 })
  }
  return root
}

export const readOperatingPage = (name: string): string =>
  readFileSync(join(deployFolder, '../docs/operating', name), 'utf8')

/** The commands of the first block of a section, on the files of a root. */
export function commandsOn(root: string, page: string, title: string): string {
  const section = readOperatingPage(page)
    .split(/^## /m)
    .find((each) => each.startsWith(`${title}\n`))
  const [commands] = blocksOf(section ?? '')
  return (commands?.code ?? '').replace(/\/(?:etc|srv)\//g, `${root}$&`)
}

/** Runs commands. `programs`: functions of the shell in place of what changes a machine. */
export async function runHere(code: string, programs = 'systemctl() { :; }'): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-ec', `${programs}\n${code}`])
  return stdout
}
