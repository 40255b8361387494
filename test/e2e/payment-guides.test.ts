import assert from 'node:assert/strict'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { openWorld } from '../kit/gateway.ts'
import { guideCommands, openDemo, readGuide, runCommands } from '../kit/guide-commands.ts'

/* Runs the commands of the quick start and of the guides to the methods as they are printed. */

const world = await openWorld()
after(() => world.close())
const folder = mkdtempSync(join(tmpdir(), 'guiche-guide-'))
after(() => rmSync(folder, { recursive: true }))

/** `money-guides.test.ts` runs those to money. */
const names = ['quick-start.md', 'pix.md', 'card.md', 'boleto.md', 'testing.md']

test('the commands of the guides to payments do what the guides say', async () => {
  await openDemo(world, folder)
  const commands = names.map((name) => `echo "== ${name}"\n${guideCommands(name).join('\necho\n')}`)
  const output = await runCommands(world, folder, commands.join('\necho\n'))
  const [, quickStart = '', pix = '', card = '', boleto = ''] = output.split(/^== .*$/m)
  assert.match(quickStart, /PAID$/m)
  assert.match(quickStart, /'transaction.waiting_payment',\s+'transaction.paid'/)
  assert.match(pix, /qrcode: '000201/)
  assert.match(pix, /PAID$/m)
  assert.match(pix, /"status":"CANCELED"/)
  assert.deepEqual(card.match(/^[A-Z_]+$/gm), ['PAID', 'PAID'])
  assert.match(boleto, /digitableLine: '\d{47}'/)
  assert.match(boleto, /PAID$/m)
  assert.doesNotMatch(output, /"status":(?:4|5)\d\d,/)
})

test('a guide in Portuguese has the same commands and programs as the English one', () => {
  const guides = globSync('docs/guides/*.pt.md', { cwd: join(import.meta.dirname, '../..') })
  assert.ok(guides.length > 4)
  for (const guide of guides.map((path) => basename(path))) {
    assert.deepEqual(codeOf(guide), codeOf(guide.replace('.pt.md', '.md')), guide)
  }
})

test('every guide with commands that are marked as run is run', () => {
  const guides = globSync('docs/guides/*.md', { cwd: join(import.meta.dirname, '../..') })
  const withCommands = guides
    .map((path) => basename(path))
    .filter((name) => !name.endsWith('.pt.md') && guideCommands(name).length > 0)
  assert.deepEqual(withCommands.sort(), [...names, 'money.md', 'cashouts.md'].sort())
})

const codeOf = (name: string): string[] =>
  readGuide(name)
    .match(/^( *)```\w[\s\S]*?^\1```$/gm)
    ?.map((block) => block.trim()) ?? []

test('the quick start has at most six steps', () => {
  assert.ok((readGuide('quick-start.md').match(/^\d+\. /gm) ?? []).length <= 6)
})
