import assert from 'node:assert/strict'
import fc from 'fast-check'
import { refundTransaction } from '../../src/refunds/create-refund.ts'
import { type Command, codeOf, command, pick, which } from './command.ts'
import { type PayoutOutcome, payoutOutcomes } from './fake-payer.ts'
import { type ReferenceSale, remainingAmount } from './reference.ts'
import { needsKey, type RefundParameters, refusalOf } from './rules.ts'
import type { Merchant } from './world.ts'

const outcome = fc.oneof(
  { weight: 2, arbitrary: fc.constant('done' as const) },
  { weight: 4, arbitrary: fc.constantFrom(...payoutOutcomes) },
)
/** Hundredths of what is left; above 100 is too much. */
const share = fc.constantFrom(1, 33, 50, 100, 100, 101)

export const keyRefundCommands: readonly Command<unknown>[] = [
  command(
    'refund to a key',
    9,
    fc.record({ which, outcome, share, skipsDuplicateCheck: fc.boolean() }),
    async (merchant, given) => {
      const sale = pick(wayless(merchant), given.which)
      if (!sale) return
      const requested = {
        amount: partOf(merchant, sale, given.share),
        skipsDuplicateCheck: given.skipsDuplicateCheck,
        isToKey: true,
      }
      const expected = refusalOf(merchant.reference, sale, requested, merchant.app.clock.now())
      assert.equal(await askKeyRefund(merchant, sale, given.outcome, requested), expected)
    },
  ),

  command(
    'refund to a key, twice at once',
    3,
    fc.record({ which, outcome, share }),
    async (merchant, given) => {
      const sale = pick(wayless(merchant), given.which)
      if (!sale) return
      // What is refused at once frees what the other could not have.
      const goes = given.outcome === 'refused' ? 'failedLater' : given.outcome
      const requested = {
        amount: partOf(merchant, sale, given.share),
        skipsDuplicateCheck: true,
        isToKey: true,
      }
      const expected = refusalOf(merchant.reference, sale, requested, merchant.app.clock.now())
      const codes = await Promise.all(
        [1, 2].map(() => askKeyRefund(merchant, sale, goes, requested)),
      )
      if (expected === undefined)
        assert.ok(codes.includes(undefined), `no request was served: ${codes}`)
      else assert.ok(!codes.includes(undefined), `${expected} was taken`)
    },
  ),

  command(
    'refund any sale at all to a key',
    1,
    fc.record({ which, outcome }),
    async (merchant, given) => {
      const sale = pick([...merchant.reference.sales.values()], given.which)
      if (!sale) return
      const requested = { skipsDuplicateCheck: true, isToKey: true }
      const expected = refusalOf(merchant.reference, sale, requested, merchant.app.clock.now())
      assert.equal(await askKeyRefund(merchant, sale, given.outcome, requested), expected)
    },
  ),
]

/** Paid, and what there is of it has no way back. */
const wayless = ({ app, reference }: Merchant): ReferenceSale[] =>
  [...reference.sales.values()].filter(
    (sale) => sale.status === 'PAID' && needsKey(sale, app.clock.now()),
  )

function partOf({ reference }: Merchant, sale: ReferenceSale, hundredths: number): number {
  const left = remainingAmount(reference, sale)
  return hundredths > 100 ? left + 1 : Math.max(1, Math.trunc((left * hundredths) / 100))
}

let keys = 0

function askKeyRefund(
  { app, account, outside, reference }: Merchant,
  { id }: ReferenceSale,
  goes: PayoutOutcome,
  { amount, skipsDuplicateCheck }: RefundParameters,
): Promise<string | undefined> {
  keys += 1
  const pixKey = `pagador-${keys}@exemplo.com.br`
  outside.payer.outcomes.set(pixKey, goes)
  reference.payoutOutcomes.set(pixKey, goes)
  const request = { key: { pixKey }, skipsDuplicateCheck, ...(amount !== undefined && { amount }) }
  return codeOf(refundTransaction(app, account, { id, request }))
}
