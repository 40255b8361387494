import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { plantedBugs } from './bugs.ts'

const root = join(import.meta.dirname, '../..')

const testFiles = await Array.fromAsync(glob('{src,test}/**/*.test.ts', { cwd: root }))

for (const { name, edits, foundBy } of plantedBugs) {
  test(`the planted bug "${name}" still fits the code`, async () => {
    assert.ok(edits.length > 0 && foundBy.length > 0)
    for (const { file, from, to } of edits) {
      const parts = (await readFile(join(root, file), 'utf8')).split(from)
      assert.equal(parts.length, 2, `${file} has this text ${parts.length - 1} times:\n${from}`)
      assert.notEqual(from, to)
    }
    for (const word of foundBy)
      assert.ok(
        testFiles.some((file) => file.includes(word)),
        `no test file matches ${word}`,
      )
  })
}

test('docs/reliability.md has every planted bug and its rule', async () => {
  const page = await readFile(join(root, 'docs/reliability.md'), 'utf8')
  const [, table] = page.split('| planted bug | rule that it breaks |\n|---|---|\n')
  assert.equal(table, plantedBugs.map(({ name, rule }) => `| ${name} | ${rule} |\n`).join(''))
})

test('every planted bug has a name of its own', () => {
  assert.equal(new Set(plantedBugs.map(({ name }) => name)).size, plantedBugs.length)
})
