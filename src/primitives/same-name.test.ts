import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasName, isSameName } from './same-name.ts'

for (const [how, name] of [
  ['another case', 'MARIA SOUZA'],
  ['accents', 'Mária Soúza'],
  ['other spaces', '  Maria   Souza '],
  ['no spaces', 'mariasouza'],
  ['signs', 'Maria-Souza.'],
  ['a zero-width space', 'Ma\u200bria Souza'],
  ['a zero-width joiner', 'Maria\u200d Souza'],
  ['a soft hyphen', 'Ma\u00adria Souza'],
  ['a mark of direction', '\u200eMaria Souza\u202c'],
  ['a word joiner', 'Maria Sou\u2060za'],
  ['an empty letter of Hangul filler', 'Maria\u3164Souza'],
  ['full-width letters', 'Ｍａｒｉａ Souza'],
  ['mathematical letters', '𝐌𝐚𝐫𝐢𝐚 Souza'],
  ['Cyrillic letters', 'Mаrіа Sоuzа'],
  ['Greek letters', 'Μariα Sοuza'],
  ['a digit for a letter', 'Maria S0uza'],
  ['a letter without its dot', 'Marıa Souza'],
] as const) {
  test(`a name is the same with ${how}`, () => assert.ok(isSameName('Maria Souza', name)))
}

for (const other of ['Mariana Souza', 'Maria Sousa', 'Mario Souza', 'Maria', '']) {
  test(`"Maria Souza" is another than "${other}"`, () =>
    assert.equal(isSameName('Maria Souza', other), false))
}

test('l, I and 1 are one letter', () =>
  assert.ok(isSameName('Alice', 'AIice') && isSameName('Alice', 'A1ice')))

test('a text of invisible characters and signs is not a name', () => {
  for (const text of ['', ' ', '\u200b', '\u3164', '-', '\u202e.'])
    assert.equal(hasName(text), false)
  assert.ok(hasName('Ô') && hasName('7') && hasName('李'))
})
