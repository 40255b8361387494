import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { englishWord } from '../../test/kit/english-word.ts'
import { useEnvironment } from '../../test/kit/environment.ts'
import { runCli } from './cli.ts'
import { explain } from './explain.ts'

const home = mkdtempSync(join(tmpdir(), 'guiche-cli-'))
const broken = join(home, 'broken.json')
useEnvironment({ GUICHE_HOME: home })
before(() => writeFileSync(broken, '{x'))
after(() => rmSync(home, { recursive: true }))

const account = '01a2b3c4-0000-7000-8000-000000000000'
const set = (json: string) => ['accounts', 'set', account, json]
const mistakes: readonly [readonly string[], 1 | 2, RegExp][] = [
  [['ledger', 'verify', join(home, 'no.txt')], 1, /no\.txt: não existe/],
  [['ledger', 'verify', home], 2, /não é um arquivo/],
  [['ledger', 'digest', '--date', '2026-13-45'], 2, /--date é um dia que existe, como 2026-11-21/],
  [['ledger', 'digest', '--data', '2026-11-21'], 2, /opções inválidas.*--data/],
  [['accounts', 'show', 'xyz'], 2, /"xyz" não é um id/],
  [set('{x'), 2, /não é JSON válido/],
  [
    set('{"cashout":{"limits":{"perDay":-1}}}'),
    1,
    /O campo cashout\.limits\.perDay deve ser no mínimo 0/,
  ],
  [
    set('{"cashout":{"limits":{"perNihgt":1}}}'),
    1,
    /O campo cashout\.limits\.perNihgt não é conhecido/,
  ],
  [set('5'), 1, /O corpo da requisição deve ser um objeto/],
  [['keys', 'list', 'abc'], 2, /"abc" não é um id/],
  [['keys', 'rotate', account, account, '--overlap', 'um dia'], 2, /--overlap é um número inteiro/],
  [['device-pay', 'token', '--amount', 'dez'], 2, /--amount é um número inteiro/],
]
for (const [argv, code, sentence] of mistakes) {
  test(`guiche ${argv.join(' ').replaceAll(home, '…')} gives one sentence`, async (t) => {
    const printed = t.mock.method(console, 'error', () => {})
    assert.equal(await runCli(argv), code)
    const text = printed.mock.calls.map((call) => call.arguments.join(' ')).join('\n')
    assert.match(text, sentence)
    assert.doesNotMatch(text, /\n {4}at /)
    assert.equal(code === 2, /uso: guiche/.test(text))
  })
}

test('what is wrong with exported days is explained in Portuguese', async (t) => {
  const day = join(home, 'day.txt')
  writeFileSync(day, 'x\n')
  const printed = t.mock.method(console, 'error', () => {})
  assert.equal(await runCli(['ledger', 'verify', day, day]), 1)
  const text = printed.mock.calls.map((call) => call.arguments.join(' ')).join('\n')
  assert.match(text, /o arquivo não é um dia exportado dos livros/)
  assert.match(text, /não continua o arquivo anterior/)
  assert.doesNotMatch(text.replaceAll(day, ''), englishWord)
})

test('a lost database gives a sentence, a bug keeps its stack trace', () => {
  const stopped = Object.assign(new Error('terminating connection'), { code: '57P01' })
  assert.match(explain(stopped)?.text ?? '', /banco de dados não responde/)
  assert.equal(explain(new TypeError('x is undefined')), undefined)
})
