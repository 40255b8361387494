import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMailAddress, nameText, oneLine } from './mail-text.ts'

for (const [what, text, line] of [
  ['the end of a header', 'Olá\r\nBcc: eva@fora.example', 'Olá Bcc: eva@fora.example'],
  ['separators of Unicode', 'a\u2028b\u2029c\u0085d', 'a b c d'],
  ['other controls', 'a\0b\u001bc\u007fd\te', 'a b c d e'],
  ['a change of the direction', 'loja\u202eexe.fdp\u2066', 'lojaexe.fdp'],
  ['invisible characters', 'lo\u200bja\ufeff\u00ad', 'loja'],
  ['half of a pair', 'a\ud83db', 'ab'],
  ['spaces around, or several in a row', '  a   b  ', 'a b'],
  ['accents in two characters', 'Sa\u0303o', 'São'],
] as const) {
  test(`one line has no ${what}`, () => assert.equal(oneLine(text), line))
}

test('one line ends before its limit, between characters', () => {
  assert.equal(oneLine('😀'.repeat(300)), `${'😀'.repeat(199)}…`)
  assert.equal(oneLine('abcdef', 6), 'abcdef')
})

for (const name of [
  'premio.example',
  'http://premio.example/ganhe',
  'eva@fora.example',
  'www.x.y',
]) {
  test(`no part of the name ${name} reads as an address`, () => {
    const shown = nameText(name)
    assert.doesNotMatch(shown, /[.:/@]\S/.test(shown) ? /[.:/@][^\u2060]/ : /^$/)
    assert.equal(shown.replaceAll('\u2060', ''), name)
  })
}

test('a name without the form of an address stays as it is', () => {
  assert.equal(nameText('Café São João & Filhos Ltda.'), 'Café São João & Filhos Ltda.')
})

for (const address of ['a@b', 'ana.maria+loja@pagamentos.example.com.br', "o'neil@x.example"]) {
  test(`${address} is an address`, () => assert.ok(isMailAddress(address)))
}

for (const text of [
  '',
  'ana',
  'ana@',
  '@loja.example',
  'ana@loja..example',
  'ana@-loja.example',
  'ana@loja.example\n',
  'ana@loja.example,eva@fora.example',
  'ana@loja.example;eva@fora.example',
  'Ana <ana@loja.example>',
  '"ana"@loja.example',
  'ana @loja.example',
  'aná@loja.example',
  'ana@[127.0.0.1]',
  `${'a'.repeat(65)}@loja.example`,
  `ana@${'a'.repeat(64)}.example`,
]) {
  test(`${JSON.stringify(text)} is no address`, () => assert.equal(isMailAddress(text), false))
}
