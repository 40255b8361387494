import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { locales } from './docs-site/page.ts'
import { settingsMarkdown, sourceOf } from './docs-site/setting-pages.ts'

for (const locale of locales)
  test(`${sourceOf(locale)} is up to date: node scripts/build-settings.ts`, () => {
    const file = join(import.meta.dirname, '..', sourceOf(locale))
    assert.equal(readFileSync(file, 'utf8'), settingsMarkdown(locale))
  })
