import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import type { Command } from 'commander'
import { wholeProgram } from './cli.ts'
import { examples } from './examples.ts'

const program = await wholeProgram()

/** The commands that do something. */
const doing = (command: Command, path: readonly string[] = []): string[] => {
  const below = command.commands.flatMap((each) => doing(each, [...path, each.name()]))
  return command.commands.length === 0 || path.join(' ') === 'clock'
    ? [path.join(' '), ...below]
    : below
}

test('every command has an example, and every example a command', () => {
  assert.deepEqual(Object.keys(examples).toSorted(), doing(program).toSorted())
})

for (const [path, lines] of Object.entries(examples)) {
  for (const line of lines) {
    test(`this example is understood: ${line}`, async () => {
      // The shell splits the line: a function named guiche prints its arguments.
      const script = `guiche() { printf '%s\\0' "$@" >&2; }; ${line.replace(/ [<>] .*/, '')}`
      const printed = execFileSync('bash', ['-c', `{ ${script}; } 2>&1 >/dev/null`], {
        encoding: 'utf8',
      })
      const argv = printed.split('\0').filter((word) => word !== '')
      assert.equal(argv.slice(0, path.split(' ').length).join(' '), path)
      await (await wholeProgram()).parseAsync(argv, { from: 'user' })
    })
  }
}
