import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { checkoutCheck } from '../../src/cli/doctor/checkout-check.ts'
import { randomId } from '../../src/primitives/id.ts'
import { newLink, newSession, sessionNow } from '../kit/checkout.ts'
import {
  type CheckoutSite,
  openCheckoutSite,
  type ScriptAnswer,
  sendByScript,
  tokenFor,
  walletFields,
} from '../kit/checkout-site.ts'
import { validationUrl } from '../kit/device-pay.ts'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import { cardFields, sendForm, type VisitedPage } from '../kit/payer.ts'
import type { Sale, Shop } from '../kit/shop.ts'

let world: World
let shop: Shop
let site: CheckoutSite
before(async () => {
  world = await openWorld({
    ...shortCalls,
    RATE_CHECKOUTS_PER_ADDRESS_FACTOR: '100',
    RATE_CHECKOUT_CARDS_PER_ADDRESS_FACTOR: '100',
  })
  shop = await world.openShop()
  const link = await newLink(shop)
  assert.doesNotMatch((await fetchText(link.url)).text, devicePay, 'no hostname, no button')
  site = await openCheckoutSite(world)
})
after(async () => {
  await site?.close()
  await world.close()
})

const devicePay = /id="device-pay"/
const file = '/.well-known/device-pay-merchantid-domain-association'

