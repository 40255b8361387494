import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { stormStories } from './storm-stories.ts'

const root = join(import.meta.dirname, '..')

test('every file of a story exists, and one that grows by its size reads it', async () => {
  for (const { name, files, grows } of stormStories) {
    for (const file of files) {
      assert.ok(existsSync(join(root, file)), `${name}: ${file}`)
      if (grows === 'size')
        assert.match(await readFile(join(root, file), 'utf8'), /storm(Size|Rounds)\(/, file)
    }
  }
})
