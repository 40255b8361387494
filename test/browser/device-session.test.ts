import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'
import { openBrowser, stopClock } from '../kit/browser.ts'

/*
 * The sandbox's session object keeps the rules of a device
 * (docs/design/device-wallet.md#browser-session).
 */

let browser: Browser
let sandbox: Sandbox
let home: string
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'guiche-session-'))
  const gateway = { url: () => undefined, adminToken: () => undefined }
  ;[browser, sandbox] = await Promise.all([
    openBrowser(),
    startSandbox({ home, host: '127.0.0.1', gateway }),
  ])
})
after(async () => {
  await Promise.all([browser.close(), sandbox.stop()])
  await rm(home, { recursive: true })
})

/** The request every case changes a little. Written into the page as text. */
const request = {
  countryCode: 'BR',
  currencyCode: 'BRL',
  supportedNetworks: ['visa', 'masterCard'],
  merchantCapabilities: ['supports3DS'],
  total: { label: 'Loja Exemplo', amount: '157.00' },
}
const total = (change: object) => ({ total: { ...request.total, ...change } })

const constructed: [what: string, version: number, change: object, problem: RegExp | undefined][] =
  [
    ['a request of our interface', 3, {}, undefined],
    ['an amount without cents', 3, total({ amount: '157' }), undefined],
    ['a total of zero before version 4', 3, total({ amount: '0.00' }), /TypeError.*total\.amount/],
    ['a total of zero from version 4', 4, total({ amount: '0.00' }), undefined],
    ['a negative total', 4, total({ amount: '-1.00' }), /TypeError.*total\.amount/],
    ['an amount that is a number', 3, total({ amount: 157 }), /TypeError.*total\.amount/],
    ['an amount with one decimal', 3, total({ amount: '157.0' }), /TypeError.*total\.amount/],
    ['an amount with a comma', 3, total({ amount: '157,00' }), /TypeError.*total\.amount/],
    ['an empty label', 3, total({ label: '' }), /TypeError.*total\.label/],
    ['a type of total that is none', 3, total({ type: 'maybe' }), /TypeError.*total\.type/],
    ['a pending total', 3, total({ type: 'pending' }), undefined],
    ['no total', 3, { total: undefined }, /TypeError.*total/],
    ['another country', 3, { countryCode: 'US' }, /TypeError.*countryCode/],
    ['a lower-case country', 3, { countryCode: 'br' }, /TypeError.*countryCode/],
    ['another currency', 3, { currencyCode: 'USD' }, /TypeError.*currencyCode/],
    ['a numeric currency', 3, { currencyCode: '986' }, /TypeError.*currencyCode/],
    ['no networks', 3, { supportedNetworks: [] }, /TypeError.*supportedNetworks/],
    [
      'a network in the wrong case',
      3,
      { supportedNetworks: ['mastercard'] },
      /TypeError.*unknown network: mastercard/,
    ],
    [
      'a network of a later version',
      3,
      { supportedNetworks: ['elo'] },
      /TypeError.*elo needs version 5/,
    ],
    ['a network of this version', 5, { supportedNetworks: ['elo'] }, undefined],
    ['no supports3DS', 3, { merchantCapabilities: ['supportsCredit'] }, /TypeError.*supports3DS/],
    [
      'an unknown capability',
      3,
      { merchantCapabilities: ['supports3DS', 'x'] },
      /TypeError.*unknown capability: x/,
    ],
    [
      'supportsDebit beside it',
      3,
      { merchantCapabilities: ['supports3DS', 'supportsDebit'] },
      undefined,
    ],
    [
      'lines, one a discount',
      3,
      { lineItems: [{ label: 'Desconto', amount: '-5.00' }] },
      undefined,
    ],
    [
      'a line without a label',
      3,
      { lineItems: [{ amount: '5.00' }] },
      /TypeError.*lineItems\[0\]\.label/,
    ],
    ['lines that are no list', 3, { lineItems: {} }, /TypeError.*lineItems/],
    ['application data in Base64', 3, { applicationData: 'bG9qYQ==' }, undefined],
    [
      'application data that is not Base64, silently ignored',
      3,
      { applicationData: '¡no!' },
      undefined,
    ],
    ['an unknown property', 3, { amount: 5 }, /TypeError.*amount/],
    [
      'a property the sandbox does not play',
      3,
      { shippingMethods: [] },
      /TypeError.*shippingMethods/,
    ],
    ['version 0', 0, {}, /InvalidAccessError.*Version 0/],
    ['version 15', 15, {}, /InvalidAccessError.*Version 15/],
  ]

