import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { openWorld, type World } from '../kit/gateway.ts'
import { blocksOf, openDemo, readGuide, runCommands } from '../kit/guide-commands.ts'

/* Runs the commands of the quick start and of the guides to the methods as they are printed. */

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())
const folder = mkdtempSync(join(tmpdir(), 'guiche-guide-'))
after(() => rmSync(folder, { recursive: true }))

/** `money-guides.test.ts` runs those to money. */
const names = [
  'quick-start.md',
  'pix.md',
  'card.md',
  'boleto.md',
  'payment-links.md',
  'disputes.md',
  'webhooks.md',
  'testing.md',
]

/** Guides whose blocks marked `bash` are commands that run until they are stopped. */
const withEndless = ['testing.md', 'webhooks.md']

/** The commands of a guide. An endless one runs beside the others, until all have ended. */
const commandsOf = (name: string): string[] =>
  blocksOf(readGuide(name)).flatMap((block) => {
    if (block.name === 'sh') return [block.code]
    if (block.name !== 'bash' || !withEndless.includes(name)) return []
    return [block.code.replace(/$(?<=.)/gm, ' &')]
  })

/** The commands of README.md, for a gateway that has started. */
const readmeCommands = (): string =>
  blocksOf(readFileSync(join(root, 'README.md'), 'utf8'))
    .filter(({ name, code }) => name === 'sh' && code !== 'npm start\n')
    .map(({ code }) => code.replace('http://127.0.0.1:3000', world.baseUrl))
    .join(`echo\n`)
    .replace(/^/, 'SANDBOX_URL=$SANDBOX\n')

