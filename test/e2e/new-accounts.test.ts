import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ChangeAccountRequest } from '../../contract/account.ts'
import { issueKey } from '../../src/accounts/issue-key.ts'
import { changeAccount, openAccount } from '../../src/accounts/open-account.ts'
import type { App } from '../../src/app.ts'
import {
  askCashout,
  balance,
  earn,
  findCashout,
  type SeenCashout,
  untilCashout,
} from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { openShop, type Shop } from '../kit/shop.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const named = { name: 'Loja Nova', document: '11222333000181' }

/** As an operator in production would have it. */
const inProduction = (): App => ({
  ...world.app,
  config: { ...world.app.config, mode: 'production' },
})

async function shopOf(accountId: string): Promise<Shop> {
  const { key: secretKey } = await issueKey(world.app, { accountId, kind: 'secret', name: 'loja' })
  const merchant = { accountId, secretKey, publicKey: '' }
  return openShop({
    ...{
      baseUrl: world.baseUrl,
      sandboxUrl: world.sandbox.controlUrl,
      receiver: world.receiver,
      merchant,
    },
  })
}

async function openOver(body: object, language = 'pt') {
  const response = await fetch(`${world.baseUrl}/api/admin/accounts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.adminToken}`,
      'content-type': 'application/json',
      'accept-language': language,
    },
    body: JSON.stringify(body),
  })
  return (await response.json()) as {
    message: string
    data: {
      id: string
      methods: object
      cashout: { enabled: boolean }
      notReady: { what: string; set: string[] }[]
    }
  }
}

test('the response to a new account lists the settings that are missing', async () => {
  const { message, data } = await openOver({
    ...named,
    providers: { pix: world.providers.ids.pix },
  })
  assert.deepEqual(data.methods, {
    PIX: true,
    BOLETO: false,
    CREDIT_CARD: false,
    DEVICE_PAY: false,
  })
  assert.deepEqual(data.notReady, [
    { what: 'BOLETO', set: ['providers.boleto', 'methods.BOLETO'] },
    { what: 'CREDIT_CARD', set: ['providers.card', 'methods.CREDIT_CARD'] },
    { what: 'CASHOUT', set: ['providers.payout', 'cashout.limits', 'cashout.enabled'] },
  ])
  assert.match(
    message,
    /^Conta aberta\. Ainda falta definir: providers\.boleto, methods\.BOLETO, .*cashout\.enabled\.$/,
  )
  assert.match(
    (await openOver(named, 'en')).message,
    /^Account opened\. Still to be set: providers\.pix, /,
  )
  const shop = await shopOf(data.id)
  assert.equal((await askCashout(shop, { amount: 1_00 })).body.error?.code, 'cashout-disabled')
  const boleto = await shop.call('POST', '/api/user/transactions', {
    paymentMethod: 'BOLETO',
    amount: 10_00,
  })
  assert.equal(boleto.body.error?.code, 'method-not-enabled')
})

test('in production a method without a price sells nothing; the error names it', async () => {
  const account = await openAccount(inProduction(), {
    ...named,
    providers: { pix: world.providers.ids.pix },
  })
  const shop = await shopOf(account.id)
  const order = { paymentMethod: 'PIX', amount: 10_00 }
  const { http, body } = await shop.call('POST', '/api/user/transactions', order)
  assert.deepEqual(
    [http, body.error?.code, body.error?.field],
    [400, 'price-not-set', 'paymentMethod'],
  )
  assert.match(body.message, /Peça ao suporte que defina prices\.PIX/)
  assert.equal(
    (await shop.call('POST', '/api/user/quotes', order)).body.error?.code,
    'price-not-set',
  )
  await changeAccount(world.app, account.id, { prices: { PIX: { fixed: 0, basisPoints: 100 } } })
  world.app.accounts.refresh()
  assert.equal((await shop.call('POST', '/api/user/transactions', order)).http, 200)
})

