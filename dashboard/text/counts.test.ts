import assert from 'node:assert/strict'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Text } from './text.ts'

const plurals = {
  pt: /(?<!\d)1 (?:\p{L}+ )?(?:vendas|regras|dias|eventos|lançamentos|linhas|saques|valem)/u,
  en: /(?<!\d)1 (?:\p{L}+ )?(?:sales|rules|days|events|entries|rows|cashouts|are)(?!\p{L})/u,
}

test('no text says 1 with a plural', async () => {
  const dashboard = join(import.meta.dirname, '..')
  const wrong: string[] = []
  let counted = 0
  for await (const file of glob('{pages,parts,app,second-factor,sign-in}/**/*-texts.ts', {
    cwd: dashboard,
  }))
    for (const [name, text] of textsOf(await import(join(dashboard, file))))
      for (const language of ['pt', 'en'] as const) {
        const say = text[language] as string | ((...values: unknown[]) => string)
        if (typeof say === 'string') continue
        counted += 1
        // A count is a number, or a text that was formatted.
        const texts = [1, '1'].map((one) => String(say(...Array(say.length).fill(one))))
        if (texts.every((each) => plurals[language].test(each)))
          wrong.push(`${file} ${name}: ${texts[0]}`)
      }
  assert.ok(counted > 150, `${counted} texts with values were found`)
  assert.deepEqual(wrong, [])
})

/** The texts of every catalog that a file exports. */
const textsOf = (exported: Readonly<Record<string, unknown>>): (readonly [string, Text])[] =>
  Object.values(exported).flatMap((catalog) =>
    typeof catalog === 'object' && catalog !== null
      ? Object.entries(catalog as Readonly<Record<string, Text>>)
      : [],
  )
