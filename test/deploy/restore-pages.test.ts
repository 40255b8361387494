import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { deployFolder } from '../kit/deployed.ts'
import { blocksOf, readGuide } from '../kit/guide-commands.ts'

/* What a person needs at a restore is on the page that they follow. */

const page = readFileSync(join(deployFolder, '../docs/operating/backup.md'), 'utf8')
const sectionOf = (name: string): string =>
  page.split(/^##+ /m).find((each) => each.startsWith(`${name}\n`)) ?? ''
const restore = sectionOf('Restore to an instant')

test('a restore migrates the tables before the gateway starts', () => {
  const [code = ''] = blocksOf(restore)
    .map((block) => block.code)
    .filter((each) => each.includes('start guiche-'))
  // The unit is active since the last start of the machine: only a restart runs it again.
  assert.match(code, /^systemctl restart guiche-migrate\nsystemctl start guiche-api@3000 /)
})

test('a restore that looks like a failover is swept before the gateway starts', () => {
  const way = '#a-restore-that-looks-like-a-failover'
  const beforeStart = restore.slice(0, restore.indexOf('systemctl restart guiche-migrate'))
  for (const text of [beforeStart, sectionOf('With Patroni')])
    assert.ok(text.includes('`GUICHE_FAILOVER=lossless`') && text.includes(way))
  const order = /Run step 4 before the\s`systemctl start`\sof step 3/
  assert.match(sectionOf('A restore that looks like a failover'), order)
})

test('a replaced pepper is kept as long as backups that need it', () => {
  for (const [name, keep] of [
    ['production.md', /^ {3}Keep the old pepper as long as you keep backups /m],
    ['production.pt.md', /Guarde o pepper\n {3}antigo enquanto guardar backups /],
  ] as const) {
    const [, after = ''] = readGuide(name).split('retire-pepper 1')
    const [, step = ''] = /^(5\. [\s\S]*?)\n\n/m.exec(after) ?? []
    assert.match(step, keep, name)
  }
  assert.match(
    page,
    /each\s+master key and each pepper that was in use at an instant of your backups/,
  )
})
