import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inspect } from 'node:util'
import { openCielo } from '../../src/providers/cielo/cielo.ts'
import type { CardOutcome, CardSource, WalletCryptogram } from '../../src/providers/ports/card.ts'
import { longSignal, sale } from './acquirer-bench.ts'
import { openBench } from './cielo-bench.ts'
import {
  type Confirmed,
  deviceNumbers,
  someCryptogram,
  someToken,
  tampered,
} from './wallet-sale.ts'

const bench = await openBench({ wallet: true })
const { acquirer, world } = bench
after(() => bench.stop())

const tokenFor = async (confirmed: Confirmed = {}, key = 'cielo'): Promise<CardSource> => ({
  kind: 'wallet-token',
  token: await someToken(world.home, key, confirmed),
})
const cryptogramOf = (change: Partial<WalletCryptogram> = {}): CardSource => ({
  kind: 'wallet-cryptogram',
  cryptogram: {
    ...{
      number: deviceNumbers.visa,
      expirationMonth: 12,
      expirationYear: 2031,
      cryptogram: someCryptogram(),
      eci: '7',
    },
    ...change,
  },
})
const sell = (source: CardSource, change: { amount?: number; installments?: number } = {}) =>
  acquirer.sale(sale({ source, ...change }), longSignal())
const reported = (outcome: CardOutcome) =>
  outcome.kind === 'refused' || outcome.kind === 'rejected'
    ? `${outcome.kind} ${outcome.code}`
    : outcome.kind

test('Cielo reports a configured wallet, in both forms', () => {
  assert.deepEqual(
    [acquirer.capabilities.acceptsEncryptedToken, acquirer.capabilities.acceptsDecryptedToken],
    [true, true],
  )
  assert.ok(acquirer.wallet)
})

const sources: readonly [string, (number: string) => Promise<CardSource>][] = [
  ['a token that Cielo opens', (number) => tokenFor({ number })],
  ['a token opened by us', async (number) => cryptogramOf({ number })],
]
for (const [name, sourceOf] of sources) {
  test(`${name} is captured, and the card is what Cielo returns`, async () => {
    for (const [number, card] of [
      [deviceNumbers.visa, { brand: 'VISA', lastFour: '3460' }],
      [deviceNumbers.mastercard, { brand: 'MASTERCARD', lastFour: '1031' }],
    ] as const) {
      const order = sale({ source: await sourceOf(number) })
      const outcome = await acquirer.sale(order, longSignal())
      assert(outcome.kind === 'approved', reported(outcome))
      assert.deepEqual([outcome.captured, outcome.amount, outcome.card], [true, 2500, card])
      const finding = await acquirer.findSale(order.attemptRef, longSignal())
      assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
      assert.deepEqual(finding.outcome.card, card)
    }
  })

  test(`${name} is refused by the last digit of the device's number, as a card is`, async () => {
    const outcome = await sell(await sourceOf(deviceNumbers.refused))
    assert(outcome.kind === 'refused', reported(outcome))
    assert.deepEqual([outcome.code, outcome.card], ['05', { brand: 'VISA', lastFour: '3452' }])
  })

  test(`${name} is charged once: the second time its cryptogram is declined`, async () => {
    const source = await sourceOf(deviceNumbers.visa)
    assert.equal(reported(await sell(source)), 'approved')
    assert.equal(reported(await sell(source)), 'refused 82')
  })

  test(`${name} can be paid in installments, and be analysed`, async () => {
    assert.equal(
      reported(await sell(await tokenFor({ amount: 30_00 }), { amount: 30_00, installments: 3 })),
      'approved',
    )
    assert.equal(
      reported(await sell(await tokenFor({ amount: 100_12 }), { amount: 100_12 })),
      'analysing',
    )
  })
}

const declines: readonly [string, Confirmed, string][] = [
  ['another amount', { amount: 2501 }, '13'],
  ['another currency', { currency: '840' }, '12'],
  ['a device number past its month', { expiration: '260228' }, '54'],
]
for (const [name, confirmed, code] of declines) {
  test(`a token for ${name} is declined with ${code}`, async () => {
    assert.equal(reported(await sell(await tokenFor(confirmed))), `refused ${code}`)
  })
}

