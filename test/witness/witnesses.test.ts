import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openStage } from './stage.ts'
import { readRows, rowBegins, rowOf } from './table.ts'
import { openVersions } from './versions.ts'
import { runWitness } from './witness.ts'
import { pythonWitnesses, witnesses } from './witnesses.ts'

const stage = await openStage()
after(() => stage.close())
const versionOf = await openVersions()
const page = join(import.meta.dirname, '../../docs/providers.md')
const rows = readRows(await readFile(page, 'utf8'))

for (const witness of witnesses) {
  test(`${witness.name}: nothing fails but by its own fault, as the page shows`, async () => {
    const testimony = await runWitness(witness, stage)
    assert.deepEqual(
      testimony.failures.filter(({ side }) => side !== 'witness'),
      [],
    )
    const row = rowOf(testimony, versionOf(witness))
    assert(rows.includes(row), `run \`npm run witnesses\`; the page does not have\n${row}`)
  })
}

test('the page has a row for each witness, and no other', () => {
  const known = [...witnesses, ...pythonWitnesses].map((each) => rowBegins(each, versionOf(each)))
  assert.deepEqual(
    rows.map((row) => known.find((begin) => row.startsWith(begin)) ?? row),
    known,
  )
})
