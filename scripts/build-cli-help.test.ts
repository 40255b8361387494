import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { styleText } from 'node:util'
import { runCli } from '../src/cli/cli.ts'
import { cliHelp, cliHelpFile } from './build-cli-help.ts'
import { quickAnswer } from './quick-answer.mjs'

test('the help file is up to date: node scripts/build-cli-help.ts', async () => {
  assert.equal(readFileSync(cliHelpFile, 'utf8'), await cliHelp())
})

const noTerminal = { isTTY: false }

for (const argv of [
  ['--version'],
  ['version'],
  [],
  ['-h'],
  ['help'],
  ['keys', '--help'],
  ['keys', 'create', '-h'],
  ['help', 'completion'],
  ['completion', 'zsh'],
])
  test(`without a load of commands "guiche ${argv.join(' ')}" prints the same`, async (t) => {
    const log = t.mock.method(console, 'log', () => undefined)
    const code = await runCli(argv)
    const printed = log.mock.calls.map((call) => String(call.arguments[0])).join('\n')
    log.mock.restore()
    assert.equal(code, 0)
    assert.equal(quickAnswer(argv, noTerminal), printed)
  })

for (const argv of [
  ['keys'],
  ['keys', 'list', '01a2b3c4'],
  ['--json', '--help'],
  ['version', '--json'],
  ['completion', 'tcsh'],
  ['frobnicate', '--help'],
  ['help', 'constructor'],
  ['doctor'],
])
  test(`"guiche ${argv.join(' ')}" needs the program`, () => {
    assert.equal(quickAnswer(argv, noTerminal), undefined)
  })

test('the help of a command below another one is found by both words', () => {
  assert.equal(
    quickAnswer(['help', 'keys', 'create'], noTerminal),
    quickAnswer(['keys', 'create', '--help'], noTerminal),
  )
})

test('a terminal with colours has bold titles', () => {
  const terminal = { isTTY: true, hasColors: () => true }
  const [title] = quickAnswer(['keys', '-h'], terminal)?.split(' ') ?? []
  assert.equal(title, styleText('bold', 'uso:', { validateStream: false }))
})
