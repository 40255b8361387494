import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readSale } from '../../sandbox/rede/sale-request.ts'
import { cents } from '../../src/primitives/money.ts'
import { basicAuth } from '../../src/providers/http/basic-auth.ts'
import { openProviderClient } from '../../src/providers/http/provider-client.ts'
import type { CardFinding } from '../../src/providers/ports/card.ts'
import { cards, longSignal, sale } from './acquirer-bench.ts'
import { testContract } from './acquirer-contract.ts'
import { openRedeBench } from './rede-bench.ts'
import { someToken } from './wallet-sale.ts'

const bench = await openRedeBench()
const { acquirer, world } = bench
after(() => bench.stop())

const minuteMs = 60_000
const found = (finding: CardFinding) =>
  finding.kind === 'found' ? finding.outcome.kind : finding.kind

testContract({
  name: 'Rede',
  acquirer,
  openWithWrongKeys: () => bench.another({ token: 'x'.repeat(32) }),
  unknownReference: '10000000000000000000',
  refusals: [
    [cards.refused, '05', true, /não autorizado/i],
    [cards.expired, '54', false, /vencido/i],
    [cards.blocked, '78', true, /bloqueado/i],
    [cards.cancelled, '46', false, /não autorizado/i],
    [cards.problem, '14', false, /dados do cartão/i],
  ],
})

test('a reference is used once: the second sale is rejected, the first is found', async () => {
  const order = sale()
  const first = await acquirer.sale(order, longSignal())
  assert(first.kind === 'approved')
  assert.equal((await acquirer.sale(order, longSignal())).kind, 'unknown')
  const finding = await acquirer.findSale(order.attemptRef, longSignal())
  assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
  assert.equal(finding.outcome.reference, first.reference)
})

test('Device Pay is not offered, and a token is turned away without being sent', async () => {
  assert.equal(acquirer.wallet, undefined)
  const { acceptsEncryptedToken, acceptsDecryptedToken } = acquirer.capabilities
  assert.deepEqual([acceptsEncryptedToken, acceptsDecryptedToken], [false, false])
  const before = world.calls.after(0).length
  const token = await someToken(world.home, 'cielo')
  const outcome = await acquirer.sale(
    sale({ source: { kind: 'wallet-token', token } }),
    longSignal(),
  )
  assert(outcome.kind === 'rejected')
  assert.deepEqual([outcome.reason, world.calls.after(0).length], ['wallet-not-supported', before])
})

for (const [number, amount, end] of [
  [cards.timeout, 2500, 'approved'],
  [cards.approved, 100_12, 'approved'],
  [cards.approved, 100_13, 'refused'],
] as const) {
  test(`card ${number} for ${amount}: unknown for a minute, then ${end}`, async () => {
    const order = sale({ number, amount })
    assert.equal((await acquirer.sale(order, longSignal())).kind, 'unknown')
    await bench.advance(minuteMs - 1)
    assert.equal(found(await acquirer.findSale(order.attemptRef, longSignal())), 'unknown')
    await bench.advance(1)
    assert.equal(found(await acquirer.findSale(order.attemptRef, longSignal())), end)
  })
}

test('refunds in part add up, never exceed the sale, and the last leaves nothing', async () => {
  const outcome = await acquirer.sale(sale({ amount: 100_00 }), longSignal())
  assert(outcome.kind === 'approved')
  const cancel = (amount: number) => acquirer.cancel(outcome.reference, cents(amount), longSignal())
  assert.equal((await cancel(30_00)).kind, 'cancelled')
  assert.equal((await cancel(30_00)).kind, 'cancelled')
  const above = await cancel(40_01)
  assert.deepEqual([above.kind, above.kind === 'denied' && above.code], ['denied', '357'])
  const part = await acquirer.findByReference(outcome.reference, longSignal())
  assert(part.kind === 'found' && part.outcome.kind === 'approved')
  assert.deepEqual([part.outcome.amount, part.outcome.voidedAmount], [100_00, 60_00])
  assert.equal((await cancel(40_00)).kind, 'cancelled')
  assert.equal(found(await acquirer.findByReference(outcome.reference, longSignal())), 'voided')
})

for (const [amount, refunded, code] of [
  [100_50, 100_50, '371'],
  [100_53, 100_53, '374'],
  [100_53, 30_00, '374'],
  [100_00, 30_53, '374'],
] as const) {
  test(`a refund of ${refunded} of a sale of ${amount} is denied and changes nothing`, async () => {
    const outcome = await acquirer.sale(sale({ amount }), longSignal())
    assert(outcome.kind === 'approved')
    const denied = await acquirer.cancel(outcome.reference, cents(refunded), longSignal())
    assert.deepEqual([denied.kind, denied.kind === 'denied' && denied.code], ['denied', code])
    const finding = await acquirer.findByReference(outcome.reference, longSignal())
    assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
    assert.equal(finding.outcome.voidedAmount, undefined)
  })
}

