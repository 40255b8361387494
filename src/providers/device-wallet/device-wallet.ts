import { openProviderClient } from '../http/provider-client.ts'
import { walletCallMs, walletConnectMs } from '../polling/timeouts.ts'
import type { SessionRequest, WalletDomain, WalletProvider } from '../ports/wallet.ts'
import { registeredNames, registrationOutcome, sessionOutcome, trouble } from './answers.ts'
import type { DeviceWalletSettings } from './settings.ts'

/**
 * The wallet maker's gateway, called as a platform integrator over mutual TLS
 * (docs/design/device-wallet.md#merchant-session). Whatever address a browser names, only
 * `gatewayUrl` is called.
 */
export function openDeviceWallet(
  settings: DeviceWalletSettings,
): WalletProvider & { close(): Promise<void> } {
  const { gatewayUrl, certificate, privateKey, ca, encryptTo, association, validationHosts, root } =
    settings
  const client = openProviderClient({
    origin: new URL(gatewayUrl).origin,
    tls: { cert: certificate, key: privateKey, ...(ca && { ca }) },
    connections: 64,
    connectMs: walletConnectMs,
    wholeCallMs: walletCallMs,
    maxAnswerBytes: 64 * 1024,
  })
  const post = (name: string, body: object, signal: AbortSignal) =>
    client.request({
      method: 'POST',
      path: `/paymentservices/${name}`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
  const read = (merchantRef: string, signal: AbortSignal) =>
    client.request({
      method: 'GET',
      path: `/paymentservices/merchant/${encodeURIComponent(merchantRef)}`,
      signal,
    })

  return {
    association,
    validationHosts,
    tokens: {
      root,
      ...(settings.publicKeyHashes && { publicKeyHashes: settings.publicKeyHashes }),
      ...(settings.decryption && { decryption: settings.decryption }),
    },
    async registerDomain(domain, signal) {
      const body = {
        ...merchant(domain),
        encryptTo,
        partnerMerchantName: shortened(domain.merchantName, 64),
      }
      return registrationOutcome(await post('registerMerchant', body, signal), domain.hostname)
    },
    async unregisterDomain(domain, signal) {
      const body = { ...merchant(domain), reason: 'Removed by the merchant' }
      const answer = await post('unregisterMerchant', body, signal)
      if (answer.kind !== 'answered')
        throw new Error('wallet gateway: no answer', { cause: answer.cause })
      if (answer.status === 200) return
      // A hostname that is no longer registered is refused too: the registration itself decides.
      const names = registeredNames(await read(domain.merchantRef, signal))
      if (names?.includes(domain.hostname) !== false) throw trouble('unregistration', answer.status)
    },
    createSession: async (request, signal) =>
      sessionOutcome(await post('paymentSession', sessionBody(request), signal)),
    close: () => client.close(),
  }
}

const merchant = ({ hostname, merchantRef }: WalletDomain) => ({
  domainNames: [hostname],
  partnerInternalMerchantIdentifier: merchantRef,
})

const sessionBody = ({ merchantRef, displayName, hostname }: SessionRequest) => ({
  merchantIdentifier: merchantRef,
  displayName: shortened(displayName, 64),
  initiative: 'web',
  initiativeContext: hostname,
})

/** At most this number of bytes of UTF-8, cut between characters. */
function shortened(text: string, bytes: number): string {
  let short = ''
  for (const character of text) {
    if (Buffer.byteLength(short + character) > bytes) break
    short += character
  }
  return short
}
