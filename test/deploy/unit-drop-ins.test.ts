import assert from 'node:assert/strict'
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { deployFolder } from '../kit/deployed.ts'
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

test('the pages have the same commands in both languages', () => {
  const commands = (page: string) => blocksOf(readOperatingPage(page)).map(({ code }) => code)
  assert.deepEqual(commands('install.pt.md'), commands('install.md'))
})

test('the rotation of secrets leads to the page', () => {
  const guides = join(deployFolder, '../docs/guides')
  for (const [ending, anchor] of [
    ['.md', 'install.md#one-more-secret'],
    ['.pt.md', 'install.pt.md#mais-um-segredo'],
  ] as const)
    assert.ok(readFileSync(join(guides, `production${ending}`), 'utf8').includes(anchor))
})