for (const [cent, end] of [
  [51, 'voided'],
  [52, 'approved'],
] as const) {
  test(`cents ${cent}: a refund is pending for a minute, then the sale ${end}`, async () => {
    const outcome = await acquirer.sale(sale({ amount: 100_00 + cent }), longSignal())
    assert(outcome.kind === 'approved')
    const { reference } = outcome
    const started = await acquirer.cancel(reference, cents(100_00 + cent), longSignal())
    assert(started.kind === 'pending' && started.cancelId)
    // Nothing is left to give back: it is another one to Rede.
    assert.equal(
      (await acquirer.cancel(reference, cents(100_00 + cent), longSignal())).kind,
      'denied',
    )
    const waiting = await acquirer.findByReference(reference, longSignal())
    assert(waiting.kind === 'found' && waiting.outcome.kind === 'approved')
    assert.deepEqual(
      [waiting.outcome.voidedAmount, waiting.outcome.cancels],
      [undefined, [{ id: started.cancelId, state: 'pending' }]],
    )
    await bench.advance(minuteMs)
    assert.equal(found(await acquirer.findByReference(reference, longSignal())), end)
  })
}

test('two partial refunds run at once, and Rede lists the result of each', async () => {
  const outcome = await acquirer.sale(sale({ amount: 100_00 }), longSignal())
  assert(outcome.kind === 'approved')
  const { reference } = outcome
  const [done, denied] = [
    await acquirer.cancel(reference, cents(20_51), longSignal()),
    await acquirer.cancel(reference, cents(30_52), longSignal()),
  ]
  assert(done.kind === 'pending' && denied.kind === 'pending')
  await bench.advance(minuteMs)
  const finding = await acquirer.findByReference(reference, longSignal())
  assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
  assert.deepEqual(
    [finding.outcome.voidedAmount, finding.outcome.cancels],
    [
      20_51,
      [
        { id: done.cancelId, state: 'done' },
        { id: denied.cancelId, state: 'denied' },
      ],
    ],
  )
})

test("Mastercard's advice is passed on with the decline", async () => {
  const order = sale({ number: '5448280000000007', holder: 'ABECS 51 MAC 03' })
  const outcome = await acquirer.sale(order, longSignal())
  assert(outcome.kind === 'refused')
  assert.deepEqual([outcome.code, outcome.adviceCode], ['51', '03'])
})

test('no notice is ever read', () => {
  assert.equal(acquirer.readNotice({}, { tid: '10' }), undefined)
})

const tokenRequests = () => world.calls.after(0).filter(({ operation }) => operation === 'token')

test('simultaneous sales share one token, and an expired token is replaced', async () => {
  await bench.advance(24 * minuteMs) // The end of the life that Rede gives a token.
  const before = tokenRequests().length
  // More at once may take a busy machine longer to connect than the gateway waits.
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () => acquirer.sale(sale(), longSignal())),
  )
  assert.deepEqual(new Set(outcomes.map(({ kind }) => kind)), new Set(['approved']))
  assert.equal(tokenRequests().length, before + 1)
})

test('a second 401 after a new token ends the call: the card is not refused', async () => {
  world.faults.add({ provider: 'rede', operation: 'sale', fault: 'error-401', times: 2 })
  const order = sale()
  const outcome = await acquirer.sale(order, longSignal())
  assert(outcome.kind === 'rejected')
  assert.equal(outcome.reason, 'provider-misconfigured')
  const sent = world.calls.after(0).filter(({ operation: name, reference }) => {
    return name === 'sale' && reference === order.attemptRef
  })
  assert.equal(sent.length, 2)
})

test('without a token nothing is sent, and the sale may be sent again', async () => {
  const other = bench.another()
  world.faults.add({ provider: 'rede', operation: 'token', fault: 'error-503', times: 1 })
  const order = sale()
  assert.equal((await other.sale(order, longSignal())).kind, 'not-sent')
  assert.equal((await other.findSale(order.attemptRef, longSignal())).kind, 'not-found')
  assert.equal((await other.sale(order, longSignal())).kind, 'approved')
  await other.close()
})

test('the affiliation number is sent without leading zeros', async () => {
  const other = bench.another({ affiliation: `000${bench.settings.affiliation}` })
  assert.equal((await other.sale(sale(), longSignal())).kind, 'approved')
  await other.close()
})

test('the simulator refuses v1 with Basic, as the live provider does', async () => {
  const { baseUrl, ca = '', affiliation, token } = bench.settings
  const client = openProviderClient({ origin: new URL(baseUrl).origin, tls: { ca } })
  const answer = await client.request({
    method: 'GET',
    path: '/erede/v1/transactions?reference=A1',
    headers: { authorization: basicAuth(affiliation, token) },
    signal: longSignal(),
  })
  assert(answer.kind === 'answered')
  assert.equal(answer.status, 401)
  await client.close()
})

test('a reference of more than 16 characters is refused, as Rede does', () => {
  const order = {
    ...{ amount: 100, kind: 'credit', cardHolderName: 'Ana', cardNumber: '5448280000000007' },
    ...{ expirationMonth: 12, expirationYear: 2031 },
  }
  assert.equal(readSale({ ...order, reference: 'A'.repeat(17) }), '39')
  assert.equal(typeof readSale({ ...order, reference: 'A'.repeat(16) }), 'object')
})

test("Rede's own test card is approved, with month and year as text too", async () => {
  const order = sale({ number: '5448280000000007' })
  assert.equal((await acquirer.sale(order, longSignal())).kind, 'approved')
  const read = readSale({
    ...{ reference: 'A1', amount: 100, kind: 'credit', cardHolderName: 'Ana' },
    ...{ cardNumber: '5448280000000007', expirationMonth: '12', expirationYear: '2031' },
  })
  assert(typeof read === 'object')
  assert.equal(read.expiration, '12/2031')
})
