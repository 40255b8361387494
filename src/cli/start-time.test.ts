import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

/** Prints the address of every module that the process has loaded. */
const listModules = `data:text/javascript,
import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } });
process.on('exit', () => console.error(loaded.join(' ')))`

const main = join(import.meta.dirname, '../main.ts')
const launcher = join(import.meta.dirname, '../../scripts/guiche.mjs')

/** The modules of `src/` that a command loads in its first process, without the folder. */
function modulesOf(...args: readonly string[]): string[] {
  return loadedBy(main, args, 0)
}

function loadedBy(entry: string, args: readonly string[], code: number): string[] {
  const options = ['--import', listModules, entry, ...args]
  const { status, stderr } = spawnSync(process.execPath, options, {
    env: { PATH: process.env.PATH, GUICHE_HOME: '/dev/null/nowhere' },
    encoding: 'utf8',
  })
  assert.equal(status, code, stderr)
  return [...stderr.matchAll(/\/src\/(\S+)/g)].flatMap(([, path]) => path ?? [])
}

test('the list of commands starts fast: it loads no command, no setting and no library', () => {
  assert.deepEqual(modulesOf('--help').toSorted(), [
    'cli/cli.ts',
    'cli/command-list.ts',
    'cli/output.ts',
    'cli/program.ts',
    'cli/stop-signals.ts',
    'config/package.ts', // The version.
    'main.ts',
  ])
})

test('the help of a command loads neither the database nor the server', () => {
  for (const command of ['keys', 'serve', 'migrate', 'providers']) {
    const loaded = modulesOf(command, '--help')
    assert.ok(loaded.includes(`cli/${command}.ts`), command)
    assert.deepEqual(
      loaded.filter((path) => /^(?:db\/pool|build-app|serve|http\/routes)\.ts$/.test(path)),
      [],
      command,
    )
  }
})

test('the launcher prints help, version and completion without a module of the program', () => {
  for (const args of [['--help'], ['keys', 'create', '--help'], ['-v'], ['completion', 'bash']])
    assert.deepEqual(loadedBy(launcher, args, 0), [], args.join(' '))
})

test('the launcher on the pinned Node runs a command in its own process', () => {
  const loaded = loadedBy(launcher, ['keys', 'list', 'no-id'], 2)
  assert.ok(loaded.includes('main.ts') && loaded.includes('cli/keys.ts'))
})