test('in production the first cashout to a key waits a day, the next one does not', async () => {
  const free = { fixed: 0, basisPoints: 0 }
  const account = await openAccount(inProduction(), {
    ...named,
    providers: world.providers.ids,
    prices: { PIX: { fixed: 0, basisPoints: 99 }, CASHOUT: free },
    cashout: {
      enabled: true,
      limits: { perOperation: 500_00, perDay: 999_00, perNight: 999_00 },
      approval: null,
    },
  })
  const shop = await shopOf(account.id)
  await earn(shop, 100_00)
  const created = (await askCashout(shop, { amount: 30_00 })).body.data
  const waitMs = Date.parse(String(created.notBefore)) - Date.parse(String(created.createdAt))
  assert.deepEqual([created.status, waitMs], ['PENDING', 86_400_000])
  const other = (await askCashout(shop, { amount: 20_00 })).body.data
  await shop.advance('PT23H')
  assert.equal((await findCashout(shop, created.id)).status, 'PENDING')
  assert.equal((await balance(shop)).blocked, 50_00)
  const canceled = await shop.call<SeenCashout>('POST', `/api/user/cashout/${other.id}/cancel`)
  assert.equal(canceled.body.data.status, 'CANCELED', 'it can be canceled until then')
  await shop.advance('PT1H')
  await untilCashout(shop, created.id, 'COMPLETED')

  const next = (await askCashout(shop, { amount: 10_00 })).body.data
  assert.equal(next.notBefore, null)
  await untilCashout(shop, next.id, 'COMPLETED')
  const elsewhere = (await askCashout(shop, { amount: 10_00, pixKey: 'outro@exemplo.com.br' })).body
    .data
  assert.notEqual(elsewhere.notBefore, null)
})

test('an approval does not shorten the wait of a new key', async () => {
  const shop = await world.openShop()
  await earn(shop, 100_00)
  const approval = { above: 0, by: 'person' as const }
  await changeAccount(world.app, shop.accountId, {
    cashout: { approval, newKeyWaitSeconds: 3_600 },
  })
  world.app.accounts.refresh()
  const { id } = (await askCashout(shop, { amount: 30_00 })).body.data
  const response = await fetch(
    `${world.baseUrl}/api/admin/accounts/${shop.accountId}/cashouts/${id}/approve`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ decidedBy: 'Maria' }),
    },
  )
  assert.equal(response.status, 200)
  await shop.advance('PT59M')
  assert.equal((await findCashout(shop, id)).status, 'PENDING')
  await shop.advance('PT2M')
  await untilCashout(shop, id, 'COMPLETED')
})

test('the demonstration merchant sells by every method and is paid at once', async () => {
  const shop = await world.openShop()
  await earn(shop, 50_00)
  const { id, notBefore } = (await askCashout(shop, { amount: 50_00 })).body.data
  assert.equal(notBefore, null)
  await untilCashout(shop, id, 'COMPLETED')
})

test('an account shows every setting that an operator can change', async () => {
  const { data } = await openOver(named)
  const response = await fetch(`${world.baseUrl}/api/admin/accounts/${data.id}`, {
    headers: { authorization: `Bearer ${world.adminToken}` },
  })
  const account = ((await response.json()) as { readonly data: object }).data
  assert.deepEqual(absentIn(account, ChangeAccountRequest as Properties), [])
})

interface Properties {
  readonly properties?: Readonly<Record<string, Properties>>
}

/** The settings of a schema that an object does not have. A value that is not set is null. */
const absentIn = (shown: object, { properties = {} }: Properties): readonly string[] =>
  Object.entries(properties).flatMap(([name, part]) => {
    if (!Object.hasOwn(shown, name)) return [name]
    const value = (shown as Readonly<Record<string, unknown>>)[name]
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? absentIn(value, part).map((each) => `${name}.${each}`)
      : []
  })
