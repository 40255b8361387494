import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasAddress, networkFrom } from './key-restriction.ts'

const networks: readonly (readonly [sent: string, network: string | undefined])[] = [
  ['203.0.113.7', '203.0.113.7/32'],
  [' 203.0.113.7 ', '203.0.113.7/32'],
  ['203.0.113.7/24', '203.0.113.0/24'],
  ['2001:db8::1', '2001:db8::1/128'],
  ['2001:db8::1/32', '2001:db8::/32'],
  ['::ffff:203.0.113.7', '203.0.113.7/32'],
  ['203.0.113.7/33', undefined],
  ['203.0.113', undefined],
  ['3405803783', undefined],
  ['0xcb007107', undefined],
  ['loja.example', undefined],
  ['', undefined],
]
for (const [sent, network] of networks)
  test(`"${sent}" is ${network ?? 'no network'}`, () => assert.equal(networkFrom(sent), network))

const addresses: readonly (readonly [
  networks: readonly string[] | null,
  address: string,
  isIn: boolean,
])[] = [
  [null, '198.51.100.1', true],
  [[], '198.51.100.1', false],
  [['203.0.113.0/24'], '203.0.113.9', true],
  [['203.0.113.0/24'], '::ffff:203.0.113.9', true],
  [['203.0.113.0/24'], '203.0.114.9', false],
  [['2001:db8::/32', '203.0.113.7/32'], '2001:db8:7::1', true],
  [['2001:db8::/32'], '203.0.113.7', false],
  [['203.0.113.0/24'], 'unknown', false],
]
for (const [allowed, address, isIn] of addresses)
  test(`${address} is ${isIn ? '' : 'not '}one of ${allowed ?? 'every address'}`, () =>
    assert.equal(hasAddress(allowed, address), isIn))
