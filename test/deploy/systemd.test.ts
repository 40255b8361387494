import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { productionFiles, secretFiles } from '../../src/config/production-files.ts'
import { installed, unpackedPackage } from '../kit/debian-package.ts'
import { environmentOf, readUnit } from '../kit/roots/unit-file.ts'

/* deploy/systemd, judged by systemd itself. */

const folder = join(import.meta.dirname, '../../deploy/systemd')
const units = globSync(join(folder, '*.service'))

/** The most that `systemd-analyze security` may give, of 10. */
const mostExposure = 2.5

async function analyze(...argv: readonly string[]): Promise<string> {
  const here = installed('systemd-analyze')
  const root = here ? '' : await unpackedPackage({ name: 'systemd' }, 'no mirror has systemd')
  const program = here ?? join(root, 'usr/bin/systemd-analyze')
  const libraries = join(root, 'usr/lib/x86_64-linux-gnu/systemd')
  const { stdout } = await promisify(execFile)(program, argv, {
    env: { ...process.env, ...(root && { LD_LIBRARY_PATH: libraries }) },
  })
  return stdout
}

test('each unit gives its process little access to the machine', async () => {
  assert.equal(units.length, 3)
  for (const unit of units) {
    const report = await analyze('security', '--offline=true', '--no-pager', unit)
    const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(report) ?? []
    assert.ok(Number(exposure) <= mostExposure, `${basename(unit)}: ${exposure}`)
  }
})

test('each unit reads the files that guiche init production writes', () => {
  const written = [
    ...productionFiles({
      folder: '/etc/guiche',
      language: 'pt',
      databaseHost: 'localhost',
      tokenUntil: new Date('2030-01-01'),
    }).keys(),
  ].map((name) => `/etc/guiche/${name}`)
  for (const unit of units) {
    const text = readFileSync(unit, 'utf8')
    const loaded = [...text.matchAll(/^LoadCredential=(\S+?):(\S+)$/gm)]
    for (const [, , path = ''] of loaded) assert.ok(written.includes(path), path)
    assert.ok(written.includes(/^EnvironmentFile=(\S+)$/m.exec(text)?.[1] ?? ''), unit)
    const credentials = new Map(
      [...text.matchAll(/(\w+)_FILE=%d\/(\S+)/g)].map(([, name = '', file = '']) => [name, file]),
    )
    assert.deepEqual(credentials, new Map(Object.entries(secretFiles)), unit)
    assert.deepEqual(loaded.map(([, name]) => name).sort(), [...credentials.values()].sort())
  }
})

test('a unit that is restarted always has no limit of starts', () => {
  const restarted = units.filter((unit) => /^Restart=always$/m.test(readFileSync(unit, 'utf8')))
  assert.equal(restarted.length, 2)
  for (const unit of restarted) {
    const [section = ''] = readFileSync(unit, 'utf8').split('[Service]')
    assert.match(section, /^StartLimitIntervalSec=0$/m, basename(unit))
  }
})

test('a process that the kernel ends for its memory ends no other one of its unit', () => {
  const restarted = units.filter((unit) => /^Restart=always$/m.test(readFileSync(unit, 'utf8')))
  for (const unit of restarted)
    assert.match(readFileSync(unit, 'utf8'), /^OOMPolicy=continue$/m, basename(unit))
})

test('the direct address of the gateway reaches every unit but that of the migrations', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'guiche-units-'))
  t.after(() => rmSync(root, { recursive: true }))
  cpSync(folder, join(root, 'etc/systemd/system'), { recursive: true })
  mkdirSync(join(root, 'etc/guiche'))
  const settings =
    'DATABASE_DIRECT_URL=postgres://guiche_app@banco/guiche\nGUICHE_MODE=production\n'
  writeFileSync(join(root, 'etc/guiche/guiche.env'), settings)
  for (const unit of units) {
    const environment = environmentOf(root, readUnit(root, basename(unit)))
    assert.equal(environment.GUICHE_MODE, 'production')
    const isMigration = basename(unit) === 'guiche-migrate.service'
    assert.equal('DATABASE_DIRECT_URL' in environment, !isMigration, unit)
  }
})
