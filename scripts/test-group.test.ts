import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '../test/kit/time-limit.ts'

const runner = JSON.stringify(new URL('test-group.ts', import.meta.url).href)
const hookModule = new URL('runner-hook.ts', import.meta.url).href

/** Runs files with these contents as one group. Returns what Node printed. */
async function run(t: TestContext, limitMs: number, contents: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-group-'))
  t.after(() => rm(folder, { recursive: true }))
  const files = contents.map((_content, index) => join(folder, `${index}.mjs`))
  for (const [index, content] of contents.entries())
    await writeFile(files[index] ?? '', `import * as nodeTest from 'node:test'\n${content}`)
  const group = join(folder, 'group.mjs')
  const call = `runFiles(${JSON.stringify(files)}, ${limitMs})`
  await writeFile(group, `import { runFiles } from ${runner}\n${call}\n`)
  const { NODE_TEST_CONTEXT: _of, ...env } = process.env
  const args = ['--import', hookModule, '--test', group]
  return spawnSync(process.execPath, args, { encoding: 'utf8', env }).stdout
}

/** With a limit of 5 s. A busy machine may not get as far as `expected` within it. */
async function runUntil(t: TestContext, contents: readonly string[], expected: RegExp) {
  const output = await run(t, 5_000, contents)
  return expected.test(output) ? output : run(t, 30_000, contents)
}

const file = (name: string) => `
const { after, before, beforeEach, test } = nodeTest
const seen = ['${name}']
before(() => seen.push('before ${name}'))
beforeEach(() => seen.push('each ${name}'))
after(() => console.log(seen.join(', ') + ', after ${name}'))
await new Promise((wake) => setTimeout(wake, 5))
test('test of ${name}', () => {})`

test('each file has hooks of its own, also after it waited while it was imported', async (t) => {
  const output = await run(t, 60_000, [file('one'), file('two'), file('three')])
  for (const name of ['one', 'two', 'three'])
    assert.match(output, new RegExp(`${name}, before ${name}, each ${name}, after ${name}\\n`))
  assert.match(output, /ℹ tests 3\nℹ suites 3\nℹ pass 3\n/)
})

test('a file that cannot be imported fails, and the next one runs', async (t) => {
  const output = await run(t, 60_000, ["throw new Error('broken')", file('two')])
  assert.match(output, /✖ .*0\.mjs/)
  assert.match(output, /✔ test of two/)
})

test('the runner follows no promise, and a failure outside a test is named', async (t) => {
  const output = await run(t, 60_000, [
    `import { executionAsyncId } from 'node:async_hooks'
    nodeTest.test('unfollowed', async () => {
      await new Promise(setImmediate).then(() => {})
      console.log('async id ' + (await Promise.resolve().then(() => executionAsyncId())))
    })`,
    `nodeTest.test('lost', async () => {
      void Promise.reject(new Error('not awaited'))
      await new Promise((wake) => setTimeout(wake, 50))
    })`,
  ])
  assert.match(output, /async id 0\n/)
  assert.match(output, /During .*1\.mjs, lost: Error: not awaited/)
  assert.match(output, /ℹ fail 1\n/)
})

test('a test that does not end ends its process and its programs, and is named', async (t) => {
  const endless = `
    import { spawn } from 'node:child_process'
    nodeTest.test('endless', async () => {
      const program = spawn('sleep', ['600'], { stdio: 'ignore' })
      console.log('program ' + program.pid)
      await new Promise((end) => setTimeout(end, 600_000))
    })`
  const output = await runUntil(t, [endless], /0\.mjs, endless/)
  assert.match(output, /Not ended within \d+ s: .*0\.mjs, endless/)
  const [, pid = ''] = /program (\d+)/.exec(output) ?? []
  assert.notEqual(pid, '')
  // One that has ended may wait for its new parent to take note of it.
  const state = () => spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout
  await until('the program has ended', () => /^(?:Z|$)/.test(state()))
})

test('each import has the time limit of its own, and is named', async (t) => {
  const endless = 'await new Promise((end) => setTimeout(end, 600_000))'
  const output = await runUntil(t, [file('one'), endless], /1\.mjs, its import/)
  assert.match(output, /Not ended within \d+ s: .*1\.mjs, its import/)
})

test('a file that leaves a global changed fails, and one that restores it does not', async (t) => {
  const changes = (restore: string) => `
    const { after, test } = nodeTest
    const log = console.log
    test('changes globals', () => {
      process.env.LEFT_BEHIND = 'x'
      console.log = () => {}
    })
    after(() => { ${restore} })`
  const restored = 'delete process.env.LEFT_BEHIND; console.log = log'
  const kept = await run(t, 60_000, [changes(restored), file('two')])
  assert.doesNotMatch(kept, /✖/)
  for (const [restore, changed] of [
    ['delete process.env.LEFT_BEHIND', 'console.log'],
    ['console.log = log', 'LEFT_BEHIND'],
  ] as const) {
    const left = await run(t, 60_000, [changes(restore)])
    assert.match(left, /✖ .*0\.mjs/)
    assert.match(left, new RegExp(`\\+ +'${changed}'`))
  }
})
