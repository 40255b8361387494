import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupFiles } from './test-groups.ts'

const units = Array.from({ length: 41 }, (_each, index) => `src/a/${index}.test.ts`)

test('each file is in one group, and neighbours are in different ones', () => {
  const groups = groupFiles(units, 2)
  assert.deepEqual(
    groups.map(({ name, files }) => [name, files.length]),
    [
      ['2-unit-01', 14],
      ['2-unit-02', 14],
      ['2-unit-03', 13],
    ],
  )
  assert.deepEqual(groups.flatMap(({ files }) => files).sort(), [...units].sort())
  assert.deepEqual(groups[1]?.files.slice(0, 2), ['src/a/1.test.ts', 'src/a/4.test.ts'])
})

test('the longest kind starts first', () =>
  assert.deepEqual(
    groupFiles(['src/a.test.ts', 'test/e2e/b.test.ts', 'test/browser/c.test.ts'], 4),
    [
      { name: '0-browser-01', files: ['test/browser/c.test.ts'] },
      { name: '1-story-01', files: ['test/e2e/b.test.ts'] },
      { name: '2-unit-01', files: ['src/a.test.ts'] },
    ],
  ))

test('few files run at once', () => assert.equal(groupFiles(units.slice(0, 6), 4).length, 4))
