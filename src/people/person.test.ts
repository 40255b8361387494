import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEmail, readName } from './person.ts'

const emails: readonly (readonly [sent: string, email: string | undefined])[] = [
  ['Ana@Exemplo.com.br', 'ana@exemplo.com.br'],
  [' ana+caixa@exemplo.com ', 'ana+caixa@exemplo.com'],
  ['ana@exemplo', undefined],
  ['ana@@exemplo.com', undefined],
  ['ana.@exemplo.com', undefined],
  ['ana exemplo@exemplo.com', undefined],
  ['an\u0430@exemplo.com', undefined], // A Cyrillic letter.
  ['ana\u200b@exemplo.com', undefined], // A space without width.
  ['"ana"@exemplo.com', undefined],
  ['ana@-exemplo.com', undefined],
  [`${'a'.repeat(250)}@b.co`, undefined],
  [`${'a'.repeat(65)}@exemplo.com`, undefined], // No mail server takes it.
  ['', undefined],
]
for (const [sent, email] of emails)
  test(`${JSON.stringify(sent)} is ${email ?? 'no address'}`, () =>
    assert.equal(readEmail(sent), email))

const names: readonly (readonly [sent: string, name: string | undefined])[] = [
  ['Ana Lúcia', 'Ana Lúcia'],
  ['  Ana   Lúcia ', 'Ana Lúcia'],
  ['Ana Lu\u0301cia', 'Ana Lúcia'],
  ['Ａｎａ', 'Ana'],
  ['Ana\u200bLúcia', undefined],
  ['Ana\u202eaicúL', undefined],
  ['Ana\u3164', undefined], // A filler that prints nothing.
  ['\u2800', undefined],
  ['Ana\u2800', undefined], // A sign of Braille that prints nothing.
  ['123', undefined],
  ['', undefined],
  ['a'.repeat(101), undefined],
]
for (const [sent, name] of names)
  test(`the name ${JSON.stringify(sent)} is ${name ?? 'refused'}`, () =>
    assert.equal(readName(sent), name))
