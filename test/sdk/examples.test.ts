import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { freePort } from '../../scripts/free-port.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { compile, installPacked, plainNode } from '../kit/npm-project.ts'
import { phpPath } from '../kit/php.ts'
import type { Shop } from '../kit/shop.ts'
import { timeLimit } from '../kit/time-limit.ts'

/* The programs of examples/, run as they are, against the gateway and the sandbox. */

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
let world: World
let shop: Shop
before(async () => {
  world = await openWorld()
  shop = await world.openShop()
})
after(() => world.close())

const env = (port: number) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  GUICHE_URL: world.baseUrl,
  SANDBOX_URL: world.sandbox.controlUrl,
  GUICHE_SECRET_KEY: shop.secretKey,
  PORT: String(port),
})

/**
 * Runs a program until it has printed the payment that its webhook reports. A forged webhook, which
 * arrives first, must be rejected.
 */
async function paysAndVerifies(name: string, command: string, args: readonly string[]) {
  const port = await freePort()
  const program = run(command, [...args], { env: env(port), timeout: 90_000 })
  const forged = await Promise.race([sendForged(port), program.then(() => undefined)])
  assert.equal(forged?.status, 400)
  const { stdout } = await program
  assert.match(stdout, new RegExp(`^WAITING_PAYMENT 000201.+\\nPAID order-${name}\\n$`))
}

async function sendForged(port: number): Promise<Response> {
  const headers = {
    'webhook-id': crypto.randomUUID(),
    'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
  }
  const data = { status: 'PAID', externalRef: 'forged' }
  const body = JSON.stringify({ event: 'transaction.paid', data })
  for (const limit = timeLimit(); ; limit.throwIfAborted()) {
    const url = `http://127.0.0.1:${port}/`
    const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
    if (response) return response
    await new Promise((wake) => setTimeout(wake, 10))
  }
}

test('the example in Python charges a PIX and verifies its signed webhook', () =>
  paysAndVerifies('python', 'python3', [join(root, 'examples/python/pix.py')]))

test('the example in TypeScript charges a PIX and verifies its signed webhook', async (t) => {
  const project = await installPacked('sdk/server')
  t.after(() => rmSync(project, { recursive: true }))
  copyFileSync(join(root, 'examples/typescript/pix.ts'), join(project, 'pix.ts'))
  await compile(project, ['--types', 'node'])
  await paysAndVerifies('typescript', plainNode(), [join(project, 'pix.js')])
})

// A machine may have no PHP and no mirror of Debian to take it from.
const php = await phpPath().catch((cause: Error) => console.error(cause.message))
if (php)
  test('the example in PHP charges a PIX and verifies its signed webhook', () =>
    paysAndVerifies('php', php, [join(root, 'examples/php/pix.php')]))
