import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openWorld, type World } from '../kit/gateway.ts'
import {
  blocksOf,
  guideCommands,
  openDemo,
  quickStartVariables,
  readGuide,
  runCommands,
} from '../kit/guide-commands.ts'
import { openSites, plainText, type Sites } from '../kit/sites.ts'

/* The commands and the program of docs/guides/device-pay.md, for a hostname of this machine. */

const hostname = 'loja.localhost'
const folder = mkdtempSync(join(tmpdir(), 'guiche-guide-'))
let world: World
let sites: Sites
before(async () => {
  sites = await openSites([hostname])
  world = await openWorld(sites.env)
  const shop = await world.openShop()
  await shop.control('PUT', '/hosts', { [hostname]: sites.address })
  await openDemo(world, folder)
})
after(async () => {
  await world.close()
  await sites.close()
  rmSync(folder, { recursive: true })
})

test('the commands of the guide to Device Pay register and validate a hostname', async () => {
  const [register = '', validate = ''] = guideCommands('device-pay.md')
  const begin = `${quickStartVariables()}\n${register.replace('loja.com.br', hostname)}`
  const printed = await runCommands(world, folder, begin)
  assert.match(printed, /path: '\S+\/\.well-known\//)
  const [, content = ''] = /content: '([^']+)'/.exec(printed) ?? []
  sites.set(hostname, plainText(content))
  // The hostname is registered already: the response has the registration.
  const output = await runCommands(world, folder, `${begin}\n${validate}`)
  assert.match(output, /"status":"VERIFIED"/)
})

test('the backend of the guide to Device Pay pays with a token', async () => {
  const program = blocksOf(readGuide('device-pay.md')).find(({ name }) => name === 'js backend.js')
  const shop = await world.openShop()
  const token = await shop.control<{ token: object }>('POST', '/device-pay/tokens', {
    amount: 15700,
  })
  const given = {
    baseUrl: world.baseUrl,
    secretKey: shop.secretKey,
    idempotencyKey: crypto.randomUUID(),
    ...{
      token: token.token,
      name: 'Ana Teste',
      email: 'ana@exemplo.com.br',
      number: '11144477735',
    },
  }
  const body = `const { ${Object.keys(given).join(', ')} } = given\n${program?.code}\nreturn answer`
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  const answer: Response = await new AsyncFunction('given', body)(given)
  const { data } = (await answer.json()) as { data: { status: string } }
  assert.deepEqual([answer.status, data.status], [200, 'PAID'])
})
