import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { makeHistory } from '../../scripts/history.ts'
import type { World } from './gateway.ts'
import { program } from './program.ts'

const root = join(import.meta.dirname, '../..')

export const readGuide = (name: string): string =>
  readFileSync(join(root, 'docs/guides', name), 'utf8')

/** A block of code with the text after its ``` as its name, such as `js backend.js`. */
export interface GuideBlock {
  readonly name: string
  readonly code: string
}

/** The blocks of code of a Markdown file, in their order. */
export const blocksOf = (markdown: string): GuideBlock[] =>
  [...markdown.matchAll(/^( *)```(\S.*)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent, name = '', code = '']) => ({
      name,
      code: code.replace(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )

/** The commands of a guide, block by block: those marked `sh`. */
export const guideCommands = (name: string): string[] =>
  blocksOf(readGuide(name))
    .filter((block) => block.name === 'sh')
    .map(({ code }) => code)

/** What `npm start` leaves behind in a folder at its first start, of this world. */
export async function openDemo(world: World, folder: string): Promise<void> {
  const merchant = await world.newMerchant()
  const sandboxUrl = world.sandbox.controlUrl
  await makeHistory({
    ...merchant,
    baseUrl: world.baseUrl,
    sandboxUrl,
    inbox: `${sandboxUrl}/inbox/demo`,
  })
  const { baseUrl, adminToken } = world
  writeFileSync(
    join(world.home, 'dev.json'),
    JSON.stringify({ ...merchant, baseUrl, sandboxUrl, adminToken }),
  )
  writeFileSync(join(world.home, 'sandbox.json'), JSON.stringify({ url: sandboxUrl }))
  symlinkSync(world.home, join(folder, '.guiche'))
}

/**
 * Everything the commands print. Waiting moves the clock: once for the sender, once for the
 * receiver.
 */
export async function runCommands(world: World, folder: string, commands: string): Promise<string> {
  const script = `
set -e
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
npx() {
  shift
  # In the background it takes the place of its shell, so that it can be ended.
  if [ "$BASHPID" = "$$" ]; then node "${program}" "$@"
  else exec node "${program}" "$@"; fi
}
sleep() {
  for time in 1 2; do
    curl -s -o /dev/null -H 'Content-Type: application/json' \\
      -d "{\\"advance\\": \\"PT$1S\\"}" "$CONTROL/clock"
  done
}
${commands}`
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', script], {
    cwd: folder,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      CONTROL: world.sandbox.controlUrl,
      GUICHE_HOME: world.home,
      DATABASE_URL: world.databaseUrl,
      // The commands start faster, because Node keeps what it compiled.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/guiche'),
    },
    maxBuffer: 16 * 1024 * 1024,
  }).catch(({ stdout: output, stderr }: { readonly stdout: string; readonly stderr: string }) =>
    assert.fail(`a command failed: ${stderr} after ${output.slice(-500)}`),
  )
  return stdout
}

/** The variables that the commands of most guides begin with. */
export const quickStartVariables = (): string => guideCommands('quick-start.md')[0] ?? ''