test('the constructor keeps every rule of a request', async (t) => {
  const page = await open(t)
  for (const [what, version, change, problem] of constructed) {
    await t.test(problem ? `refuses ${what}` : `takes ${what}`, async () => {
      const result = await inClick(
        page,
        `new DevicePaySession(${version}, ${JSON.stringify({ ...request, ...change })})`,
      )
      if (problem) assert.match(result, problem)
      else assert.equal(result, 'fine')
    })
  }
})

const created = `new DevicePaySession(3, ${JSON.stringify(request)})`
const gesture = /InvalidAccessError: Must create a new DevicePaySession from a user gesture handler/
const fine = /^fine$/
const gestures: [what: string, code: string, answer: RegExp][] = [
  ['in the click', created, fine],
  [
    'in the click, begun after an await',
    `const s = ${created}; await fetch('/'); s.begin()`,
    /same gesture handler/,
  ],
  ['after an await of the network', `await fetch('/'); ${created}`, gesture],
  ['in a timer', `await new Promise((r) => setTimeout(r, 50)); ${created}`, gesture],
]
for (const [what, code, answer] of gestures) {
  test(`a session created ${what} is ${answer === fine ? 'accepted' : 'refused'}`, async (t) => {
    assert.match(await inClick(await open(t), code), answer)
  })
}

test('a session without a user gesture is refused, also after a click by script', async (t) => {
  const page = await open(t)
  const attempt = `(() => { try { ${created}; return 'fine' } catch (e) { return String(e) } })()`
  assert.match(await page.evaluate(attempt), gesture)
  assert.match(
    await page.evaluate(`new Promise((result) => {
      document.querySelector('button').onclick = () => result(${attempt})
      document.querySelector('button').click()
    })`),
    gesture,
  )
})

test('an insecure page cannot ask, and cannot pay', async (t) => {
  const page = await open(t, 'http://loja.test/')
  const attempt = (code: string) =>
    `(() => { try { return String(${code}) } catch (e) { return String(e) } })()`
  const insecure =
    /InvalidAccessError: Trying to start a Device Pay session from an insecure document/
  assert.match(await page.evaluate(attempt('DevicePaySession.canMakePayments()')), insecure)
  assert.match(await page.evaluate(attempt(created)), insecure)
})

test('a page sees the versions and the constants of a device', async (t) => {
  const page = await open(t)
  const seen = await page.evaluate(`[
    DevicePaySession.canMakePayments(),
    [0, 1, 3, 14, 15, 1.5, '3'].map((version) => DevicePaySession.supportsVersion(version)),
    DevicePaySession.STATUS_SUCCESS, DevicePaySession.STATUS_FAILURE,
  ]`)
  assert.deepEqual(seen, [true, [false, true, true, true, false, false, false], 0, 1])
})

test('a page has one sheet at a time, and a session begins once', async (t) => {
  const page = await open(t)
  assert.match(
    await inClick(page, `const s = ${created}; s.begin(); s.begin()`),
    /has begun already/,
  )
  const other = await open(t)
  assert.match(
    await inClick(other, `${created}.begin(); ${created}.begin()`),
    /already has an active/,
  )
})

