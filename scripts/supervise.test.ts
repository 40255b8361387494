import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { spawnChild } from './supervise.ts'

const directory = await mkdtemp(join(tmpdir(), 'guiche-supervise-'))
after(() => rm(directory, { recursive: true }))

async function script(name: string, text: string): Promise<string> {
  const path = join(directory, `${name}.mjs`)
  await writeFile(path, text)
  return path
}

/** A process that stays busy, prints its id, and holds its output open until it ends. */
const busy = await script('busy', `console.log(process.pid); setInterval(() => {}, 1000)`)
const ignoresSignals = await script(
  'ignores-signals',
  `process.on('SIGTERM', () => console.log('no')); console.log(process.pid); setInterval(() => {}, 1000)`,
)

/** Another process that supervises one child. Its output ends when both have. */
async function startParent(
  child: string,
  then: string,
): Promise<{ parent: ChildProcess; output: AsyncIterable<Buffer> }> {
  const module = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'supervise.ts')).href)
  const program = `
    import { spawnChild } from ${module}
    const child = spawnChild('child', [${JSON.stringify(child)}])
    process.on('SIGUSR2', () => { ${then} })`
  const path = await script(`parent-${Math.random()}`, program)
  const parent = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(parent.stdout, 'data') // The child runs.
  return { parent, output: parent.stdout }
}

async function untilBothEnded(output: AsyncIterable<Buffer>) {
  for await (const _ of output);
}

test('a child ends when its parent is killed', async () => {
  const { parent, output } = await startParent(busy, '')
  parent.kill('SIGKILL')
  await untilBothEnded(output)
})

test('a child that ignores signals does not survive the normal end of its parent', async () => {
  const { parent, output } = await startParent(ignoresSignals, 'process.exit(0)')
  parent.kill('SIGUSR2')
  await untilBothEnded(output)
})

test('a child that ignores the signal is killed after the timeout', async () => {
  const { parent, output } = await startParent(
    ignoresSignals,
    'child.stop(50).then(() => process.exit(0))',
  )
  parent.kill('SIGUSR2')
  await untilBothEnded(output)
  assert.equal(parent.exitCode ?? (await once(parent, 'exit'))[0], 0)
})

test('the exit code of a child is reported', async () => {
  const seven = await script('seven', 'process.exitCode = Number(process.env.CODE)')
  assert.equal(await spawnChild('seven', [seven], { CODE: '7' }).exited, 7)
})
