import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { locales } from './docs-site/page.ts'
import { settingsMarkdown, sourceOf } from './docs-site/setting-pages.ts'

const root = join(import.meta.dirname, '..')

/** Writes the list of settings, in both languages. */
for (const locale of locales) writeFileSync(join(root, sourceOf(locale)), settingsMarkdown(locale))
