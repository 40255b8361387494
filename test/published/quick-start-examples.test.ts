import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { writeEnvironment } from '../../scripts/dev-file.ts'
import { commandsFor, languagesOf, stepsOf } from '../../scripts/quick-start-steps.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { compile } from '../kit/npm-project.ts'
import { phpPath } from '../kit/php.ts'
import { reservePort } from '../kit/reserve-port.ts'
import { timeLimit } from '../kit/time-limit.ts'

/*
 * The steps of the quick start as they are printed, after `npm start`: each language copies its
 * program of examples/ and runs it, until the webhook of a paid PIX is verified.
 */

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const steps = stepsOf(readFileSync(join(root, 'docs/guides/quick-start.md'), 'utf8'))
// A machine may have no PHP and no mirror of Debian to take it from.
const php = await phpPath().catch((cause: Error) => console.error(cause.message))
let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

/** A folder with a clone in which `npm start` runs. */
async function openFolder(t: TestContext): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-quick-start-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'guiche/.guiche'), { recursive: true })
  for (const name of ['examples', 'sdk', 'node_modules'])
    symlinkSync(join(root, name), join(folder, 'guiche', name))
  const { baseUrl, sandbox } = world
  const { secretKey } = await world.openShop()
  const dev = { baseUrl, sandboxUrl: sandbox.controlUrl, secretKey }
  writeEnvironment(join(folder, 'guiche/.guiche/dev.env'), dev)
  return folder
}

/**
 * Follows the steps until the program has printed the payment that its webhook reports. A forged
 * webhook, which arrives first, must be rejected.
 */
async function follow(t: TestContext, language: string, folders: readonly string[] = []) {
  const folder = await openFolder(t)
  const port = await reservePort()
  const commands = steps.slice(1).map((step) => commandsFor(step, language))
  const program = run('bash', ['-e', '-c', commands.join('')], {
    cwd: folder,
    env: {
      PATH: [...folders, process.env.PATH].join(delimiter),
      HOME: process.env.HOME,
      PORT: String(port),
      npm_config_offline: 'true',
    },
    timeout: 90_000,
  })
  const forged = await Promise.race([sendForged(port), program.then(() => undefined)])
  assert.equal(forged?.status, 400)
  const { stdout } = await program
  assert.match(stdout, /^WAITING_PAYMENT 000201.+\nPAID order-1\n$/m)
  return folder
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

test('the quick start has at most six steps in each language', () => {
  assert.ok(steps.length > 1 && steps.length <= 6)
  assert.deepEqual(languagesOf(steps), ['TypeScript', 'PHP', 'Python'])
})

test('the quick start in Python ends with a verified webhook', async (t) => {
  await follow(t, 'Python')
})

test('the quick start in TypeScript ends with a verified webhook', async (t) => {
  const folder = await follow(t, 'TypeScript')
  await compile(join(folder, 'shop'), ['--types', 'node'])
})

if (php)
  test('the quick start in PHP ends with a verified webhook', async (t) => {
    await follow(t, 'PHP', [dirname(php)])
  })
