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

/** A page with the same payment at two buttons. */
function openTwoButtons(shop: Shop, backend: (body: unknown) => Promise<unknown>) {
  const page = openSmallPage({
    ...{ shop, hostname, ids: ['top', 'bottom'] },
    backend: (_path, body) => backend(body),
  })
  page.run(readFileSync(join(root, 'sdk/device-pay/device-pay.js'), 'utf8'))
  page.run(
    `const payment = () => ({
      baseUrl, publicKey, amount: 15700, label: 'Loja Exemplo', applicationData: btoa(accountId),
      async createTransaction(authorization) {
        const answer = await fetch('/comprar', { body: JSON.stringify(authorization) })
        return answer.json()
      },
    })
    for (const id of ['top', 'bottom'])
      DevicePay.mountButton(document.getElementById(id), {
        payment,
        onResult: ({ code }) => console.log(id + ': ' + code),
      })`,
    { baseUrl: world.baseUrl, publicKey: shop.publicKey, accountId: shop.accountId },
  )
  const partsOf = (id: string) => {
    const [button, status] = page.elements.get(id)?.children ?? []
    assert.ok(button && status)
    return { button, status }
  }
  const [top, bottom] = [partsOf('top'), partsOf('bottom')]
  /** Whether each can be touched, its text, and the code of its result. */
  const shown = () =>
    [top, bottom].map(({ button, status }) => [
      ...[!button.disabled, button.children[1]?.textContent, status.dataset.code],
    ])
  return { page, top: top.button, bottom: bottom.button, shown }
}

test('an unknown result that another button resolves opens no second sheet', async () => {
  const shop = await world.openShop()
  await verifiedDomain(shop, sites, hostname)
  let isAway = true
  const { page, top, bottom, shown } = openTwoButtons(shop, async (body) => {
    if (isAway) throw new TypeError('the backend does not answer')
    const { token, idempotencyKey } = body as Record<string, string>
    return { status: await payByGuide(shop, token, String(idempotencyKey)) }
  })
  await top.click()
  assert.deepEqual(shown(), [
    [true, 'Consultar a resposta', 'unknown'],
    [true, 'Pagar com Device Pay', undefined],
  ])
  isAway = false
  await bottom.click()
  const paid = [false, 'Pagar com Device Pay', 'paid']
  assert.deepEqual(shown(), [paid, paid])
  assert.deepEqual(page.sheets, [1], 'the second touch opened no sheet')
  assert.deepEqual(page.printed, ['top: unknown', 'bottom: paid'])
})

for (const begin of ['a button', 'a call of pay'] as const)
  test(`a button touched during the payment of ${begin} is free at its end`, async () => {
    const shop = await world.openShop()
    await verifiedDomain(shop, sites, hostname)
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    const { page, top, bottom, shown } = openTwoButtons(shop, async () => {
      await isReleased
      return { status: 'REJECTED' }
    })
    const paying = begin === 'a button' ? top.click() : page.run('DevicePay.pay(payment())')
    await bottom.click()
    assert.deepEqual(shown()[1], [false, 'Pagar com Device Pay', 'in-progress'])
    release()
    await paying
    assert.deepEqual(shown()[1], [true, 'Pagar com Device Pay', 'not-created'])
  })
