/**
 * Whether an address from a device's event belongs to a wallet
 * (docs/design/device-wallet.md#validation-address). The address is never called: sessions are
 * requested from the configured gateway (docs/design/rules.md#s1). It must be spelled exactly as a
 * device spells it, so that a tolerant parser cannot accept another address.
 * @param hosts exact names, with a port where the wallet has its own
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
 * No encoded character, no separator of users, queries or fragments, and no character similar to a
 * dot or a slash.
 */
const plainCharacters = /^[A-Za-z0-9.:/-]+$/

const paths = new Set(['/paymentservices/startSession', '/paymentservices/paymentSession'])