test('calls out of turn are refused', async (t) => {
  const page = await open(t)
  const cases = ['completeMerchantValidation({})', 'completePayment({ status: 0 })', 'abort()']
  for (const call of cases)
    assert.match(await inClick(page, `${created}.${call}`), /InvalidStateError/)
  assert.match(
    await inClick(page, `const s = ${created}; s.begin(); s.completePayment({ status: 0 })`),
    /InvalidState/,
  )
  await page.reload()
  assert.match(
    await inClick(page, `const s = ${created}; s.begin(); s.completeMerchantValidation('{}')`),
    /TypeError/,
  )
})

test('the device names its validation address, and waits 30 s for the page', async (t) => {
  const page = await open(t)
  await stopClock(page)
  await begin(page)
  await page.waitForFunction('received.length > 0')
  assert.deepEqual(await page.evaluate('received[0]'), [
    'validatemerchant',
    'https://device-pay-gateway.localhost/paymentservices/startSession',
  ])
  await page.clock.runFor(29_900)
  assert.equal(await page.evaluate('received.length'), 1)
  await page.clock.runFor(200)
  assert.deepEqual(await page.evaluate('received[1]'), ['cancel', 'timeout'])
  await page.getByText('Pagamento não concluído').waitFor()
})

test('a merchant session that is not the wallet’s ends the sheet', async (t) => {
  const page = await open(t)
  await begin(page)
  await page.evaluate(
    `session.completeMerchantValidation({ merchantSessionIdentifier: 'SSH', signature: '00' })`,
  )
  await page.waitForFunction("received.some(([name]) => name === 'cancel')")
  assert.deepEqual(await page.evaluate('received.at(-1)'), ['cancel', 'session-invalid'])
})

test('abort closes the sheet and no event follows', async (t) => {
  const page = await open(t)
  await begin(page)
  await page.getByRole('dialog').waitFor()
  await page.evaluate('session.abort()')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(`received.filter(([name]) => name === 'cancel').length`), 0)
})

test('the payer leaves by the button and by Escape, and focus is back where it was', async (t) => {
  for (const leave of ['click', 'Escape']) {
    const page = await open(t)
    await begin(page)
    await page.getByRole('dialog', { name: 'Device Pay' }).waitFor()
    if (leave === 'click') await page.getByRole('button', { name: 'Cancelar' }).click()
    else await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.deepEqual(await page.evaluate('received.at(-1)'), ['cancel', 'unknown'])
    assert.equal(await page.evaluate('document.activeElement.id'), 'go')
  }
})

/** Runs code in the handler of a real click: `fine`, or what it threw. */
async function inClick(page: Page, code: string): Promise<string> {
  await page.evaluate(`void (result = new Promise((resolve) => {
    document.querySelector('#go').onclick = async () => {
      try { ${code}; resolve('fine') } catch (error) { resolve(String(error)) }
    }
  }))`)
  await page.click('#go')
  return page.evaluate('result')
}

/** Begins a session in a click and keeps what it received in `received`. */
async function begin(page: Page): Promise<void> {
  await page.evaluate('received = []')
  const result = await inClick(
    page,
    `session = ${created}
    session.onvalidatemerchant = (event) => received.push([event.type, event.validationURL])
    session.oncancel = (event) => received.push([event.type, event.sessionError.code])
    session.begin()`,
  )
  assert.equal(result, 'fine')
}

/** A page of some shop, with the sandbox's script. */
async function open(t: TestContext, url?: string): Promise<Page> {
  const script = `${sandbox.controlUrl}/device-pay/session.js`
  // A browser keeps an insecure page away from this machine's addresses: it gets the text.
  const tag = url
    ? `<script>${await (await fetch(script)).text()}</script>`
    : `<script src="${script}"></script>`
  const variables = '<script>var result, received, session</script>'
  const html = `<!doctype html>${tag}${variables}<button id="go">Pagar</button>`
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(html),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const context = await browser.newContext({ locale: 'pt-BR' })
  t.after(async () => {
    await context.close()
    server.closeAllConnections()
    server.close()
  })
  const page = await context.newPage()
  if (url) await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto(url ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return page
}
