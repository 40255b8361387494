import assert from 'node:assert/strict'
import fc from 'fast-check'
import { grantOf } from '../../src/accounts/grant.ts'
import { decideCashout } from '../../src/cashout/approve-cashout.ts'
import { cancelCashout } from '../../src/cashout/cancel-cashout.ts'
import { createCashout } from '../../src/cashout/create-cashout.ts'
import { handleCashoutNotice } from '../../src/cashout/resolve-cashout.ts'
import { cents } from '../../src/primitives/money.ts'
import { handleRefundNotice } from '../../src/refunds/send-refund.ts'
import { type Command, codeOf, command, nothing, pick, which } from './command.ts'
import { type PayoutOutcome, payoutOutcomes } from './fake-payer.ts'
import { inBook, type ReferenceCashout } from './reference.ts'
import { refusalOfCashout } from './rules.ts'
import { mostToCashOut } from './spendable.ts'
import type { Merchant } from './world.ts'

const outcome = fc.oneof(
  { weight: 3, arbitrary: fc.constant('done' as const) },
  { weight: 5, arbitrary: fc.constantFrom(...payoutOutcomes) },
)

export const payoutCommands: readonly Command<unknown>[] = [
  command(
    'cash out a part',
    5,
    fc.record({ outcome, share: fc.integer({ min: 0, max: 110 }) }),
    async (merchant, given) => {
      const amount = Math.max(
        1,
        Math.trunc((inBook(merchant.reference, 'available') * given.share) / 100),
      )
      const expected = refusalOfCashout(merchant.reference, amount)
      assert.equal(await cashOut(merchant, amount, given.outcome), expected)
    },
  ),

  command('cash out the whole balance, three times at once', 3, outcome, async (merchant, goes) => {
    const amount = mostToCashOut(merchant.reference)
    if (amount === 0) return
    const codes = await Promise.all([1, 2, 3].map(() => cashOut(merchant, amount, goes)))
    assert.deepEqual(codes.toSorted(), ['insufficient-balance', 'insufficient-balance', undefined])
  }),

  command('cancel a cashout', 2, which, async (merchant, index) => {
    const cashout = pick(inStatus(merchant, 'PENDING', 'PROCESSING'), index)
    if (!cashout) return
    const expected = cashout.status === 'PENDING' ? undefined : 'cashout-status-does-not-allow'
    assert.equal(
      await codeOf(cancelCashout(merchant.app, merchant.account.id, cashout.id)),
      expected,
    )
  }),

  command(
    'a person decides about a cashout',
    3,
    fc.record({ which, isApproved: fc.boolean() }),
    async (merchant, given) => {
      const waiting = inStatus(merchant, 'PENDING').filter(({ isWaiting }) => isWaiting)
      const cashout = pick(waiting, given.which)
      if (cashout) await decide(merchant, cashout, given.isApproved)
    },
  ),

  command('the bank reports payouts, twice at once', 2, nothing, reportPayouts),
]

/** Commands that run while workers do the work that time has made due. */
export const rushCommands: readonly Command<unknown>[] = [
  command('cash out money that may become available now', 3, outcome, async (merchant, goes) => {
    const pending = inBook(merchant.reference, 'pending')
    const amounts = [mostToCashOut(merchant.reference), Math.trunc(pending / 12), pending]
    for (const amount of amounts) if (amount > 0) await cashOut(merchant, amount, goes)
  }),

  command('cancel a cashout while it is sent', 2, which, async (merchant, index) => {
    const cashout = pick(inStatus(merchant, 'PENDING'), index)
    if (cashout) await codeOf(cancelCashout(merchant.app, merchant.account.id, cashout.id))
  }),

  command('the bank reports payouts', 1, nothing, reportPayouts),
]

/** Banks report the outcomes of payouts. */
export async function reportPayouts({ app, account, outside }: Merchant): Promise<void> {
  const providerId = account.providers.payout ?? ''
  const take = async (reference: string) =>
    (await handleCashoutNotice(app, providerId, reference)) ||
    (await handleRefundNotice(app, providerId, reference))
  for (const reference of outside.payer.toReport()) {
    const known = await Promise.all([take(reference), take(reference)])
    assert.deepEqual(known, [true, true], 'an unknown payment')
  }
}

export async function decide(
  merchant: Merchant,
  { id }: ReferenceCashout,
  isApproved: boolean,
): Promise<void> {
  const place = { accountId: merchant.account.id, id }
  await decideCashout(merchant.app, place, { isApproved, decidedBy: 'Maria' })
}

const inStatus = ({ reference }: Merchant, ...statuses: string[]): ReferenceCashout[] =>
  [...reference.cashouts.values()].filter(({ status }) => statuses.includes(status))

let keys = 0

function cashOut(
  { app, account, outside, reference }: Merchant,
  amount: number,
  goes: PayoutOutcome,
) {
  keys += 1
  const pixKey = `favorecido-${keys}@exemplo.com.br`
  outside.payer.outcomes.set(pixKey, goes)
  reference.payoutOutcomes.set(pixKey, goes)
  const order = {
    beneficiaryName: null,
    beneficiaryDocument: null,
    description: null,
    postbackUrl: null,
    externalRef: null,
  }
  const request = {
    amount: cents(amount),
    pixKey,
    order,
    skipsDuplicateCheck: false,
    origin: 'request' as const,
    grant: grantOf('secret'),
  }
  return codeOf(createCashout(app, account, request))
}
