import assert from 'node:assert/strict'
import { appendFileSync, cpSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { openLocalOutgoingFolder } from '../../src/providers/statement/local-outgoing-folder.ts'
import { deployFolder, readRunbooks } from '../kit/deployed.ts'
import { blocksOf } from '../kit/guide-commands.ts'
import { commandsOn, openInstalledRoot, readOperatingPage, runHere } from '../kit/installed-root.ts'
import { environmentOf, readUnit } from '../kit/roots/unit-file.ts'

/* The drop-ins of docs/operating/install.md, made by the commands of the page. */

test('a secret that is added reaches the process of every unit', async (t) => {
  const root = openInstalledRoot(t)
  const secrets = join(root, 'etc/guiche/secrets')
  cpSync(join(deployFolder, 'pgbackrest'), join(root, 'etc/systemd/system'), { recursive: true })
  appendFileSync(join(root, 'etc/guiche/guiche.env'), 'MAIL_FROM=loja@exemplo.com.br\n')
  writeFileSync(join(secrets, 'smtp-url'), 'smtps://loja:senha@smtp.exemplo.com.br\n', {
    mode: 0o600,
  })
  await runHere(commandsOn(root, 'install.md', 'One more secret'))
  const units = ['guiche-api@3000', 'guiche-worker', 'guiche-migrate', 'guiche-backup-check']
  for (const name of units) {
    const unit = readUnit(root, `${name}.service`)
    // systemd copies the files of LoadCredential to the folder %d.
    const files = new Map(
      unit.all('LoadCredential').map((line) => {
        const [credential = '', file = ''] = line.split(':')
        const path = file.startsWith(root) ? file : join(root, file)
        return [`/run/credentials/${name}.service/${credential}`, path]
      }),
    )
    const environment = Object.entries(environmentOf(root, unit))
    const { mail } = readConfig(
      Object.fromEntries(environment.map(([key, value]) => [key, files.get(value) ?? value])),
    )
    assert.equal(mail?.smtp.host, 'smtp.exemplo.com.br', name)
  }
  assert.match(readFileSync(join(root, 'etc/guiche/secrets.env'), 'utf8'), /^SMTP_URL_FILE=/m)
})

/** What the page says about folders for files of a bank, done. */
async function openFolders(t: TestContext) {
  const root = openInstalledRoot(t)
  // The group of the page does not exist here.
  const install = `install() { echo "$@"; for folder; do
    case "$folder" in /*) mkdir -p "$folder"; chmod 2770 "$folder" ;; esac
  done }`
  const programs = ['groupadd() { :; }', 'usermod() { :; }', 'systemctl() { :; }', install]
  const code = commandsOn(root, 'install.md', 'Folders for files of a bank')
  const [made = ''] = (await runHere(code, programs.join('\n'))).split('\n')
  return { root, made: made.split(' '), unit: readUnit(root, 'guiche-worker.service') }
}

test('the worker reaches the folders for files of a bank, and writes into one', async (t) => {
  const { root, made, unit } = await openFolders(t)
  const folders = made.filter((word) => word.startsWith('/'))
  assert.deepEqual(made.slice(0, -folders.length), ['-d', '-g', 'guiche-files', '-m', '2770'])
  assert.equal(unit.one('SupplementaryGroups'), 'guiche-files')
  // With "-" the worker starts, and does its other work, when the folder is missing.
  const [remittances, returns] = folders
  assert.deepEqual(unit.all('ReadWritePaths'), [`-${remittances}`])
  assert.deepEqual([remittances, returns], [folderIn(root, 'remessas'), folderIn(root, 'retornos')])
  assert.equal(unit.one('ProtectSystem'), 'strict')
})

test('a file that the worker writes for a bank can be read by the group alone', async (t) => {
  const { root, unit } = await openFolders(t)
  const path = folderIn(root, 'remessas')
  const before = process.umask(Number.parseInt(unit.one('UMask') ?? '', 8))
  t.after(() => process.umask(before))
  const folder = openLocalOutgoingFolder(path)
  await folder.prepare()
  await folder.writePart('x', Buffer.from('x'))
  for (const name of ['.guiche', '.x.part'])
    assert.equal(statSync(join(path, name)).mode & 0o777, 0o640, name)
})

const folderIn = (root: string, name: string) => join(root, 'srv/guiche', name)

test('the pages have the same commands in both languages', () => {
  const commands = (page: string) => blocksOf(readOperatingPage(page)).map(({ code }) => code)
  assert.deepEqual(commands('install.pt.md'), commands('install.md'))
})

test('the pages about providers lead to the folders, and the rotation to the secret', () => {
  const guides = join(deployFolder, '../docs/guides')
  const links = new Map([
    ['.md', ['install.md#folders-for-files-of-a-bank', 'install.md#one-more-secret']],
    ['.pt.md', ['install.pt.md#pastas-para-arquivos-de-um-banco', 'install.pt.md#mais-um-segredo']],
  ])
  for (const [ending, [folders = '', secret = '']] of links) {
    for (const name of ['banco-do-brasil-cnab', 'banco-do-brasil', 'cielo', 'rede'])
      assert.ok(readFileSync(join(guides, 'going-live', name + ending), 'utf8').includes(folders))
    assert.ok(readFileSync(join(guides, `production${ending}`), 'utf8').includes(secret))
  }
})

test('the runbook of a remittance that is stuck names a folder that is not open', async () => {
  const runbook = (await readRunbooks()).get('GuicheRemittanceStuck') ?? ''
  const [, step = ''] = /`EACCES` or `EROFS`: ([\s\S]*?)\. /.exec(runbook) ?? []
  assert.match(step, /install\.md#folders-for-files-of-a-bank/)
})
