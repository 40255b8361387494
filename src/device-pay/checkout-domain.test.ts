import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../primitives/id.ts'
import type { DomainOutcome } from '../providers/ports/wallet.ts'
import {
  afterCheck,
  type CheckoutDomain,
  checkoutHostname,
  isVerifiedWith,
  publishedFile,
  servedWallets,
  type WalletOf,
} from './checkout-domain.ts'
import { failuresUntilLost } from './domain.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const digest = 'ab'
const fresh: CheckoutDomain = {
  providerId: newId(0),
  hostname: 'pagar.exemplo.com.br',
  contentDigest: digest,
  failures: 0,
  checkAt: at(0),
}
const registered: DomainOutcome = { kind: 'registered' }
const refused: DomainOutcome = { kind: 'refused', finding: { stage: 'status', seen: '404' } }
const unavailable: DomainOutcome = { kind: 'unavailable', cause: 'silent' }
const check = (domain: CheckoutDomain, outcome: DomainOutcome, minute: number) =>
  afterCheck(domain, outcome, at(minute))
const minutesUntil = (domain: CheckoutDomain, minute: number) =>
  (domain.checkAt.getTime() - at(minute).getTime()) / 60_000

for (const [address, allowLocal, hostname] of [
  ['https://pagar.exemplo.com.br', false, 'pagar.exemplo.com.br'],
  ['https://pagar.exemplo.com.br:8443/guiche', false, 'pagar.exemplo.com.br'],
  ['http://guiche.localhost:3000', true, 'guiche.localhost'],
  ['http://guiche.localhost:3000', false, undefined],
  ['http://127.0.0.1:3000', true, undefined],
  ['http://localhost:3000', true, undefined],
] as const)
  test(`a checkout at ${address} has the hostname ${hostname}, local: ${allowLocal}`, () =>
    assert.equal(checkoutHostname({ baseUrl: address }, { allowLocal }), hostname))

test('a hostname is verified from the first check that finds the file, which is daily then', () => {
  const first = check(fresh, registered, 1)
  const later = check(first, registered, 9)
  assert.deepEqual([first.verifiedAt, later.verifiedAt], [at(1), at(1)])
  assert.ok(isVerifiedWith(later, digest))
  assert.equal(minutesUntil(later, 9), 24 * 60)
})

test('a hostname is verified for one file', () => {
  assert.equal(isVerifiedWith(check(fresh, registered, 1), 'cd'), false)
  assert.equal(isVerifiedWith(undefined, digest), false)
})

test('a file that is not found is looked for again soon, and its reason is kept', () => {
  const missing = check(fresh, refused, 1)
  assert.equal(isVerifiedWith(missing, digest), false)
  assert.deepEqual(missing.lastError, { stage: 'status', seen: '404' })
  assert.equal(minutesUntil(missing, 1), 10 / 60)
  assert.equal(minutesUntil(check({ ...missing, failures: 99 }, refused, 1), 1), 10)
  assert.equal(check(missing, registered, 6).lastError, undefined)
})

test('a verification is lost after the allowed failed checks', () => {
  let domain = check(fresh, registered, 0)
  for (let count = 1; count < failuresUntilLost; count += 1) {
    domain = check(domain, refused, count)
    assert.ok(isVerifiedWith(domain, digest), `after ${count}`)
    assert.equal(minutesUntil(domain, count), 60)
  }
  domain = check(domain, refused, failuresUntilLost)
  assert.equal(isVerifiedWith(domain, digest), false)
})

test('an acquirer that does not respond proves nothing', () => {
  const before = check(fresh, registered, 1)
  const after = check(before, unavailable, 2)
  assert.deepEqual({ ...after, checkAt: null }, { ...before, checkAt: null })
  assert.equal(minutesUntil(check(fresh, unavailable, 2), 2), 1)
})

const walletOf = (name: string, path: string, content: string): WalletOf =>
  ({ providerId: name, wallet: { association: { path, content } } }) as WalletOf

test('one path holds the file of the first acquirer, and serves those with the same file', () => {
  const wallets = [
    walletOf('first', '/a', 'AA'),
    walletOf('other file', '/a', 'BB'),
    walletOf('same file', '/a', 'AA'),
    walletOf('other path', '/b', 'BB'),
  ]
  assert.deepEqual(
    servedWallets(wallets).map(({ providerId }) => providerId),
    ['first', 'same file', 'other path'],
  )
  assert.equal(publishedFile(wallets, '/a')?.content, 'AA')
  assert.equal(publishedFile(wallets, '/c'), undefined)
})
