import assert from 'node:assert/strict'
import fc from 'fast-check'
import { handleCardNotice } from '../../src/provider-webhooks/handle-provider-webhook.ts'
import { refundTransaction } from '../../src/refunds/create-refund.ts'
import { type Command, codeOf, command, pick, which } from './command.ts'
import { endToEndIdOf, type RefundOutcome, refundOutcomes } from './fake-providers.ts'
import {
  isLostForGood,
  type Reference,
  type ReferenceRefund,
  type ReferenceSale,
  remainingAmount,
} from './reference.ts'
import { type RefundParameters, refusalOf } from './rules.ts'
import type { Merchant } from './world.ts'

const outcome = fc.oneof(
  { weight: 3, arbitrary: fc.constant('done' as const) },
  { weight: 4, arbitrary: fc.constantFrom(...refundOutcomes) },
)
/** Hundredths of what is left; 0 is one cent, above 100 is too much. */
const share = fc.constantFrom(0, 1, 10, 33, 50, 90, 100, 101)
const skipsDuplicateCheck = fc.boolean()

export const refundCommands: readonly Command<unknown>[] = [
  command(
    'refund all that is left',
    4,
    fc.record({ which, outcome, skipsDuplicateCheck }),
    async (merchant, given) => {
      const sale = pick(refundables(merchant), given.which)
      if (sale)
        await refund(merchant, sale, given.outcome, {
          skipsDuplicateCheck: given.skipsDuplicateCheck,
        })
    },
  ),

  command(
    'refund a part',
    7,
    fc.record({ which, outcome, skipsDuplicateCheck, share }),
    async (merchant, given) => {
      const sale = pick(refundables(merchant), given.which)
      if (!sale) return
      const left = remainingAmount(merchant.reference, sale)
      const amount =
        given.share > 100 ? left + 1 : Math.max(1, Math.trunc((left * given.share) / 100))
      await refund(merchant, sale, given.outcome, {
        amount,
        skipsDuplicateCheck: given.skipsDuplicateCheck,
      })
    },
  ),

  command('refund any sale at all', 1, fc.record({ which, outcome }), async (merchant, given) => {
    const sale = pick([...merchant.reference.sales.values()], given.which)
    if (sale) await refund(merchant, sale, given.outcome, { skipsDuplicateCheck: true })
  }),

  command(
    'refund one sale twice at once',
    3,
    fc.record({ which, outcome, share }),
    async (merchant, given) => {
      const sale = pick(refundables(merchant), given.which)
      if (!sale) return
      const left = remainingAmount(merchant.reference, sale)
      const amount = Math.max(1, Math.min(left, Math.trunc((left * given.share) / 100)))
      await refundAtOnce(merchant, [sale, sale], given.outcome, amount)
    },
  ),

  command('give a lost cancel back by hand', 2, fc.record({ which }), async (merchant, given) => {
    const refund = pick(lostForGood(merchant), given.which)
    if (refund) await giveBackByHand(merchant, refund)
  }),

  command(
    'refund two sales at once',
    2,
    fc.record({ which, other: which, outcome }),
    async (merchant, given) => {
      const sales = refundables(merchant)
      const both = [pick(sales, given.which), pick(sales, given.other)].filter(
        (sale) => sale !== undefined,
      )
      await refundAtOnce(merchant, both, given.outcome)
    },
  ),
]

/** Acquirers report the denial of cancels that they had accepted. */
export async function reportDeniedCancels({ app, account, outside }: Merchant): Promise<void> {
  const providerId = account.providers.card ?? ''
  for (const reference of outside.acquirer.deniedCancels()) {
    const notice = { headers: {}, body: reference }
    await Promise.all([
      handleCardNotice(app, providerId, notice),
      handleCardNotice(app, providerId, notice),
    ])
  }
}

