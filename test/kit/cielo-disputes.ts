import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type CieloOptions, startCielo } from '../../sandbox/cielo/start-cielo.ts'
import type { ClaimRequest, Simulator } from '../../sandbox/world.ts'
import { openCielo } from '../../src/providers/cielo/cielo.ts'
import { cieloSettings } from '../../src/providers/cielo/settings.ts'
import type { Claim, ClaimAnswer } from '../../src/providers/ports/dispute.ts'
import { longSignal, openAcquirerBench, sale } from '../providers/acquirer-bench.ts'

/** No provider is polled before this day. */
export const longAgo = new Date('2026-03-01T12:00:00Z')

export const accepts: ClaimAnswer = { decision: 'accept', text: '', documents: [] }
export const contests: ClaimAnswer = {
  decision: 'contest',
  text: 'A compra foi entregue e assinada.',
  documents: [],
}

/** The simulated Cielo, the adapter in front of it, and holders who claim their money back. */
export async function openCieloDisputeBench(
  t: TestContext,
  options: Pick<CieloOptions, 'mailbox'> = {},
) {
  let simulator: Simulator | undefined
  const bench = await openAcquirerBench({
    provider: 'cielo',
    schema: cieloSettings,
    open: openCielo,
    start: async (world, at) => (simulator = await startCielo(world, { ...at, ...options })),
  })
  t.after(() => bench.stop())
  const disputePort = bench.acquirer.disputes
  assert(disputePort)

  const list = async (since = longAgo): Promise<readonly Claim[]> => {
    const listing = await disputePort.list(since, longSignal(), bench.world.now())
    assert(listing.kind === 'listed', listing.kind)
    return listing.claims
  }
  const dispute = async (claim: Partial<ClaimRequest> & Pick<ClaimRequest, 'reference'>) => {
    const reported = await simulator?.dispute?.({ kind: 'chargeback', action: 'open', ...claim })
    assert(reported, 'the simulator knows the sale')
    return reported
  }
  return {
    ...bench,
    disputePort,
    list,
    dispute,
    unknownTo: (reference: string) =>
      simulator?.dispute?.({ kind: 'chargeback', action: 'open', reference }),
    /** Opens a claim that must be taken; its case. */
    claim: async (claim: Parameters<typeof dispute>[0]) => {
      const reported = await dispute(claim)
      assert(reported.done, reported.done ? '' : reported.reason)
      return reported
    },
    /** The only claim there is. */
    only: async (since?: Date): Promise<Claim> => {
      const claims = await list(since)
      const [claim] = claims
      assert(claims.length === 1 && claim, `${claims.length} claims`)
      return claim
    },
    answer: (claim: Claim, answer: ClaimAnswer) => disputePort.answer(claim, answer, longSignal()),
    /** An approved sale. */
    sell: async (amount = 100_00) => {
      const order = sale({ amount })
      const outcome = await bench.acquirer.sale(order, longSignal())
      assert(outcome.kind === 'approved', outcome.kind)
      await bench.runDue()
      return { ...outcome, attemptRef: order.attemptRef }
    },
    /** The outcomes of an operation, one for each request. */
    outcomesOf: (operation: string) =>
      bench.world.calls
        .after(0)
        .flatMap((call) => (call.operation === operation ? [call.outcome] : [])),
    /** Starts a call and gives up once `operation` is logged. */
    async giveUp<T>(operation: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const shortSignal = new AbortController()
      const count = () =>
        bench.world.calls.after(0).filter((each) => each.operation === operation).length
      const before = count()
      const answer = call(shortSignal.signal)
      while (count() === before) await new Promise((resolve) => setImmediate(resolve))
      shortSignal.abort()
      return answer
    },
  }
}
