import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { verifiedDomain } from '../kit/device-pay.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import {
  blocksOf,
  guideCommands,
  openDemo,
  quickStartVariables,
  readGuide,
  runCommands,
} from '../kit/guide-commands.ts'
import type { Shop } from '../kit/shop.ts'
import { openSites, plainText, type Sites } from '../kit/sites.ts'
import { openSmallPage, SmallElement } from '../kit/small-page.ts'

/*
 * The commands and the programs of docs/guides/device-pay.md and of sdk/device-pay/README.md, for a
 * hostname of this machine.
 */

const root = join(import.meta.dirname, '../..')
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

/** Runs the backend of the guide. Returns the status of the transaction. */
async function payByGuide(shop: Shop, token: unknown, idempotencyKey: string): Promise<string> {
  const program = blocksOf(readGuide('device-pay.md')).find(({ name }) => name === 'js backend.js')
  const given = {
    ...{ baseUrl: world.baseUrl, secretKey: shop.secretKey, token, idempotencyKey },
    ...{ name: 'Ana Teste', email: 'ana@exemplo.com.br', number: '11144477735' },
  }
  const body = `const { ${Object.keys(given).join(', ')} } = given\n${program?.code}\nreturn answer`
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  const answer: Response = await new AsyncFunction('given', body)(given)
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { data: { status: string } }).data.status
}

test('the backend of the guide to Device Pay pays with a token', async () => {
  const shop = await world.openShop()
  const { token } = await shop.control<{ token: object }>('POST', '/device-pay/tokens', {
    amount: 15700,
  })
  assert.equal(await payByGuide(shop, token, crypto.randomUUID()), 'PAID')
})

test('the programs of sdk/device-pay/README.md pay by a button and by hand', async () => {
  const shop = await world.openShop()
  await verifiedDomain(shop, sites, hostname)
  let isAway = false
  const page = openSmallPage({
    ...{ shop, hostname, ids: ['pay'] },
    async backend(path, body) {
      if (isAway) throw new TypeError('the backend does not answer')
      const { token, idempotencyKey, orderId } = body as Record<string, string>
      assert.deepEqual([path, orderId], ['/comprar', '1042'])
      return { status: await payByGuide(shop, token, String(idempotencyKey)) }
    },
  })
  const [html, js] = blocksOf(readFileSync(join(root, 'sdk/device-pay/README.md'), 'utf8'))
  const place = page.elements.get('pay')
  const [before, program = ''] = (html?.code ?? '').split('<script>\n')
  assert.equal(before, '<div id="pay"></div>\n<script src="/device-pay.js"></script>\n')
  page.run(readFileSync(join(root, 'sdk/device-pay/device-pay.js'), 'utf8'))
  page.run(
    program
      .replace('</script>', '')
      .replace('https://pagamentos.exemplo.com.br', world.baseUrl)
      .replace('pk_…', shop.publicKey)
      .replace('ID_DA_CONTA', shop.accountId)
      .replace('payment: () => (', 'payment: () => (globalThis.options = '),
  )
  const [shown, status] = place?.children ?? []
  await shown?.click()
  assert.deepEqual(page.printed, ['paid'])
  assert.deepEqual([shown?.disabled, status?.textContent], [true, 'Pagamento aprovado.'])

  const [button, message] = [new SmallElement(), new SmallElement()]
  page.run(js?.code ?? '', { button, message })
  isAway = true
  await button.click()
  assert.equal(button.disabled, false, 'the payer can ask for the result')
  isAway = false
  await button.click()
  assert.deepEqual([button.disabled, message.textContent], [true, 'Pagamento aprovado.'])
  assert.deepEqual(page.sheets, [0, 1], 'the second touch opened no sheet')
})
