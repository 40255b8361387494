import type { SheetCard } from './cards.ts'

/** The wallet's rejection. `code` reaches the page in `event.sessionError`. */
export class WalletRefusal extends Error {
  readonly code: 'session-expired' | 'session-invalid' | 'wallet-unavailable'

  constructor(code: WalletRefusal['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Sends the wallet the session from the page, unchanged. A valid one is then used up.
 * @throws WalletRefusal
 */
export async function verifySession(sandboxUrl: string, session: object): Promise<void> {
  await callWallet(sandboxUrl, '/device-pay/sessions/verify', {
    session: JSON.stringify(session),
    domain: location.hostname,
  })
}

/**
 * Requests a token for the payment that the payer confirmed.
 * @throws WalletRefusal
 */
export async function mintToken(
  sandboxUrl: string,
  card: SheetCard,
  payment: { readonly amount: number; readonly applicationData?: string; readonly session: string },
): Promise<Readonly<Record<string, unknown>>> {
  const { token } = await callWallet(sandboxUrl, '/device-pay/tokens', {
    ...payment,
    network: card.network,
    dpan: card.dpan,
  })
  if (typeof token !== 'object' || token === null)
    throw new WalletRefusal('wallet-unavailable', 'the response has no token')
  return { ...token }
}

async function callWallet(
  sandboxUrl: string,
  path: string,
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const unavailable = (why: string) => new WalletRefusal('wallet-unavailable', why)
  try {
    const response = await fetch(new URL(path, sandboxUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
    })
    const found = await response.json()
    if (response.ok) return { ...found }
    const { code, message } = found.error
    if (response.status !== 422) throw unavailable(message)
    throw new WalletRefusal(code === 'session-expired' ? code : 'session-invalid', message)
  } catch (cause) {
    throw cause instanceof WalletRefusal ? cause : unavailable(String(cause))
  }
}
