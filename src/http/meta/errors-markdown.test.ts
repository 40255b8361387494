import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { errorsMarkdown } from './errors-markdown.ts'

test('docs/errors.md is the generated text', () => {
  assert.equal(
    readFileSync(join(import.meta.dirname, '../../../docs/errors.md'), 'utf8'),
    errorsMarkdown(),
  )
})
