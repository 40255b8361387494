import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { makeHistory } from '../../scripts/history.ts'
import { localDate } from '../../src/brazil/local-time.ts'
import { moveTo } from '../kit/calendar.ts'
import { openWorld } from '../kit/gateway.ts'

/*
 * Runs the commands of docs/guides/money.md and docs/guides/cashouts.md as they are printed. The
 * gateway and its demo shop have just started.
 */

const root = join(import.meta.dirname, '../..')
const world = await openWorld()
after(() => world.close())

const folder = mkdtempSync(join(tmpdir(), 'guiche-guide-'))
after(() => rmSync(folder, { recursive: true }))

const [money, cashouts] = ['money.md', 'cashouts.md'].map((name) =>
  readFileSync(join(root, 'docs/guides', name), 'utf8'),
)
/** But for `trigger`, which waits by the clock on the wall. */
const blocks = (guide = ''): string[] =>
  [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .map(([, code = '']) => code)
    .filter((code) => !code.includes('trigger'))

test('the commands of the guides to money and to cashouts do what the guides say', async () => {
  // A day is sealed an hour after its end: whenever this is run, a day later is late enough.
  await moveTo(world, `${localDate(world.app.clock.now()).add({ days: 1 })}T12:00`)
  await openDemo()
  const port = await freePort()
  const program = /^```js approvals\.mjs\n([\s\S]*?)^```$/m.exec(cashouts ?? '')?.[1] ?? ''
  writeFileSync(join(folder, 'approvals.mjs'), program.replace('8787', String(port)))
  symlinkSync(join(root, 'sdk'), join(folder, 'sdk'))

  const output = await run(
    [...blocks(money), ...blocks(cashouts)].join('\necho\n').replaceAll('8787', String(port)),
  )
  const statuses = [...output.matchAll(/\{"status":(\d{3}),"message"/g)].map(([, status]) =>
    Number(status),
  )
  assert.ok(statuses.length > 25, output)
  assert.deepEqual(
    statuses.filter((status) => status !== 200),
    [409],
    `only the cancel of a cashout that has arrived is refused: ${output}`,
  )
  assert.deepEqual(
    [...output.matchAll(/^ {4}status: '(\w+)'/gm)].map(([, status]) => status),
    ['COMPLETED', 'PROCESSING', 'FAILED'],
    'the refunds of the guide',
  )
  assert.match(output, /✔ \d{4}-\d\d-\d\d: \d+ lançamentos/)
  assert.match(output, /"paidAtInBrazil"/)
  assert.match(output, /state: 'denied',[\s\S]*reason: 'acima de R\$ 100'/)
  assert.match(output, /"origin":"schedule"/)
})

/** What `npm start` leaves behind at its first start, of this world. */
async function openDemo(): Promise<void> {
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
async function run(commands: string): Promise<string> {
  const script = `
set -e
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
npx() { shift; node "${root}/src/main.ts" "$@"; }
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
    },
    maxBuffer: 16 * 1024 * 1024,
  }).catch(({ stdout: output, stderr }: { readonly stdout: string; readonly stderr: string }) =>
    assert.fail(`a command failed: ${stderr} after ${output.slice(-500)}`),
  )
  return stdout
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}