/** An operator refunds the lost cancels in the acquirer's portal; the acquirer reports them. */
export async function giveBackWhatWasLost(merchant: Merchant): Promise<void> {
  for (const refund of lostForGood(merchant)) await giveBackByHand(merchant, refund)
}

const lostForGood = ({ reference: { sales, refunds } }: Merchant): ReferenceRefund[] =>
  [...refunds.values()].filter((refund) => {
    const sale = sales.get(refund.saleId)
    return sale && refund.status === 'PROCESSING' && isLostForGood(sale, refund)
  })

async function giveBackByHand(
  { app, account, outside, reference }: Merchant,
  refund: ReferenceRefund,
): Promise<void> {
  const sale = reference.sales.get(refund.saleId)
  if (!sale) return
  outside.losses.end() // A person queries until the acquirer responds.
  outside.acquirer.giveBack(sale.outside, refund.amount)
  refund.outcome = 'lostDone'
  await handleCardNotice(app, account.providers.card ?? '', { headers: {}, body: sale.outside })
}

const refundables = ({ reference }: Merchant): ReferenceSale[] =>
  [...reference.sales.values()].filter((sale) => sale.status === 'PAID' && sale.method !== 'BOLETO')

async function refund(
  merchant: Merchant,
  sale: ReferenceSale,
  goes: RefundOutcome,
  requested: RefundParameters,
): Promise<void> {
  const expected = refusalOf(merchant.reference, sale, requested, merchant.app.clock.now())
  assert.equal(await askRefund(merchant, sale, goes, requested), expected)
}

/**
 * An outcome that returns no money to the account at once. Otherwise one request could return money
 * after a concurrent one has read the balance, which the reference does not define.
 */
export const givesNothingBack = ({ reference }: Merchant, wanted: RefundOutcome): RefundOutcome =>
  wanted === 'denied' || (wanted === 'done' && reference.terms.returnsFees) ? 'doneLater' : wanted

/**
 * The reference does not define the order of concurrent requests. It defines whether one of them is
 * accepted, and which ones must be rejected.
 */
async function refundAtOnce(
  merchant: Merchant,
  sales: readonly ReferenceSale[],
  wanted: RefundOutcome,
  amount?: number,
): Promise<void> {
  const goes = givesNothingBack(merchant, wanted)
  const requested = { skipsDuplicateCheck: true, ...(amount !== undefined && { amount }) }
  const now = merchant.app.clock.now()
  const before = sales.map((sale) => refusalOf(merchant.reference, sale, requested, now))
  const codes = await Promise.all(sales.map((sale) => askRefund(merchant, sale, goes, requested)))
  for (const [index, code] of codes.entries()) {
    // A refund that was to be rejected is. Another one may be rejected because of a concurrent one.
    if (before[index] !== undefined) assert.ok(code !== undefined, `${before[index]} was accepted`)
  }
  if (sales.length > 0 && before.every((code) => code === undefined))
    assert.ok(codes.includes(undefined), `no request was accepted: ${codes}`)
}

const isUnderWay = ({ refunds }: Reference, { id }: ReferenceSale): boolean =>
  [...refunds.values()].some(({ saleId, status }) => saleId === id && status === 'PROCESSING')

export function askRefund(
  { app, account, outside, reference }: Merchant,
  sale: ReferenceSale,
  goes: RefundOutcome,
  { amount, skipsDuplicateCheck }: RefundParameters,
): Promise<string | undefined> {
  // A card has one refund at a time: a second request must not change the outcome of the first.
  const isBusy = sale.method === 'CREDIT_CARD' && isUnderWay(reference, sale)
  sale.outcome = goes
  if (!isBusy)
    outside.refundOutcomes.set(
      sale.method === 'PIX' ? endToEndIdOf(sale.outside) : sale.outside,
      goes,
    )
  const request = { skipsDuplicateCheck, ...(amount !== undefined && { amount }) }
  return codeOf(refundTransaction(app, account, { id: sale.id, request }))
}
