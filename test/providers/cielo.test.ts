import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { randomId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { CardFinding } from '../../src/providers/card.ts'
import { openCielo } from '../../src/providers/cielo/cielo.ts'
import { cards, openBench, patient, sale, type Target } from './cielo-bench.ts'

/**
 * The contract with Cielo, as far as its published triggers reach: it runs against our simulator always, and against
 * Cielo's own sandbox when CIELO_MERCHANT_ID and CIELO_MERCHANT_KEY are set.
 */
const bench = await openBench()
after(() => bench.stop())
const targets: readonly Target[] = [bench, ...cieloSandbox()]

for (const { name, settings } of targets) {
  const cielo = openCielo(settings)
  after(() => cielo.close())

  test(`${name}: an approved sale is captured and found by order and by reference`, async () => {
    const order = sale()
    const outcome = await cielo.sale(order, patient())
    assert(outcome.kind === 'approved', outcome.kind)
    assert.equal(outcome.captured, true)
    assert.equal(outcome.amount, 2500)
    assert.deepEqual(outcome.card, { brand: 'VISA', lastFour: '0011' })
    assert.ok(outcome.tid && outcome.nsu && outcome.authorizationCode)
    for (const finding of [
      await cielo.findSale(order.attemptRef, patient()),
      await cielo.findByReference(outcome.reference, patient()),
    ]) {
      assert.deepEqual(kindsOf(finding), ['found', 'approved'])
      assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
      assert.equal(finding.attemptRef, order.attemptRef)
      assert.deepEqual(
        [finding.outcome.captured, finding.outcome.amount, finding.outcome.reference, finding.outcome.card],
        [true, 2500, outcome.reference, outcome.card],
      )
    }
  })

  const refusals = [
    [cards.refused, '05', true, /não autorizado/i],
    [cards.expired, '57', false, /vencido/i],
    [cards.blocked, '78', true, /bloqueado/i],
    [cards.cancelled, '77', false, /cancelado/i],
    [cards.problem, '70', false, /problema/i],
  ] as const
  for (const [number, code, retryable, reason] of refusals) {
    test(`${name}: card ${number} is refused with ${code}, and a query says so too`, async () => {
      const order = sale({ number })
      const outcome = await cielo.sale(order, patient())
      assert(outcome.kind === 'refused', outcome.kind)
      assert.deepEqual([outcome.code, outcome.retryable], [code, retryable])
      assert.match(outcome.reason, reason)
      const finding = await cielo.findSale(order.attemptRef, patient())
      assert(finding.kind === 'found' && finding.outcome.kind === 'refused')
      assert.equal(finding.outcome.reference, outcome.reference)
      assert.equal(finding.outcome.reason, outcome.reason)
    })
  }

  test(`${name}: a sale that timed out at the issuer is unknown, never refused`, async () => {
    assert.equal((await cielo.sale(sale({ number: cards.timeout }), patient())).kind, 'unknown')
  })

  test(`${name}: a sale without capture is authorised, then captured whole, once`, async () => {
    const outcome = await cielo.sale(sale({ capture: false }), patient())
    assert(outcome.kind === 'approved', outcome.kind)
    assert.equal(outcome.captured, false)
    for (const _time of ['captured', 'captured already']) {
      const captured = await cielo.capture(outcome.reference, cents(2500), patient())
      assert(captured.kind === 'approved', captured.kind)
      assert.deepEqual([captured.captured, captured.amount], [true, 2500])
    }
  })

  test(`${name}: a whole cancel leaves nothing, and repeating it changes nothing`, async () => {
    const order = sale()
    const outcome = await cielo.sale(order, patient())
    assert(outcome.kind === 'approved', outcome.kind)
    for (const _time of ['cancelled', 'cancelled already']) {
      assert.deepEqual(await cielo.cancel(outcome.reference, order.amount, patient()), {
        kind: 'cancelled',
        reference: outcome.reference,
      })
    }
    const finding = await cielo.findSale(order.attemptRef, patient())
    assert(finding.kind === 'found' && finding.outcome.kind === 'voided')
    assert.equal(finding.outcome.amount, 2500)
  })

  test(`${name}: a partial cancel leaves the sale approved, with what was given back`, async () => {
    const order = sale()
    const outcome = await cielo.sale(order, patient())
    assert(outcome.kind === 'approved', outcome.kind)
    assert.equal((await cielo.cancel(outcome.reference, cents(1000), patient())).kind, 'cancelled')
    const finding = await cielo.findByReference(outcome.reference, patient())
    assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
    assert.deepEqual([finding.outcome.amount, finding.outcome.voidedAmount], [2500, 1000])
  })

  test(`${name}: an authorisation is voided by its order id`, async () => {
    const order = sale({ capture: false })
    const outcome = await cielo.sale(order, patient())
    assert(outcome.kind === 'approved', outcome.kind)
    const voided = await cielo.voidByAttemptRef(order.attemptRef, patient())
    assert.deepEqual(voided, { kind: 'cancelled', reference: outcome.reference })
  })

  test(`${name}: what was never sold is not found`, async () => {
    const { attemptRef } = sale()
    assert.equal((await cielo.findSale(attemptRef, patient())).kind, 'not-found')
    assert.equal((await cielo.findByReference(randomId(), patient())).kind, 'not-found')
    assert.equal((await cielo.voidByAttemptRef(attemptRef, patient())).kind, 'not-found')
  })

  test(`${name}: two sales under one order id are both told of, oldest first`, async () => {
    const order = sale()
    const references: string[] = []
    for (const _time of [1, 2]) {
      const outcome = await cielo.sale(order, patient())
      assert(outcome.kind === 'approved', outcome.kind)
      references.push(outcome.reference)
    }
    assert.deepEqual(await cielo.findSale(order.attemptRef, patient()), { kind: 'several', references })
  })

  test(`${name}: wrong keys reject the sale as our misconfiguration, and make a query prove nothing`, async () => {
    const stranger = openCielo({ ...settings, merchantKey: 'X'.repeat(40) })
    const order = sale()
    const outcome = await stranger.sale(order, patient())
    assert(outcome.kind === 'rejected', outcome.kind)
    assert.equal(outcome.reason, 'provider-misconfigured')
    assert.equal((await stranger.findSale(order.attemptRef, patient())).kind, 'unknown')
    await stranger.close()
  })
}

const kindsOf = (finding: CardFinding) => (finding.kind === 'found' ? ['found', finding.outcome.kind] : [finding.kind])

function cieloSandbox(): Target[] {
  const { CIELO_MERCHANT_ID: merchantId, CIELO_MERCHANT_KEY: merchantKey } = process.env
  if (!merchantId || !merchantKey) return []
  return [
    {
      name: 'Cielo',
      settings: {
        transactionsUrl: 'https://apisandbox.cieloecommerce.cielo.com.br',
        queriesUrl: 'https://apiquerysandbox.cieloecommerce.cielo.com.br',
        merchantId,
        merchantKey,
        noticeHeaders: [{ name: 'X-Notice', value: 'not-used-by-this-suite' }],
        environment: 'sandbox',
      },
    },
  ]
}
