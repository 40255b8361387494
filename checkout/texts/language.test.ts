import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLanguage } from './language.ts'

for (const [lang, acceptLanguage, language] of [
  [undefined, undefined, 'pt'],
  [undefined, '', 'pt'],
  [undefined, 'pt-BR,pt;q=0.9,en-US;q=0.8', 'pt'],
  [undefined, 'en-US,en;q=0.9,pt;q=0.8', 'en'],
  [undefined, 'en;q=0.5, pt-BR;q=0.9', 'pt'],
  [undefined, 'fr-FR,fr;q=0.9,en;q=0.8,pt;q=0.7', 'en'],
  [undefined, 'de', 'pt'],
  [undefined, 'en;q=0, pt', 'pt'],
  [undefined, 'en;q=nonsense', 'pt'],
  [undefined, 'ending', 'pt'],
  [undefined, `${'x,'.repeat(200)}en`, 'pt'],
  ['en', 'pt-BR', 'en'],
  ['pt-BR', 'en', 'pt'],
  ['EN', undefined, 'en'],
  ['fr', 'en', 'en'],
] as const) {
  test(`?lang=${lang} and ${acceptLanguage?.slice(0, 40)} lead to ${language}`, () =>
    assert.equal(chooseLanguage(lang, acceptLanguage), language))
}
