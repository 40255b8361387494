import type { Wallet } from '../../sandbox/wallet/start-wallet.ts'
import { addProvider } from '../../src/accounts/add-provider.ts'
import { changeAccount } from '../../src/accounts/open-account.ts'
import type { World } from './gateway.ts'
import type { Answer, Shop } from './shop.ts'
import { plainText, type Sites } from './sites.ts'

/** A domain as a client reads it. */
export interface SeenDomain {
  readonly id: string
  readonly domain: string
  readonly status: 'PENDING' | 'VERIFIED'
  readonly verifiedAt: string | null
  readonly verificationFile: { readonly path: string; readonly content: string } | null
  readonly lastCheckedAt: string | null
  readonly lastError: { readonly stage: string; readonly seen: string; readonly fix: string } | null
}

export const domainsPath = '/api/user/device-pay/domains'
export const sessionPath = '/api/public/device-pay/validate-merchant'
export const validationUrl = 'https://device-pay-gateway.localhost/paymentservices/startSession'

/** Registers a hostname, publishes its file and has it validated. */
export async function verifiedDomain(
  shop: Shop,
  sites: Sites,
  hostname: string,
): Promise<SeenDomain> {
  const { body } = await shop.call<SeenDomain>('POST', domainsPath, { domain: hostname })
  sites.set(hostname, plainText(body.data.verificationFile?.content ?? ''))
  const validated = await shop.call<SeenDomain>('POST', `${domainsPath}/${body.data.id}/validate`)
  if (validated.http !== 200) throw new Error(`${hostname} was not verified: ${validated.text}`)
  return validated.body.data
}

export interface SessionFields {
  readonly domain?: unknown
  readonly validationUrl?: unknown
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** Requests a merchant session as a page does. */
export async function askSession(
  { baseUrl, publicKey }: Pick<Shop, 'baseUrl' | 'publicKey'>,
  request: SessionFields,
): Promise<Answer<Record<string, unknown>>> {
  const { key = publicKey, headers = {}, ...body } = request
  const response = await fetch(baseUrl + sessionPath, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== null && { 'x-public-key': key }),
      ...headers,
    },
    body: JSON.stringify({ validationUrl, ...body }),
  })
  const text = await response.text()
  return { http: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

/**
 * Another card acquirer for accounts to move to; its wallet wants a file of its own, the same file
 * as ours, or is absent.
 */
export async function addAcquirer(
  world: World,
  wallet: 'own file' | 'same file' | 'none',
): Promise<string> {
  const found = world.sandbox.simulators.find(({ name }) => name === 'wallet') as Wallet
  const { wallet: ours, ...cielo } = world.sandbox.credentials.cielo ?? {}
  const settings = { 'own file': found.settingsFor('pagarme'), 'same file': ours, none: undefined }[
    wallet
  ]
  const { id } = await addProvider(world.app, {
    kind: 'cielo',
    name: `Cielo, ${wallet}`,
    settings: { ...cielo, ...(settings !== undefined && { wallet: settings }) },
  })
  return id
}

/** From now on the account sells cards through this acquirer. */
export async function moveTo(world: World, shop: Shop, providerId: string): Promise<void> {
  await changeAccount(world.app, shop.accountId, { providers: { card: providerId } })
  world.app.accounts.refresh()
}