async function fetchText(url: string) {
  const response = await fetch(url, { headers: { accept: 'text/html' } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const askSession = (page: VisitedPage, fields = {}, headers = {}): Promise<ScriptAnswer> =>
  sendByScript(page, { validationUrl, ...fields }, { below: '/device-pay', headers })

const salesOf = async (filter: string, by = shop): Promise<readonly Sale[]> =>
  (await by.call<Sale[]>('GET', `/api/user/transactions?limit=100&${filter}`)).body.data

test('the gateway publishes the file of its acquirer, and no other', async () => {
  const published = await fetchText(world.baseUrl + file)
  assert.equal(published.headers.get('content-type'), 'text/plain')
  assert.match(published.text, /^7B227073704964223A22[0-9A-F]+$/)
  assert.equal((await fetchText(`${world.baseUrl}/.well-known/security.txt`)).status, 404)
})

test('a merchant does nothing: the page offers the wallet, and its policy names it', async () => {
  const page = await site.open((await newLink(shop)).url)
  assert.match(page.html, devicePay)
  const policy = page.headers.get('content-security-policy') ?? ''
  const sandbox = new URL(world.sandbox.controlUrl).origin
  assert.match(policy, new RegExp(`connect-src 'self' ${sandbox};`))
  assert.match(policy, /default-src 'none'.*script-src 'nonce-[^']+';/)
  const domains = await shop.call<unknown[]>('GET', '/api/user/device-pay/domains')
  assert.deepEqual(domains.body.data, [], 'the hostname is not of the account')
})

test('the wallet is not offered without cards, or without Device Pay', async () => {
  const pix = await site.open((await newLink(shop, { paymentMethods: ['PIX'] })).url)
  assert.doesNotMatch(pix.html, devicePay)
  assert.match(pix.headers.get('content-security-policy') ?? '', /connect-src 'self';/)
  const other = await world.openShop()
  await changeAccount(world.app, other.accountId, { methods: { DEVICE_PAY: false } })
  world.app.accounts.refresh()
  const page = await site.open((await newLink(other)).url)
  assert.doesNotMatch(page.html, devicePay)
  const refused = await askSession(page)
  assert.deepEqual([refused.http, refused.code], [400, 'device-pay-domain-unavailable'])
  const paid = await sendByScript(page, { walletToken: await tokenFor(other, 50_00) })
  assert.equal(paid.data?.status, 'REJECTED')
})

test('a link is paid by the token of a device, once for each form', async () => {
  // The repeats find the payment that took the only use.
  const link = await newLink(shop, { amount: 90_00, maxUses: 1 })
  const page = await site.open(link.url)
  const session = await askSession(page)
  assert.equal(session.http, 200)
  assert.equal(session.data?.domainName, 'pagar.localhost')
  assert.match(session.headers.get('cache-control') ?? '', /no-store/)
  const fields = { installments: '3', walletToken: await tokenFor(shop, 90_00) }
  const paid = await sendByScript(page, fields)
  assert.equal(paid.data?.status, 'PAID')
  assert.match(String(paid.data?.url), /^http:\/\/pagar\.localhost:\d+\/checkout\/\w{24}$/)
  const again = await sendByScript(page, fields)
  assert.deepEqual(again.data, paid.data)
  const other = await sendByScript(page, { ...fields, installments: '1' })
  assert.deepEqual(other.data, { status: 'REPEATED', url: paid.data?.url })
  const sales = await salesOf(`paymentLinkId=${link.id}`)
  assert.deepEqual(
    sales.map(({ status, installments, amount }) => [status, installments, amount]),
    [['PAID', 3, 90_00]],
  )
  assert.match((await site.open(String(paid.data?.url))).text, /Pago .*3 vezes/)
})

test('a token for the amount of before pays nothing, and the page is loaded again', async () => {
  const link = await newLink(shop, { amount: 61_00 })
  const page = await site.open(link.url)
  await shop.call('PATCH', `/api/user/payment-links/${link.id}`, { amount: 62_00 })
  const { data } = await sendByScript(page, { walletToken: await tokenFor(shop, 61_00) })
  assert.deepEqual([data?.status, data?.isClosed], ['REJECTED', true])
  assert.match(String(data?.message), /^O valor mudou\./)
  assert.deepEqual(await salesOf(`paymentLinkId=${link.id}`), [])
})

test('a refused token leaves the session open, and a PIX pays it', async () => {
  const session = await newSession(shop, { customer: { name: 'Ana Teste' } })
  const page = await site.open(session.url)
  const dpan = '4895370012001092' // Banco Litoral refuses.
  const refused = await sendByScript(page, { walletToken: await tokenFor(shop, 50_00, { dpan }) })
  assert.deepEqual(refused.data, { status: 'REFUSED', url: session.url })
  const form = await site.open(session.url)
  assert.match(form.text, /Não aprovado .*Nada foi cobrado\. .*outra forma de pagar/)
  assert.match(form.html, devicePay)
  await sendForm(form, { method: 'PIX' }, { redirect: 'manual' })
  assert.match((await site.open(session.url)).text, /Copiar código PIX/)
})

test('a payment in doubt is shown, and takes no other attempt', async () => {
  const session = await newSession(shop, { amount: 77_22 })
  await shop.control('POST', '/faults', {
    ...{ provider: 'cielo', operation: 'sale', fault: 'timeout-after', times: 1 },
  })
  // The worker learns nothing while the page is read.
  await shop.control('POST', '/faults', {
    ...{ provider: 'cielo', operation: 'query-order', fault: 'error-500', times: 1_000 },
  })
  const page = await site.open(session.url)
  const doubt = await sendByScript(page, { walletToken: await tokenFor(shop, 77_22) })
  assert.deepEqual(doubt.data, { status: 'WAITING_PAYMENT', url: session.url })
  const shown = await site.open(session.url)
  assert.match(shown.text, /Em análise .*Não pague de novo/)
  assert.equal((await askSession(page)).code, 'checkout-session-expired')
  const next = { walletToken: await tokenFor(shop, 77_22), attempt: randomId() }
  assert.deepEqual((await sendByScript(page, next)).data, { status: 'REPEATED', url: session.url })
  assert.equal((await salesOf(`checkoutSessionId=${session.id}`)).length, 1)
  await shop.control('DELETE', '/faults')
})

test('a payment of another tab is no result of the wallet', async () => {
  const wallet = { walletToken: await tokenFor(shop, 50_00), attempt: randomId() }
  for (const first of [cardFields(), { ...walletFields, ...wallet }]) {
    const session = await newSession(shop)
    const [page, other] = [await site.open(session.url), await site.open(session.url)]
    await sendForm(page, first, { redirect: 'manual' })
    const late = await sendByScript(other, { walletToken: await tokenFor(shop, 50_00) })
    assert.deepEqual(late.data, { status: 'REPEATED', url: session.url })
    const sales = await salesOf(`checkoutSessionId=${session.id}`)
    assert.deepEqual(
      sales.map(({ status }) => status),
      ['PAID'],
    )
  }
})

test('a token pays neither twice nor in the session of another account', async () => {
  const [first, second] = [await newSession(shop), await newSession(shop)]
  const walletToken = await tokenFor(shop, 50_00)
  const paid = await sendByScript(await site.open(first.url), { walletToken })
  assert.equal(paid.data?.status, 'PAID')
  const replayed = await sendByScript(await site.open(second.url), { walletToken })
  assert.equal(replayed.data?.status, 'REJECTED')
  assert.match(String(replayed.data?.message), /Nada foi cobrado/)
  const other = await world.openShop()
  const foreign = await newSession(other)
  const stolen = { walletToken: await tokenFor(shop, 50_00) }
  assert.equal((await sendByScript(await site.open(foreign.url), stolen)).data?.status, 'REJECTED')
  assert.deepEqual(await salesOf(`checkoutSessionId=${second.id}`), [])
  assert.deepEqual(await salesOf(`checkoutSessionId=${foreign.id}`, other), [])
})

test('a token for another amount, or changed on its way, pays nothing', async () => {
  const session = await newSession(shop, { amount: 55_00 })
  const page = await site.open(session.url)
  for (const walletToken of [
    await tokenFor(shop, 55_00, { defect: 'foreign-root' }),
    '{"paymentData":{}}',
    'not json',
    '',
  ])
    assert.equal((await sendByScript(page, { walletToken })).data?.status, 'REJECTED', walletToken)
  // Only the acquirer can read the amount inside.
  const cheaper = await sendByScript(page, { walletToken: await tokenFor(shop, 54_00) })
  assert.equal(cheaper.data?.status, 'REFUSED')
  assert.equal((await sessionNow(shop, session.id)).status, 'OPEN')
  // Without a script the payer reads what is missing.
  const sent = await sendForm(page, {
    ...{ method: 'DEVICE_PAY', name: 'Ana' },
    document: '11144477735',
  })
  assert.equal(sent.status, 422)
  assert.match(sent.text, /O pagamento não foi confirmado no aparelho/)
})

test('a sheet opens for its own page and wallet, and for a form that can be paid', async () => {
  const page = await site.open((await newLink(shop)).url)
  const refusals: readonly (readonly [object, object, string])[] = [
    [{}, { origin: 'https://outra.com.br' }, 'device-pay-domain-unavailable'],
    [{}, { origin: 'null' }, 'device-pay-domain-unavailable'],
    [
      { validationUrl: 'https://evil.example/paymentservices/startSession' },
      {},
      'validation-url-invalid',
    ],
    [{ document: '111.444.777-36' }, {}, 'validation-failed'],
    [{ name: '' }, {}, 'validation-failed'],
    [{ installments: '99' }, {}, 'validation-failed'],
  ]
  for (const [fields, headers, code] of refusals) {
    const refused = await askSession(page, fields, headers)
    assert.deepEqual([refused.http, refused.code], [400, code])
  }
  assert.equal((await askSession(page, {}, { origin: site.origin })).http, 200)
})

test('an expired session and a used-up link open no sheet and take no token', async () => {
  const session = await newSession(shop, { expiresInSeconds: 300 })
  const [page, link] = [await site.open(session.url), await newLink(shop, { maxUses: 1 })]
  const linkPage = await site.open(link.url)
  const paid = await sendByScript(linkPage, { walletToken: await tokenFor(shop, 50_00) })
  assert.equal(paid.data?.status, 'PAID')
  await shop.advance('PT6M')
  const late = { attempt: randomId(), walletToken: await tokenFor(shop, 50_00) }
  assert.equal((await askSession(page)).code, 'checkout-session-expired')
  assert.equal((await askSession(linkPage)).code, 'payment-link-unusable')
  for (const each of [page, linkPage])
    assert.deepEqual((await sendByScript(each, late)).data, { status: 'REJECTED', isClosed: true })
  assert.deepEqual(await salesOf(`checkoutSessionId=${session.id}`), [])
  assert.equal((await salesOf(`paymentLinkId=${link.id}`)).length, 1)
})

test('a wallet that does not know the hostname is asked again', async () => {
  const page = await site.open((await newLink(shop)).url)
  const fault = { provider: 'wallet', operation: 'session', times: 1 }
  await shop.control('POST', '/faults', { ...fault, fault: 'error-417' })
  assert.equal((await askSession(page)).code, 'device-pay-domain-unavailable')
  await shop.advance('PT1S')
  assert.equal((await askSession(page)).http, 200)
  const checks = await shop.calls({ provider: 'wallet', operation: 'fetch' })
  assert.equal(checks.filter(({ reference }) => reference === 'pagar.localhost').length, 2)
})

test('without its file the page has no button, until the file is found again', async () => {
  const link = await newLink(shop)
  const fault = { provider: 'wallet', operation: 'fetch', fault: 'error-500', times: 999 }
  await shop.control('POST', '/faults', fault)
  // Pagar.me needs another file, and one path holds one file.
  const ofPagarme = 'checkout-file-of-another'
  assert.deepEqual(await doctorFinds(), [ofPagarme])
  for (const pause of ['P1DT1M', 'PT61M', 'PT61M']) {
    assert.match((await site.open(link.url)).html, devicePay)
    await shop.advance(pause)
    assert.deepEqual(await doctorFinds(), ['checkout-file-not-found', ofPagarme])
  }
  assert.doesNotMatch((await site.open(link.url)).html, devicePay)
  await shop.control('DELETE', '/faults')
  await shop.advance('PT10M')
  assert.match((await site.open(link.url)).html, devicePay)
  assert.deepEqual(await doctorFinds(), [ofPagarme])
})

/** What `guiche doctor` finds about Device Pay on the checkout page. */
async function doctorFinds(): Promise<readonly string[]> {
  const { findings } = await checkoutCheck(world.app).run(new AbortController().signal)
  return findings.map(({ code }) => code)
}
