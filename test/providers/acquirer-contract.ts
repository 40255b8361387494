import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../../src/primitives/money.ts'
import type { CardFinding } from '../../src/providers/ports/card.ts'
import { type Adapter, cards, longSignal, sale } from './acquirer-bench.ts'

/** An acquirer under test, with the responses it is expected to give. */
export interface Contract {
  readonly name: string
  readonly acquirer: Adapter
  /** An adapter with wrong keys. */
  readonly openWithWrongKeys: () => Adapter
  /** Card number, code of the acquirer, whether a retry is allowed, and the reason shown. */
  readonly refusals: readonly (readonly [string, string, boolean, RegExp])[]
  /** A well-formed reference of no sale. */
  readonly unknownReference: string
}

/** Tests what the port requires of every card acquirer, with the published triggers. */
export function testContract({
  name,
  acquirer,
  openWithWrongKeys,
  refusals,
  unknownReference,
}: Contract): void {
  test(`${name}: an approved sale is captured and found by order and by reference`, async () => {
    const order = sale()
    const outcome = await acquirer.sale(order, longSignal())
    assert(outcome.kind === 'approved', outcome.kind)
    assert.equal(outcome.captured, true)
    assert.equal(outcome.amount, 2500)
    assert.deepEqual(outcome.card, { brand: 'VISA', lastFour: '0011' })
    assert.ok(outcome.tid && outcome.nsu && outcome.authorizationCode)
    for (const finding of [
      await acquirer.findSale(order.attemptRef, longSignal()),
      await acquirer.findByReference(outcome.reference, longSignal()),
    ]) {
      assert.deepEqual(kindsOf(finding), ['found', 'approved'])
      assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
      assert.equal(finding.attemptRef, order.attemptRef)
      assert.deepEqual(
        [
          finding.outcome.captured,
          finding.outcome.amount,
          finding.outcome.reference,
          finding.outcome.card,
        ],
        [true, 2500, outcome.reference, outcome.card],
      )
    }
  })

  for (const [number, code, retryable, reason] of refusals) {
    test(`${name}: card ${number} is refused with ${code}, and so a query`, async () => {
      const order = sale({ number })
      const outcome = await acquirer.sale(order, longSignal())
      assert(outcome.kind === 'refused', outcome.kind)
      assert.deepEqual([outcome.code, outcome.retryable], [code, retryable])
      assert.match(outcome.reason, reason)
      const finding = await acquirer.findSale(order.attemptRef, longSignal())
      assert(finding.kind === 'found' && finding.outcome.kind === 'refused')
      assert.equal(finding.outcome.reference, outcome.reference)
      assert.equal(finding.outcome.reason, outcome.reason)
    })
  }

  test(`${name}: a sale that timed out at the issuer is unknown, never refused`, async () => {
    assert.equal(
      (await acquirer.sale(sale({ number: cards.timeout }), longSignal())).kind,
      'unknown',
    )
  })

  test(`${name}: a sale without capture is authorised, then captured whole, once`, async () => {
    const outcome = await acquirer.sale(sale({ capture: false }), longSignal())
    assert(outcome.kind === 'approved', outcome.kind)
    assert.equal(outcome.captured, false)
    for (const _time of ['captured', 'captured already']) {
      const captured = await acquirer.capture(outcome.reference, cents(2500), longSignal())
      assert(captured.kind === 'approved', captured.kind)
      assert.deepEqual([captured.captured, captured.amount], [true, 2500])
    }
  })

  test(`${name}: a whole cancel voids the sale, and a repeat changes nothing`, async () => {
    const order = sale()
    const outcome = await acquirer.sale(order, longSignal())
    assert(outcome.kind === 'approved', outcome.kind)
    for (const _time of ['cancelled', 'cancelled already']) {
      assert.deepEqual(await acquirer.cancel(outcome.reference, order.amount, longSignal()), {
        kind: 'cancelled',
        reference: outcome.reference,
      })
    }
    const finding = await acquirer.findSale(order.attemptRef, longSignal())
    assert(finding.kind === 'found' && finding.outcome.kind === 'voided')
    assert.equal(finding.outcome.amount, 2500)
  })

  test(`${name}: after a partial cancel a query returns approved and the amount`, async () => {
    const order = sale()
    const outcome = await acquirer.sale(order, longSignal())
    assert(outcome.kind === 'approved', outcome.kind)
    assert.equal(
      (await acquirer.cancel(outcome.reference, cents(1000), longSignal())).kind,
      'cancelled',
    )
    const finding = await acquirer.findByReference(outcome.reference, longSignal())
    assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
    assert.deepEqual([finding.outcome.amount, finding.outcome.voidedAmount], [2500, 1000])
  })

  test(`${name}: an authorisation is voided by its order id`, async () => {
    const order = sale({ capture: false })
    const outcome = await acquirer.sale(order, longSignal())
    assert(outcome.kind === 'approved', outcome.kind)
    const voided = await acquirer.voidByAttemptRef(order.attemptRef, longSignal())
    assert.deepEqual(voided, { kind: 'cancelled', reference: outcome.reference })
  })

  test(`${name}: a sale that was never created is not found`, async () => {
    const { attemptRef } = sale()
    assert.equal((await acquirer.findSale(attemptRef, longSignal())).kind, 'not-found')
    assert.equal((await acquirer.findByReference(unknownReference, longSignal())).kind, 'not-found')
    assert.equal((await acquirer.voidByAttemptRef(attemptRef, longSignal())).kind, 'not-found')
  })

  test(`${name}: with wrong keys a sale is misconfigured, and a query unknown`, async () => {
    const withWrongKeys = openWithWrongKeys()
    const order = sale()
    const outcome = await withWrongKeys.sale(order, longSignal())
    assert(outcome.kind === 'rejected', outcome.kind)
    assert.equal(outcome.reason, 'provider-misconfigured')
    assert.equal((await withWrongKeys.findSale(order.attemptRef, longSignal())).kind, 'unknown')
    await withWrongKeys.close()
  })
}

const kindsOf = (finding: CardFinding) =>
  finding.kind === 'found' ? ['found', finding.outcome.kind] : [finding.kind]
