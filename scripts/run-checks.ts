import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { checkedFolders } from './test-groups.ts'

/**
 * Types, lint and format, dead code, words, import direction, and the tests of `checkedFolders`.
 * All are run, so that one pass shows every problem.
 */
const checks: Record<string, readonly string[]> = {
  types: ['tsc', '--noEmit', '-p', '.'],
  'types in the browser': ['tsc', '--noEmit', '-p', 'tsconfig.browser.json'],
  'types in the dashboard': ['tsc', '--noEmit', '-p', 'tsconfig.dashboard.json'],
  'lint and format': ['biome', 'ci', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`],
  'dead code': ['knip'],
  'words and widths': [
    'node',
    '--test',
    '--test-reporter=dot',
    'scripts/plain-words.test.ts',
    'scripts/line-width.test.ts',
  ],
  'import direction': ['node', 'scripts/check-imports.ts'],
  'tests that npm test leaves out': ['node', 'scripts/run-tests.ts', ...checkedFolders],
}

const root = join(import.meta.dirname, '..')
const tools = join(root, 'node_modules/.bin')
// Tools written in JavaScript find the pinned Node there.
const env = { ...process.env, PATH: `${tools}${delimiter}${process.env.PATH}` }
const failed: string[] = []

for (const [name, [tool = '', ...args]] of Object.entries(checks)) {
  console.log(`\n${name}: ${tool} ${args.join(' ')}`)
  if (spawnSync(join(tools, tool), args, { cwd: root, env, stdio: 'inherit' }).status !== 0)
    failed.push(name)
}
console.log(failed.length === 0 ? '\nAll checks pass.' : `\nFailed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
