import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { deployFolder, installedDeployFiles } from '../kit/deployed.ts'

/* The pages of docs/operating install from one archive: it has each file that they copy. */

const root = join(deployFolder, '..')
const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly files: readonly string[]
}

test('the archive has each file of deploy/ that the pages copy', () => {
  const copied = installedDeployFiles()
  assert.ok(copied.length > 8, copied.join(', '))
  for (const file of copied) {
    assert.ok(existsSync(join(root, file)), `${file} does not exist`)
    const isPacked = files.some((entry) => file === entry || file.startsWith(`${entry}/`))
    assert.ok(isPacked, `"files" of package.json has no ${file}`)
  }
})

test('the set-up of backups copies from the folder that it names once', () => {
  const page = readFileSync(join(root, 'docs/operating/backup.md'), 'utf8')
  const copying = page
    .split('\n')
    .filter((line) => /^(?:deploy=|(?:cp|install) .*pgbackrest\/)/.test(line))
  assert.ok(copying.length > 3)
  for (const line of copying) assert.match(line, /^deploy=|\$deploy\//)
})

test('the upgrade copies every unit again that the pages install', () => {
  const unitsIn = (name: string) =>
    [
      ...readFileSync(join(root, 'docs/operating', name), 'utf8').matchAll(
        /^cp \S*\/(\w+\/\S+) \/etc\/systemd\/system\/$/gm,
      ),
    ].map(([, units]) => units)
  const installed = ['install.md', 'backup.md'].flatMap(unitsIn)
  assert.ok(installed.length >= 2, installed.join(', '))
  assert.deepEqual(unitsIn('upgrade.md').toSorted(), installed.toSorted())
})

test('no page for a machine with systemd copies from a clone', () => {
  const pages = [
    'install.md',
    'install.pt.md',
    'backup.md',
    'failover.md',
    'pooler.md',
    'upgrade.md',
  ]
  for (const page of globSync(pages.map((name) => join(root, 'docs/operating', name)))) {
    const lines = readFileSync(page, 'utf8').split('\n')
    const fromClone = lines.filter((line) => /^(?:cp|install) .*(?<![\w/$])deploy\//.test(line))
    assert.deepEqual(fromClone, [], page)
  }
})
