import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Fault } from '../../sandbox/faults.ts'
import { startPagarme } from '../../sandbox/pagarme/start-pagarme.ts'
import type { ClaimRequest, Simulator } from '../../sandbox/world.ts'
import { cents } from '../../src/primitives/money.ts'
import { openPagarme } from '../../src/providers/pagarme/pagarme.ts'
import { pagarmeSettings } from '../../src/providers/pagarme/settings.ts'
import type { Claim, ClaimListing } from '../../src/providers/ports/dispute.ts'
import { longSignal, openAcquirerBench, sale } from './acquirer-bench.ts'

const longAgo = new Date('2026-03-01T12:00:00Z')
const dayMs = 24 * 60 * 60_000

/** The simulated Pagar.me, the adapter in front of it, and a holder who charges back. */
async function openDisputeBench(t: TestContext) {
  let simulator: Simulator | undefined
  const bench = await openAcquirerBench({
    provider: 'pagarme',
    schema: pagarmeSettings,
    open: openPagarme,
    start: async (world, at) => (simulator = await startPagarme(world, at)),
  })
  t.after(() => bench.stop())
  const disputePort = bench.acquirer.disputes
  assert(disputePort)
  return {
    ...bench,
    disputePort,
    /** `lost`: the cases that are lost in our books. */
    list: async (since = longAgo, lost: readonly string[] = []) =>
      claimsOf(await disputePort.list(since, longSignal(), undefined, async () => lost)),
    ofPayment: async (reference: string) =>
      claimsOf(await disputePort.ofPayment?.(reference, longSignal())),
    async sell(amount = 100_00) {
      const order = sale({ amount })
      const outcome = await bench.acquirer.sale(order, longSignal())
      assert(outcome.kind === 'approved')
      return { ...outcome, attemptRef: order.attemptRef }
    },
    async dispute(reference: string, action: ClaimRequest['action'] = 'open', amount?: number) {
      const claim = {
        reference,
        kind: 'chargeback' as const,
        action,
        ...(amount !== undefined && { amount }),
      }
      const reported = await simulator?.dispute?.(claim)
      await bench.runDue()
      return reported
    },
  }
}

function claimsOf(listing: ClaimListing | undefined): readonly Claim[] {
  assert(listing?.kind === 'listed', listing?.kind ?? 'no answer')
  return listing.claims
}
const standing = (claims: readonly Claim[]) => claims.map(({ caseId, state }) => [caseId, state])

test('a charged back charge is a lost claim, and won when it is recovered', async (t) => {
  const { sell, dispute, list, ofPayment, notices, acquirer, world } = await openDisputeBench(t)
  const { reference, attemptRef } = await sell()
  assert.deepEqual(await list(), [])
  await dispute(attemptRef)
  const lost = {
    kind: 'chargeback',
    caseId: reference,
    payment: { reference: attemptRef },
    saleReference: reference,
    amount: 100_00,
    state: 'lost',
    reason: { code: 'chargedback', text: 'Chargeback informado pela Pagar.me' },
    openedAt: world.now(),
  }
  assert.deepEqual(await list(), [lost])
  assert.deepEqual(await ofPayment(reference), [lost])
  await dispute(reference, 'reverse')
  assert.deepEqual(standing(await list(longAgo, [reference])), [[reference, 'won']])
  assert.deepEqual(await ofPayment(reference), [], 'a charge without a claim is paid too')
  assert.deepEqual(
    notices.map(({ headers, body }) => acquirer.readNotice(headers, body)),
    [1, 2].map(() => ({ reference, change: 'chargeback' })),
  )
})

test('the sale itself stays captured, and is not cancelled while it is charged back', async (t) => {
  const { sell, dispute, acquirer } = await openDisputeBench(t)
  const { reference } = await sell()
  await dispute(reference)
  const finding = await acquirer.findByReference(reference, longSignal())
  assert(finding.kind === 'found')
  assert.deepEqual(
    [finding.outcome.kind, 'captured' in finding.outcome && finding.outcome.captured],
    ['approved', true],
  )
  assert.notEqual((await acquirer.cancel(reference, cents(100_00), longSignal())).kind, 'cancelled')
  assert.deepEqual(
    await acquirer.findByReference(reference, longSignal()),
    finding,
    'nothing was given back',
  )
})

