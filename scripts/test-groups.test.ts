import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { test } from 'node:test'
import { groupFiles, usualLimitMs } from './test-groups.ts'

const year = 'test/exhaustive/year.test.ts'
const units = Array.from({ length: 121 }, (_each, index) => `src/a/${index}.test.ts`)

test('each file is in one group, and neighbours are in different ones', () => {
  const groups = groupFiles(units, 2)
  assert.deepEqual(
    groups.map(({ name, files }) => [name, files.length]),
    [
      ['4-unit-01', 31],
      ['4-unit-02', 30],
      ['4-unit-03', 30],
      ['4-unit-04', 30],
    ],
  )
  assert.deepEqual(groups.flatMap(({ files }) => files).sort(), [...units].sort())
  assert.deepEqual(groups[1]?.files.slice(0, 2), ['src/a/1.test.ts', 'src/a/5.test.ts'])
})

test('the longest kind starts first', () => {
  const files = ['src/a.test.ts', 'test/e2e/b.test.ts', 'test/browser/c.test.ts', year]
  assert.deepEqual(
    groupFiles(files, 4).map(({ name, files: [file], hasOwnLimits }) => [name, file, hasOwnLimits]),
    [
      ['0-long-01', year, true],
      ['2-browser-01', 'test/browser/c.test.ts', false],
      ['3-story-01', 'test/e2e/b.test.ts', false],
      ['4-unit-01', 'src/a.test.ts', false],
    ],
  )
})

test('files that wait share one process of a whole run, which starts early', () => {
  const waiting = ['test/e2e/faults.test.ts', 'test/e2e/locks.test.ts']
  const [first, second] = groupFiles([...units, ...waiting, year], 5)
  assert.deepEqual([first?.files, second?.files], [[year], waiting])
  assert.deepEqual(
    groupFiles(waiting, 5).map(({ files }) => files.length),
    [1, 1],
  )
})

test('every file with a test that may take longer than usual has limits of its own', async () => {
  const long: string[] = []
  for await (const file of glob('test/**/*.test.ts')) {
    const limits = readFileSync(file, 'utf8').matchAll(/\btimeout: [^\n]*?\b([\d_]{5,})/g)
    if ([...limits].some(([, ms = '']) => Number(ms.replaceAll('_', '')) > usualLimitMs))
      long.push(file)
  }
  assert.ok(long.includes(year), `${long}`)
  for (const file of long) assert.ok(groupFiles([file], 1)[0]?.hasOwnLimits, file)
})

test('few files run at once', () => assert.equal(groupFiles(units.slice(0, 6), 4).length, 4))
