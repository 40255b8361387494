import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { programEnv } from '../../test/kit/guiche-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'guiche-completion-'))
const shells = ['bash', 'zsh', 'fish'] as const
const scriptOf = (shell: string): string => join(folder, shell)
before(() => {
  for (const shell of shells) {
    const main = join(import.meta.dirname, '../main.ts')
    // No home and no setting: a script is written on a machine that has no gateway.
    const env = { ...programEnv, GUICHE_HOME: '/dev/null/nowhere' }
    writeFileSync(
      scriptOf(shell),
      execFileSync(process.execPath, [main, 'completion', shell], { env }),
    )
  }
})
after(() => rmSync(folder, { recursive: true }))

/** What bash offers for a line. Its last word is the one to complete. */
function offeredByBash(...line: readonly string[]): string[] {
  const program = [
    `source ${scriptOf('bash')}`,
    'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))',
    `complete -p guiche >&2 && _guiche && printf "%s\\n" "\${COMPREPLY[@]}"`,
  ].join('\n')
  const { status, stdout, stderr } = spawnSync('bash', ['-c', program, 'bash', ...line], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  assert.match(stderr, /^complete -o default -F _guiche guiche$/m)
  return stdout.split('\n').filter((word) => word !== '')
}

const lines: readonly [line: readonly string[], offered: readonly string[]][] = [
  [['guiche', 'le'], ['ledger']],
  [
    ['guiche', 'pro'],
    ['prove', 'providers'],
  ],
  [
    ['guiche', 'keys', ''],
    ['create', 'list', 'rotate', 'revoke', 'help', '--json', '--version', '--help'],
  ],
  [
    ['guiche', 'keys', 'r'],
    ['rotate', 'revoke'],
  ],
  [
    ['guiche', 'keys', 'create', '01a2b3c4', '--'],
    ['--kind', '--name', '--json', '--version', '--help'],
  ],
  [['guiche', '--json', 'ledger', 'di'], ['digest']],
  [['guiche', 'ledger', 'digest', '--e'], ['--export']],
  [['guiche', 'listen', '--f'], ['--forward-to']],
  [['guiche', 'frobnicate', 'ke'], ['keys']],
]
for (const [line, offered] of lines) {
  test(`bash completes "${line.join(' ')}"`, () => {
    assert.deepEqual(offeredByBash(...line).toSorted(), offered.toSorted())
  })
}

const isInstalled = (shell: string): boolean => !spawnSync(shell, ['--version']).error

if (isInstalled('fish'))
  test('fish completes commands and options', () => {
    const offered = (line: string) =>
      execFileSync('fish', ['-c', `source ${scriptOf('fish')}; complete -C '${line}'`], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: folder },
      })
    assert.match(offered('guiche le'), /^ledger\tconfere/m)
    assert.match(offered('guiche keys r'), /^revoke\t[^\n]*\nrotate\t/m)
    assert.match(offered('guiche keys create --k'), /^--kind\t/m)
  })

if (isInstalled('zsh'))
  test('zsh offers commands and options', () => {
    const offered = (...line: readonly string[]) => {
      const program = [
        'compdef() { }',
        `_describe() { print -l -- "\${(@)offered}" }`,
        `source ${scriptOf('zsh')}`,
        'words=("$@"); CURRENT=$#; _guiche',
      ].join('\n')
      return execFileSync('zsh', ['-f', '-c', program, 'zsh', ...line], { encoding: 'utf8' })
    }
    assert.match(offered('guiche', ''), /^ledger:confere/m)
    assert.match(offered('guiche', 'keys', ''), /^rotate:troca/m)
    assert.match(offered('guiche', 'keys', 'create', 'x', ''), /^--kind:/m)
  })

test('the scripts of all shells offer the same words', () => {
  const count = (shell: string, word: string) =>
    execFileSync('grep', ['-c', '--', word, scriptOf(shell)], { encoding: 'utf8' }).trim() !== '0'
  for (const shell of shells)
    for (const word of ['resume-cashouts', 'forward-to', 'renew-callback'])
      assert.ok(count(shell, word), `${shell}: ${word}`)
})
