import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckoutDomain } from '../../device-pay/checkout-domain.ts'
import { newId } from '../../primitives/id.ts'
import { acquirerFinding, type WalletAcquirer } from './checkout-check.ts'

const id = newId(0)
const hostname = 'pagar.exemplo.com.br'
const at = new Date(0)
const verified: CheckoutDomain = {
  ...{ providerId: id, hostname, contentDigest: 'ab', verifiedAt: at, failures: 0, checkAt: at },
}
const missing = { lastError: { stage: 'status', seen: '404' }, failures: 1 } as const
const { verifiedAt: _, ...unverified } = verified

const table: Readonly<Record<string, [Partial<WalletAcquirer>, RegExp]>> = {
  'a verified hostname': [{}, /^$/],
  'a hostname that no worker has registered': [
    { domain: undefined },
    /^checkout-domain-unchecked.*Cielo has not verified pagar\.exemplo\.com\.br/,
  ],
  'an acquirer that did not respond': [{ domain: unverified }, /^checkout-domain-unchecked/],
  'an acquirer that requires another file by now': [
    { domain: { ...verified, contentDigest: 'cd', ...missing } },
    /^checkout-domain-unchecked/,
  ],
  'a file that was not found': [
    { domain: { ...unverified, ...missing } },
    /^checkout-file-not-found.*Cielo does not find https:\/\/pagar\.exemplo\.com\.br\/file\n.*404/,
  ],
  'a file that is no longer found': [
    { domain: { ...verified, ...missing } },
    /^checkout-file-not-found.*any more.*after three such checks/,
  ],
  'the file of another acquirer at the path': [
    { hiddenBy: 'Rede', domain: undefined },
    /^checkout-file-of-another.*the file of Rede is at the same path\n.*guiche providers set/,
  ],
}

for (const [what, [changed, expected]] of Object.entries(table))
  test(`the doctor on the checkout page: ${what}`, () => {
    const acquirer = { id, name: 'Cielo', path: '/file', digest: 'ab', domain: verified }
    const found = acquirerFinding(hostname, { ...acquirer, ...changed })
    const shown = found ? `${found.code}: ${found.problem.en}\n${found.fix.en}` : ''
    assert.match(shown, expected)
    assert.ok(found === undefined || found.severity === 'warning')
  })
