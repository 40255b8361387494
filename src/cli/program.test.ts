import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { useEnvironment, withEnvironment } from '../../test/kit/environment.ts'
import { runCli } from './cli.ts'

const home = mkdtempSync(join(tmpdir(), 'guiche-program-'))
useEnvironment({ GUICHE_HOME: home })
after(() => rmSync(home, { recursive: true }))

test('the help of every command is in Portuguese, in lines of up to 100 letters', async (t) => {
  const helps = await helpsFrom(t, [])
  assert.ok(helps.length >= 40, `${helps.length} commands and actions`)
  for (const help of helps) {
    assert.match(help, /^uso: guiche/)
    const words = help.replaceAll('--restore-command', '') // The name of an option.
    assert.doesNotMatch(words, /usage|options|command\b|argument\b|display|default/i)
    assert.deepEqual(
      help.split('\n').filter((line) => line.length > 100),
      [],
    )
  }
})

const mistakes: readonly [argv: readonly string[], pt: string, en: RegExp][] = [
  [['frobnicate'], 'comando desconhecido: frobnicate', /unknown command 'frobnicate'/],
  [['keys', 'frobnicate'], 'comando desconhecido: frobnicate', /unknown command 'frobnicate'/],
  [['keys'], 'falta o comando', /^the command is missing$/],
  [['accounts', 'show'], 'falta ID', /missing required argument 'ID'/],
  [
    ['accounts', 'create', '--name', 'Loja'],
    'falta --document',
    /option '--document <DOCUMENTO>' not specified/,
  ],
  [
    ['accounts', 'create', '--name'],
    'opções inválidas: falta o valor de --name',
    /argument missing/,
  ],
  [
    ['ledger', 'check', '--data', 'x'],
    'opções inválidas: não há a opção --data',
    /unknown option '--data'/,
  ],
  [
    ['migrate', 'now', 'please'],
    'opções inválidas: "now, please" está a mais',
    /too many arguments/,
  ],
  [['clock', 'back'], 'opções inválidas: "back" está a mais', /too many arguments/],
]
for (const [argv, pt, en] of mistakes) {
  test(`guiche ${argv.join(' ')} is one sentence by LANG, and the usage`, async (t) => {
    withEnvironment(t, { LC_ALL: 'pt_BR.UTF-8' })
    const [sentence, usage] = linesOf(await printed(t, 'error', argv, 2))
    assert.equal(sentence, pt)
    assert.match(usage ?? '', /^uso: guiche/)
    process.env.LC_ALL = 'en_US.UTF-8'
    assert.match(linesOf(await printed(t, 'error', argv, 2))[0] ?? '', en)
  })
}

/** The help of a command and of all commands below it. */
async function helpsFrom(t: TestContext, path: readonly string[]): Promise<string[]> {
  const help = await printed(t, 'log', [...path, '--help'], 0)
  const listed = /\ncomandos:\n((?: .*\n?)*)/.exec(help)?.[1] ?? ''
  const names = [...listed.matchAll(/^ {2}([a-z-]+) {2}/gm)].flatMap(([, name]) =>
    name && name !== 'help' ? name : [],
  )
  const below = []
  for (const name of names) below.push(...(await helpsFrom(t, [...path, name])))
  return [help, ...below]
}

async function printed(
  t: TestContext,
  by: 'log' | 'error',
  argv: readonly string[],
  code: number,
): Promise<string> {
  const mock = t.mock.method(console, by, () => {})
  assert.equal(await runCli(argv), code)
  mock.mock.restore()
  return mock.mock.calls.map((call) => call.arguments.join(' ')).join('\n')
}

const linesOf = (text: string): string[] => text.split('\n')
