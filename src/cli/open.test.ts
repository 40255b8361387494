import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'

const folder = mkdtempSync(join(tmpdir(), 'guiche-open-'))
const opened = join(folder, 'opened')
const payment = '01a2b3c4-0000-7000-8000-000000000000'
let secureUrl = ''
const gateway = createServer((_request, response) =>
  response.end(JSON.stringify({ data: { secureUrl } })),
).listen(0, '127.0.0.1')
let base = ''
before(async () => {
  if (!gateway.listening) await once(gateway, 'listening')
  base = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  secureUrl = `${base}/pay/abc`
  writeFileSync(join(folder, 'dev.json'), JSON.stringify({ baseUrl: base, secretKey: 'sk' }))
  mkdirSync(join(folder, 'bin'))
  writeFileSync(
    join(folder, 'bin/xdg-open'),
    `#!/bin/sh\nprintf %s "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`,
  )
  chmodSync(join(folder, 'bin/xdg-open'), 0o755)
})
after(() => {
  gateway.close()
  rmSync(folder, { recursive: true })
})

async function run(what: readonly string[], { isTerminal = false } = {}) {
  const command = [process.execPath, join(import.meta.dirname, '../main.ts'), 'open', ...what]
  const [program = '', ...args] = isTerminal
    ? ['script', '-qec', command.join(' '), '/dev/null']
    : command
  const child = spawn(program, args, {
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, GUICHE_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { stdout: stdout.trim(), stderr, status: status as number }
}

test('without a terminal the address is printed, and no browser opened', async () => {
  for (const [what, address] of [
    [[], `${base}/dashboard`],
    [['docs'], `${base}/docs`],
    [[payment], `${base}/pay/abc`],
  ] as const)
    assert.deepEqual(await run(what), { stdout: address, stderr: '', status: 0 })
  assert.equal((await run(['docs', '--json'])).stdout, JSON.stringify({ url: `${base}/docs` }))
  assert.equal((await run(['elsewhere'])).status, 2)
  assert.ok(!existsSync(opened))
})

const hasScript = process.platform === 'linux' && !spawnSync('script', ['--version']).error
if (hasScript)
  test('in a terminal the browser opens the address', async () => {
    const { stdout } = await run([payment], { isTerminal: true })
    assert.equal(stdout, `${base}/pay/abc`)
    for (let tries = 0; !existsSync(opened) && tries < 1_000; tries += 1)
      await new Promise((wake) => setTimeout(wake, 50))
    assert.equal(readFileSync(opened, 'utf8'), `${base}/pay/abc`)
  })

test('an address that is not of the web is not opened', async () => {
  secureUrl = 'file:///etc/passwd'
  assert.equal((await run([payment])).status, 1)
})
