import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { version } from '../../sdk/server/src/version.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { compile, installPacked, plainNode } from '../kit/npm-project.ts'
import { reservePort } from '../kit/reserve-port.ts'
import type { Shop } from '../kit/shop.ts'

/* The package as a merchant gets it: packed, installed into an empty project, run by plain Node. */

const root = join(import.meta.dirname, '../..')
let world: World
let shop: Shop
let project: string
before(async () => {
  project = await installPacked('sdk/server')
  world = await openWorld({ GUICHE_EVENT_DAYS: '1' })
  shop = await world.openShop()
  // The first event of the account is not in the feed any more.
  await shop.sell({ paymentMethod: 'PIX', amount: 1_000, externalRef: 'order-0' })
  await shop.advance('P3D')
})
after(async () => {
  await world.close()
  rmSync(project, { recursive: true })
})

const env = (more: object = {}) => ({
  PATH: process.env.PATH,
  GUICHE_SECRET_KEY: shop.secretKey,
  GUICHE_URL: world.baseUrl,
  ...more,
})
const runNode = promisify(execFile)
const nodes = () => [...new Set([plainNode(), process.execPath])]

test('the archive has the module, its types and the README, and no dependency', () => {
  const folder = join(project, 'node_modules/@guiche/server')
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  assert.deepEqual(
    [manifest.dependencies, manifest.version, manifest.type],
    [undefined, version, 'module'],
  )
  assert.deepEqual(readdirSync(folder).sort(), ['README.md', 'dist', 'package.json'])
  const others = readdirSync(join(folder, 'dist')).filter((name) => !/\.d\.ts$/.test(name))
  assert.deepEqual(others, ['server.mjs'])
  assert.deepEqual(readdirSync(join(project, 'node_modules/@guiche')), ['server'])
})

const examples = [
  ...readFileSync(join(root, 'sdk/server/README.md'), 'utf8').matchAll(
    /^```ts (\S+)\n([\s\S]*?)^```$/gm,
  ),
].map(([, name = '', code = '']) => ({ name, code }))

test('the examples compile at the strictest, with the types of Node and of a browser', async () => {
  assert.ok(examples.length >= 6)
  for (const { name, code } of examples) writeFileSync(join(project, name), code)
  await compile(project, ['--types', 'node'])
  await compile(project, ['--types', 'node', '--lib', 'es2023,dom', '--noEmit'])
})

test('a consumer’s mistake does not compile', async () => {
  const call = 'guiche.transactions.create'
  for (const [code, expected] of [
    [`${call}({ amount: '19.90', paymentMethod: 'PIX' })`, /'string' is not assignable/],
    [`${call}({ amount: 1990, paymentMethod: 'CASH' })`, /'"CASH"'/],
    [`(await ${call}({ amount: 1990, paymentMethod: 'PIX' })).statuss`, /statuss/],
    [`guiche.transactions.list({ status: ['PAYED'] })`, /PAYED/],
    [`if (isGuicheError(Error(), 'card-expire')) throw 1`, /card-expire/],
  ] as const) {
    const file = join(project, 'mistake.ts')
    const head = `import { Guiche, isGuicheError } from '@guiche/server'\n`
    const open = `export const guiche = new Guiche({ secretKey: '', baseUrl: '' })\n`
    writeFileSync(file, `${head}${open}export const used = isGuicheError\n${code}\n`)
    await assert.rejects(compile(project, ['--types', 'node', '--noEmit']), expected)
    rmSync(file)
  }
})

test('the examples of the README run by plain Node', async () => {
  const paid = await shop.sell({ paymentMethod: 'PIX', amount: 10_000, externalRef: 'order-1' })
  await shop.pay(paid.pix?.qrcode ?? '')
  await shop.webhooks(paid.id, 2)
  const expected: Readonly<Record<string, RegExp>> = {
    'pay.js': /^WAITING_PAYMENT 000201/,
    'errors.js': /^Ask the payer for another card: .*expired/,
    'refund.js': /^costs 500 cents, is (?:PROCESSING|COMPLETED)$/m,
    'lists.js': /^sold 10000 cents\n[1-9]\d* lines, next page at null$/m,
    'feed.js': /^paid 10000 cents\n$/,
  }
  const names = examples.map(({ name }) => name.replace('.ts', '.js'))
  assert.deepEqual(
    Object.keys(expected).sort(),
    names.filter((name) => name !== 'receive.js').sort(),
  )
  for (const node of nodes())
    for (const [name, output] of Object.entries(expected)) {
      const { stdout } = await runNode(node, [join(project, name)], { env: env(), timeout: 60_000 })
      assert.match(stdout, output, `${name} by ${node}`)
    }
})

test('the receiver of the README handles a signed webhook once, and no forged one', async (t) => {
  for (const node of nodes()) {
    const { secret } = (await shop.call<{ secret: string }>('GET', '/api/user/webhooks/secret'))
      .body.data
    const port = await reservePort()
    const receiver = spawn(node, [join(project, 'receive.js')], {
      env: env({ PORT: String(port), GUICHE_WEBHOOK_SECRET: secret }),
    })
    t.after(() => receiver.kill())
    const url = `http://127.0.0.1:${port}/`
    for (;;) if (await fetch(url, { method: 'POST' }).catch(() => undefined)) break
    const printed = firstLine(receiver)
    const cut = connect(port, '127.0.0.1')
    cut.end('POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\n{').resume()
    await once(cut, 'close')
    const order = { paymentMethod: 'PIX', amount: 1_000, externalRef: 'order-2', postbackUrl: url }
    const sale = await shop.sell(order)
    await shop.pay(sale.pix?.qrcode ?? '')
    assert.equal(await printed, 'paid order-2\n')
    const forged = await fetch(url, { method: 'POST', body: '{}' })
    assert.deepEqual([forged.status, await forged.text()], [400, 'header-missing'])
  }
})

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  const [chunk] = stdout ? await once(stdout, 'data') : []
  return String(chunk)
}
