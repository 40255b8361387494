import assert from 'node:assert/strict'
import { openGatewaySite } from '../../sandbox/gateway-site.ts'
import type { World } from './gateway.ts'
import { asBrowser, filledForm, openPage, type VisitedPage } from './payer.ts'
import type { Shop } from './shop.ts'

/** Only browsers know where a name under .localhost is. */
const hostname = 'pagar.localhost'

/** The checkout page at a hostname that the device wallet knows. */
export interface CheckoutSite {
  readonly origin: string
  /** The page at an address of the checkout, as a browser gets it. */
  open(url: string): Promise<VisitedPage>
  close(): Promise<void>
}

/** Moves the pages of a world to a hostname, and has it verified as a worker does. */
export async function openCheckoutSite(world: World): Promise<CheckoutSite> {
  const { home, app, baseUrl, sandbox } = world
  const close = await openGatewaySite({
    ...{ home, hostname, host: '127.0.0.1', gatewayUrl: baseUrl, sandboxUrl: sandbox.controlUrl },
  })
  const origin = `http://${hostname}:${new URL(baseUrl).port}`
  app.links.checkoutUrl = origin
  await app.worker?.runUntilIdle()
  return {
    origin,
    async open(url) {
      const page = await openPage(url.replace(origin, baseUrl))
      return { ...page, html: page.html.replaceAll(origin, baseUrl), url }
    },
    close,
  }
}

/** What the payer of Device Pay enters, unless a test overrides it. */
export const walletFields = {
  method: 'DEVICE_PAY',
  name: 'Ana Teste',
  document: '111.444.777-35',
  installments: '1',
}

type Fields = Readonly<Record<string, string>>

export interface ScriptAnswer {
  readonly http: number
  readonly data: Readonly<Record<string, unknown>> | undefined
  readonly code: string | undefined
  readonly headers: Headers
}

/** Sends the form of a page as its script does, to the page itself or to the address below it. */
export async function sendByScript(
  page: VisitedPage,
  fields: Fields,
  { below = '', headers = {} }: { readonly below?: string; readonly headers?: Fields } = {},
): Promise<ScriptAnswer> {
  const { action, body } = filledForm(page, { ...walletFields, ...fields })
  const url = new URL(action)
  url.pathname += below
  const response = await fetch(url, {
    ...{ method: 'POST', body },
    headers: { ...asBrowser, accept: 'application/json', ...headers },
  })
  const { data, error } = (await response.json()) as {
    data?: ScriptAnswer['data']
    error?: { code: string } | null
  }
  return { http: response.status, data, code: error?.code, headers: response.headers }
}

/** The token of a device that confirmed the sheet of a page. */
export async function tokenFor(shop: Shop, amount: number, given: object = {}): Promise<string> {
  const applicationData = Buffer.from(shop.accountId).toString('base64')
  const { token } = await shop.control<{ token: unknown }>('POST', '/device-pay/tokens', {
    ...{ amount, network: 'visa', applicationData },
    ...given,
  })
  assert.ok(token)
  return JSON.stringify(token)
}