test('earlier changes are not listed again, and an end is listed until it is booked', async (t) => {
  const { sell, dispute, list, advance, world } = await openDisputeBench(t)
  const [old, ended] = [await sell(), await sell()]
  const lost = [old.reference, ended.reference]
  for (const reference of lost) await dispute(reference)
  await advance(3 * dayMs)
  await dispute(ended.reference, 'win')
  await advance(3 * dayMs)
  const since = new Date(world.now().getTime() - dayMs)
  for (const _ of ['also', 'again'])
    assert.deepEqual(standing(await list(since, lost)), [[ended.reference, 'won']])
  assert.deepEqual(await list(since, [old.reference]), [])
})

test('a lost charge that cannot be read is named, and the others are listed', async (t) => {
  const { sell, dispute, disputePort, world } = await openDisputeBench(t)
  const [broken, ended, remaining] = [await sell(), await sell(), await sell()]
  const lost = [broken, ended, remaining].map(({ reference }) => reference)
  for (const reference of lost) await dispute(reference)
  for (const { reference } of [broken, ended]) await dispute(reference, 'win')
  const listed = () => disputePort.list(longAgo, longSignal(), undefined, async () => lost)
  world.faults.add({ provider: 'pagarme', operation: 'query', fault: 'error-500', times: 1 })
  const listing = await listed()
  assert.deepEqual(listing.kind === 'listed' && listing.unread, [broken.reference])
  assert.deepEqual(standing(claimsOf(listing)), [
    [remaining.reference, 'lost'],
    [ended.reference, 'won'],
  ])
  assert.equal(claimsOf(await listed()).length, 3)
})

test('a defence is turned down with where it is taken instead', async (t) => {
  const { disputePort } = await openDisputeBench(t)
  const given = { decision: 'contest', text: 'x', documents: [] } as const
  const outcome = await disputePort.answer(
    { caseId: 'ch_1', payment: { reference: 'x' } },
    given,
    longSignal(),
  )
  assert.deepEqual(
    [outcome.kind, outcome.kind === 'rejected' && outcome.code],
    ['rejected', 'no-api'],
  )
})

test('a page is read after another', async (t) => {
  const { sell, dispute, list, world } = await openDisputeBench(t)
  for (let n = 0; n < 101; n += 1) await dispute((await sell()).tid ?? '')
  assert.equal((await list()).length, 101)
  const pages = world.calls.after(0).filter(({ operation }) => operation === 'list')
  assert.deepEqual(
    pages.map(({ outcome }) => outcome),
    ['found:100', 'found:1'],
  )
})

test('the holder cannot claim twice, a part, or an unknown or uncaptured sale', async (t) => {
  const { sell, dispute } = await openDisputeBench(t)
  const { reference } = await sell()
  const reasonOf = async (...input: Parameters<typeof dispute>) => {
    const reported = await dispute(...input)
    return reported?.done === false ? reported.reason : reported
  }
  assert.match(String(await reasonOf(reference, 'reverse')), /não tem chargeback/)
  assert.match(String(await reasonOf(reference, 'open', 1)), /inteira/)
  await dispute(reference)
  assert.match(String(await reasonOf(reference)), /já foi contestada/)
  assert.equal(await reasonOf('ch_0000000000000000'), undefined)
})

const broken: readonly Fault[] = [
  ...([
    'reset-before',
    'reset-after',
    'reset-body',
    'error-500',
    'error-502-html',
    'error-429',
  ] as const),
  ...(['truncated-json', 'wrong-types', 'missing-body'] as const),
]
for (const fault of broken) {
  test(`${fault}: no list is trusted, and the next query is right`, async (t) => {
    const { sell, dispute, list, disputePort, world } = await openDisputeBench(t)
    const { reference } = await sell()
    await dispute(reference)
    world.faults.add({ provider: 'pagarme', operation: 'list', fault, times: 1 })
    assert.equal((await disputePort.list(longAgo, longSignal())).kind, 'unknown')
    assert.deepEqual(standing(await list()), [[reference, 'lost']])
    world.faults.add({ provider: 'pagarme', operation: 'query', fault, times: 1 })
    assert.equal((await disputePort.ofPayment?.(reference, longSignal()))?.kind, 'unknown')
  })
}

test('a fault for any call is not meant for the list', async (t) => {
  const { list, world } = await openDisputeBench(t)
  world.faults.add({ provider: 'pagarme', operation: '*', fault: 'error-500', times: 1 })
  assert.deepEqual(await list(), [])
})