test('a device number is good to the end of its month', async () => {
  assert.equal(reported(await sell(await tokenFor({ expiration: '260331' }))), 'approved')
  assert.equal(
    reported(await sell(cryptogramOf({ expirationMonth: 2, expirationYear: 2026 }))),
    'refused 54',
  )
})

test('an altered or foreign token, or one without a card payment, is rejected', async () => {
  const wrong: CardSource[] = [
    { kind: 'wallet-token', token: tampered(await someToken(world.home, 'cielo')) },
    await tokenFor({}, 'pagarme'),
    await tokenFor({ paymentDataType: 'EMV' }),
  ]
  for (const source of wrong) {
    const outcome = await sell(source)
    assert(outcome.kind === 'rejected', reported(outcome))
    assert.deepEqual([outcome.code, outcome.reason], ['211', 'wallet-token-invalid'])
  }
})

test('an altered token burns nothing: the genuine one still pays', async () => {
  const token = await someToken(world.home, 'cielo')
  assert.equal(
    reported(await sell({ kind: 'wallet-token', token: tampered(token) })),
    'rejected 211',
  )
  assert.equal(reported(await sell({ kind: 'wallet-token', token })), 'approved')
})

test('a store without the wallet rejects it; an adapter without it sends nothing', async (t) => {
  const plain = await openBench()
  t.after(plain.stop)
  assert.equal(plain.acquirer.wallet, undefined)
  assert.equal(plain.acquirer.capabilities.acceptsEncryptedToken, false)
  const source = await tokenFor()
  const result = await plain.acquirer.sale(sale({ source }), longSignal())
  assert(result.kind === 'rejected')
  assert.equal(result.reason, 'wallet-not-supported')
  assert.equal(plain.world.calls.after(0).length, 0)
  const hopeful = openCielo({
    ...plain.settings,
    ...(bench.settings.wallet && { wallet: bench.settings.wallet }),
  })
  t.after(() => hopeful.close())
  const outcome = await hopeful.sale(sale({ source }), longSignal())
  assert(outcome.kind === 'rejected')
  assert.deepEqual([outcome.code, outcome.reason], ['212', 'wallet-not-supported'])
})

test('no outcome, log or state contains a token, cryptogram or device number', async () => {
  const token = await someToken(world.home, 'cielo')
  const cryptogram = someCryptogram()
  const outcomes = [
    await sell({ kind: 'wallet-token', token }),
    await sell({ kind: 'wallet-token', token: tampered(token) }),
    await sell(cryptogramOf({ cryptogram })),
    await sell(cryptogramOf({ cryptogram, number: '123' })),
  ]
  world.faults.add({ provider: 'cielo', operation: 'sale', fault: 'wrong-types', times: 1 })
  outcomes.push(await sell({ kind: 'wallet-token', token }))
  const text = inspect([outcomes, world.calls.after(0)], {
    depth: 20,
    showHidden: true,
    maxStringLength: null,
  })
  const files = readdirSync(world.home).filter((name) => name.startsWith('sandbox.db'))
  const kept = files.map((name) => readFileSync(join(world.home, name), 'latin1')).join('\n')
  assert.ok(files.length > 0)
  const { data, header } = token.paymentData
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

test('wallet sales and cryptograms are known after a restart', async (t) => {
  const first = await openBench({ wallet: true })
  const token = await someToken(first.world.home, 'cielo')
  const order = sale({ source: { kind: 'wallet-token', token } })
  assert.equal(reported(await first.acquirer.sale(order, longSignal())), 'approved')
  await first.stop()
  const again = await openBench({ wallet: true }, first.world.home)
  t.after(again.stop)
  assert.equal((await again.acquirer.findSale(order.attemptRef, longSignal())).kind, 'found')
  const replay = await again.acquirer.sale(
    sale({ source: { kind: 'wallet-token', token } }),
    longSignal(),
  )
  assert.equal(reported(replay), 'refused 82')
})
