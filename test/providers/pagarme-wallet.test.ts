import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inspect } from 'node:util'
import type { CardOutcome, WalletToken } from '../../src/providers/ports/card.ts'
import { longSignal, sale } from './acquirer-bench.ts'
import { openPagarmeBench } from './pagarme-bench.ts'
import {
  type Confirmed,
  deviceNumbers,
  someCryptogram,
  someToken,
  tampered,
} from './wallet-sale.ts'

const bench = await openPagarmeBench({ wallet: true })
const { acquirer, world } = bench
after(() => bench.stop())

const token = (confirmed: Confirmed = {}, key = 'pagarme') => someToken(world.home, key, confirmed)
const sell = (paid: WalletToken, change: { amount?: number } = {}) =>
  acquirer.sale(sale({ source: { kind: 'wallet-token', token: paid }, ...change }), longSignal())
const reported = (outcome: CardOutcome) =>
  outcome.kind === 'refused' || outcome.kind === 'rejected'
    ? `${outcome.kind} ${outcome.code}`
    : outcome.kind

test('with a wallet configured Pagar.me takes tokens whole, and only whole', async () => {
  const { acceptsEncryptedToken, acceptsDecryptedToken } = acquirer.capabilities
  assert.deepEqual([acceptsEncryptedToken, acceptsDecryptedToken], [true, false])
  const opened = {
    ...{
      number: deviceNumbers.visa,
      expirationMonth: 12,
      expirationYear: 2031,
      cryptogram: someCryptogram(),
    },
  }
  const before = world.calls.after(0).length
  const outcome = await acquirer.sale(
    sale({ source: { kind: 'wallet-cryptogram', cryptogram: opened } }),
    longSignal(),
  )
  assert(outcome.kind === 'rejected')
  assert.deepEqual([outcome.reason, world.calls.after(0).length], ['wallet-not-supported', before])
})

test('a token is captured, and the card is what Pagar.me returns', async () => {
  for (const [number, card] of [
    [deviceNumbers.visa, { brand: 'VISA', lastFour: '3460' }],
    [deviceNumbers.mastercard, { brand: 'MASTERCARD', lastFour: '1031' }],
  ] as const) {
    const outcome = await sell(await token({ number }))
    assert(outcome.kind === 'approved', reported(outcome))
    assert.deepEqual([outcome.captured, outcome.card], [true, card])
    const finding = await acquirer.findByReference(outcome.reference, longSignal())
    assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
    assert.deepEqual(finding.outcome.card, card)
  }
})

const declines: readonly [string, Confirmed, string][] = [
  ['another amount', { amount: 2501 }, 'refused 13'],
  ['another currency', { currency: '840' }, 'refused 12'],
  ['a device number past its month', { expiration: '260228' }, 'refused 54'],
  ['a device number that is refused', { number: deviceNumbers.refused }, 'refused 05'],
]
for (const [name, confirmed, expected] of declines) {
  test(`a token for ${name} is ${expected}`, async () => {
    assert.equal(reported(await sell(await token(confirmed))), expected)
  })
}

test('a token pays once: a second order is declined, the same order is not', async () => {
  const paid = await token()
  const order = sale({ source: { kind: 'wallet-token', token: paid } })
  assert.equal(reported(await acquirer.sale(order, longSignal())), 'approved')
  assert.equal(reported(await acquirer.sale(order, longSignal())), 'approved')
  assert.equal(reported(await sell(paid)), 'refused 82')
})

test('every part of the token must arrive as it was made', async () => {
  const genuine = await token()
  const { paymentData } = genuine
  const { header } = paymentData
  const withHeader = (change: Partial<typeof header>): WalletToken => ({
    ...genuine,
    paymentData: { ...paymentData, header: { ...header, ...change } },
  })
  const wrong: readonly WalletToken[] = [
    tampered(genuine),
    await token({}, 'cielo'),
    await token({ paymentDataType: 'EMV' }),
    { ...genuine, paymentData: { ...paymentData, version: 'RSA_v1' } },
    { ...genuine, paymentData: { ...paymentData, signature: '' } },
    withHeader({ publicKeyHash: 'x' }),
    withHeader({ transactionId: 'abc' }),
    withHeader({ ephemeralPublicKey: paymentData.data }),
    withHeader({ applicationData: 'abc' }),
  ]
  for (const each of wrong) {
    const outcome = await sell(each)
    assert(outcome.kind === 'rejected', reported(outcome))
    assert.equal(outcome.reason, 'wallet-token-invalid')
  }
  assert.equal(reported(await sell(withHeader({ applicationData: 'ab'.repeat(32) }))), 'approved')
})

test('an account without the wallet rejects it; an adapter without it sends nothing', async (t) => {
  const plain = await openPagarmeBench()
  t.after(plain.stop)
  const order = sale({ source: { kind: 'wallet-token', token: await token() } })
  const result = await plain.acquirer.sale(order, longSignal())
  assert(result.kind === 'rejected')
  assert.deepEqual([result.reason, plain.world.calls.after(0).length], ['wallet-not-supported', 0])
  const hopeful = plain.another({ wallet: bench.settings.wallet })
  t.after(() => hopeful.close())
  const outcome = await hopeful.sale(order, longSignal())
  assert(outcome.kind === 'rejected')
  assert.deepEqual([outcome.code, outcome.reason], ['412', 'wallet-not-supported'])
})

test('no outcome, log or state contains a token, cryptogram or device number', async () => {
  const cryptogram = someCryptogram()
  const paid = await token({ cryptogram })
  const outcomes = [await sell(paid), await sell(tampered(paid)), await sell(paid)]
  world.faults.add({ provider: 'pagarme', operation: 'sale', fault: 'wrong-types', times: 1 })
  outcomes.push(await sell(paid))
  const text = inspect([outcomes, world.calls.after(0)], {
    depth: 20,
    showHidden: true,
    maxStringLength: null,
  })
  const files = readdirSync(world.home).filter((name) => name.startsWith('sandbox.db'))
  const kept = files.map((name) => readFileSync(join(world.home, name), 'latin1')).join('\n')
  assert.ok(files.length > 0)
  const { data, header } = paid.paymentData
  for (const secret of [
    data,
    header.ephemeralPublicKey,
    cryptogram,
    ...Object.values(deviceNumbers),
  ]) {
    assert.ok(!text.includes(secret), 'a secret was shown')
    assert.ok(!kept.includes(secret), 'a secret was kept')
  }
})
