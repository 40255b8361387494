import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { plantedBugs, tableHead } from './bugs.ts'

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

test('docs/reliability.md has every planted bug, its rule and a test that found it', async () => {
  const page = await readFile(join(root, 'docs/reliability.md'), 'utf8')
  const [, table = ''] = page.split(`${tableHead}\n`)
  const rows = table.trimEnd().split('\n')
  assert.equal(rows.length, plantedBugs.length)
  for (const [index, { name, rule, foundBy }] of plantedBugs.entries()) {
    const row = rows[index] ?? ''
    const start = `| ${name} | ${rule} | \``
    assert.equal(row.slice(0, start.length), start)
    const [file = ''] = row.slice(start.length).split('`: ')
    assert.ok(testFiles.includes(file) && foundBy.some((word) => file.includes(word)), row)
  }
})

test('every planted bug has a name of its own', () => {
  assert.equal(new Set(plantedBugs.map(({ name }) => name)).size, plantedBugs.length)
})