test('the commands of the guides to payments do what the guides say', async () => {
  await openDemo(world, folder)
  writeFileSync(join(folder, 'entrega.pdf'), '%PDF-1.4\n%%EOF\n')
  const commands = [
    ...names.map((name) => `echo "== ${name}"\n${commandsOf(name).join('\necho\n')}`),
    `echo "== README.md"\n${readmeCommands()}`,
  ]
  // Nothing has to receive here: the commands are tried, not the forwarding.
  const output = (await runCommands(world, folder, commands.join('\necho\n'))).split(/^== /m)
  const of = (name: string): string => output.find((part) => part.startsWith(`${name}\n`)) ?? ''
  assert.match(of('quick-start.md'), /PAID$/m)
  assert.match(of('quick-start.md'), /'transaction.waiting_payment',\s+'transaction.paid'/)
  assert.match(of('pix.md'), /qrcode: '000201/)
  assert.match(of('pix.md'), /PAID$/m)
  assert.match(of('pix.md'), /"status":"CANCELED"/)
  assert.deepEqual(of('card.md').match(/^[A-Z_]+$/gm), ['PAID', 'PAID'])
  assert.match(of('boleto.md'), /digitableLine: '\d{47}'/)
  assert.match(of('boleto.md'), /PAID$/m)
  assert.match(of('payment-links.md'), /^http:.+\/l\/\w{12}$/m)
  assert.match(of('payment-links.md'), /inactive$/m)
  assert.deepEqual(of('payment-links.md').match(/^[A-Z]+$/gm), ['OPEN', 'EXPIRED'])
  assert.match(of('disputes.md'), /"status":"NEEDS_RESPONSE"[\s\S]+^WON$/m)
  assert.match(of('webhooks.md'), /transaction\.paid/)
  assert.match(of('README.md'), /"status":"WAITING_PAYMENT"/)
  assert.doesNotMatch(output.join(''), /"status":(?:4|5)\d\d,/)
})

test('the program of the guide to sessions creates one', async () => {
  const shop = await world.openShop()
  mkdirSync(join(folder, 'node_modules/@guiche'), { recursive: true })
  symlinkSync(join(root, 'sdk/server'), join(folder, 'node_modules/@guiche/server'))
  const [, program = ''] =
    /^```ts checkout\.ts\n([\s\S]*?)^```$/m.exec(readGuide('payment-links.md')) ?? []
  writeFileSync(join(folder, 'checkout.ts'), program)
  const env = { GUICHE_SECRET_KEY: shop.secretKey, GUICHE_URL: world.baseUrl }
  const { stdout } = await run(process.execPath, [join(folder, 'checkout.ts')], { env })
  assert.match(stdout, /^303 http:.+\/checkout\/\w+\n$/)
})

test('a guide in Portuguese has the same commands and programs as the English one', () => {
  const guides = globSync('docs/guides/*.pt.md', { cwd: root })
  assert.ok(guides.length > 4)
  for (const guide of guides.map((path) => basename(path))) {
    assert.deepEqual(codeOf(guide), codeOf(guide.replace('.pt.md', '.md')), guide)
  }
})

/** Blocks that are no commands of a terminal, and the test that runs them. */
const runElsewhere: Readonly<Record<string, string>> = {
  'quick-start.md bash': 'test/published/quick-start-examples.test.ts',
  'quick-start.md bash title="TypeScript"': 'test/published/quick-start-examples.test.ts',
  'quick-start.md bash title="PHP"': 'test/published/quick-start-examples.test.ts',
  'quick-start.md bash title="Python"': 'test/published/quick-start-examples.test.ts',
  'payment-links.md ts checkout.ts': 'test/guides/payment-guides.test.ts',
  'webhooks.md ts express.ts': 'test/guides/webhook-guide.test.ts',
  'webhooks.md ts fastify.ts': 'test/guides/webhook-guide.test.ts',
  'webhooks.md ts next.ts': 'test/guides/webhook-guide.test.ts',
  'webhooks.md php webhook.php': 'test/guides/webhook-guide.test.ts',
  'cashouts.md js approvals.mjs': 'test/guides/money-guides.test.ts',
  'device-pay.md sh': 'test/guides/device-pay-guide.test.ts',
  'device-pay.md js backend.js': 'test/guides/device-pay-guide.test.ts',
  'openapi.md bash': 'scripts/openapi/lint.test.ts',
  'production.md bash': 'test/guides/production-guide.test.ts',
  'production.md sql': 'test/guides/production-guide.test.ts',
  'docs/operating/alerts.md bash': 'test/deploy/runbooks.test.ts',
  'docs/operating/alerts.md sql': 'test/deploy/runbooks.test.ts',
  'docs/operating/containers.md bash': 'test/drills/containers.ts',
  'docs/operating/data.md sql': 'src/months/keep-months.test.ts',
  'docs/operating/install.md bash': 'test/published/installed-package.test.ts',
  'README.md sh': 'test/guides/payment-guides.test.ts',
  'docs/decisions/ledger.md sh': 'test/guides/money-guides.test.ts',
  'sdk/device-pay/README.md html': 'test/guides/device-pay-guide.test.ts',
  'sdk/device-pay/README.md js': 'test/guides/device-pay-guide.test.ts',
  'sdk/server/README.md ts pay.ts': 'test/published/server-package.test.ts',
  'sdk/server/README.md ts errors.ts': 'test/published/server-package.test.ts',
  'sdk/server/README.md ts refund.ts': 'test/published/server-package.test.ts',
  'sdk/server/README.md ts lists.ts': 'test/published/server-package.test.ts',
  'sdk/server/README.md ts receive.ts': 'test/published/server-package.test.ts',
  'sdk/server/README.md ts feed.ts': 'test/published/server-package.test.ts',
  'sdk/webhooks/README.md ts': 'test/guides/webhook-guide.test.ts',
}

test('every block of code of the docs is run by a test', () => {
  const commands = [...names, 'money.md', 'cashouts.md'].map((name) => `${name} sh`)
  const endless = withEndless.map((name) => `${name} bash`)
  const known = new Set([...commands, ...endless, ...Object.keys(runElsewhere)])
  const pages = ['docs/{guides,operating,decisions,design}/**/*.md', 'sdk/*/README.md', 'README.md']
  const texts = globSync(pages, { cwd: root })
  const found = new Set(
    texts
      .filter((path) => !path.endsWith('.pt.md'))
      .flatMap((path) => {
        const name = path.replace('docs/guides/', '')
        const blocks = blocksOf(readFileSync(join(root, path), 'utf8'))
        return blocks.map((block) => `${name} ${block.name}`)
      })
      .filter((block) => !/ (?:json|text|mermaid)$/.test(block)),
  )
  assert.deepEqual([...found].sort(), [...known].sort())
  for (const [block, file] of Object.entries(runElsewhere))
    assert.match(readFileSync(join(root, file), 'utf8'), new RegExp(block.split(' ')[0] ?? '-'))
})

test('every guide is in both languages', () => {
  const guides = globSync('docs/guides/*.md', { cwd: root }).map((path) => basename(path))
  const english = guides.filter((name) => !name.endsWith('.pt.md'))
  assert.deepEqual(
    english.filter((name) => !guides.includes(name.replace('.md', '.pt.md'))),
    [],
  )
})

const codeOf = (name: string): string[] =>
  blocksOf(readGuide(name)).map((block) => `${block.name}\n${block.code}`)
