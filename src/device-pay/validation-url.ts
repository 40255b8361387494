/**
 * Whether an address from a device's event is one a wallet gives
 * (docs/design/device-wallet.md#validation-address). The address is never called: sessions are
 * requested from the configured gateway (docs/design/rules.md#s1). It must be spelled exactly as a
 * device spells it, so that a tolerant parser cannot accept another address.
 * @param hosts exact names, with a port where the wallet has one of its own
 */
export function isValidationUrl(text: string, hosts: readonly string[]): boolean {
  if (text.length > longestUrl || !plainCharacters.test(text)) return false
  const url = URL.parse(text)
  return (
    url !== null &&
    url.href === text &&
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    hosts.includes(url.host) &&
    paths.has(url.pathname) &&
    url.search === '' &&
    url.hash === ''
  )
}

const longestUrl = 256

/**
 * Nothing that is encoded, that separates users, queries or fragments, or that only looks like a
 * dot or a slash.
 */
const plainCharacters = /^[A-Za-z0-9.:/-]+$/

const paths = new Set(['/paymentservices/startSession', '/paymentservices/paymentSession'])
