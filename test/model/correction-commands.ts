import assert from 'node:assert/strict'
import fc from 'fast-check'
import { postCorrection } from '../../src/ledger/post-correction.ts'
import { cents } from '../../src/primitives/money.ts'
import { anyAmount, type Command, codeOf, command, pick, which } from './command.ts'
import { type Book, inBook } from './reference.ts'
import { refusalOfCorrection } from './rules.ts'
import type { Merchant } from './world.ts'

/**
 * What is to come, and what waits, belong to parts and holds that a correction does not change:
 * those are left alone.
 */
const books = [
  'available',
  'debt',
  'fees',
  'orphan-funds',
  'clearing:pix',
  'clearing:payout',
] as const
const pair = fc.shuffledSubarray([...books], { minLength: 2, maxLength: 2 })

export const correctionCommands: readonly Command<unknown>[] = [
  command(
    'an operator corrects the books, twice at once',
    3,
    fc.record({ pair, amount: anyAmount, isAll: fc.boolean() }),
    async (merchant, given) => {
      const { reference } = merchant
      const [debit = 'available', credit = 'fees'] = given.pair
      const most = debit === 'available' ? inBook(reference, debit) : 0 - inBook(reference, 'debt')
      const amount = given.isAll && most > 0 ? most : given.amount
      const requested = { debit, credit, amount, isPosted: false }
      keys += 1
      const expected = refusalOfCorrection(reference, requested)
      reference.corrections.set(`${keys}`, requested)
      const post = () => correct(merchant, `${keys}`, requested)
      assert.deepEqual(await Promise.all([post(), post()]), [expected, expected])
    },
  ),

  command(
    'an operator repeats a correction',
    1,
    fc.record({ which, more: fc.constantFrom(0, 1) }),
    async (merchant, given) => {
      const posted = [...merchant.reference.corrections].filter(([, { isPosted }]) => isPosted)
      const [key, earlier] = pick(posted, given.which) ?? []
      if (key === undefined || !earlier) return
      const code = await correct(merchant, key, { ...earlier, amount: earlier.amount + given.more })
      assert.equal(code, given.more === 0 ? undefined : 'idempotency-key-reused')
    },
  ),
]

let keys = 0

const correct = (
  { app, account: { id: accountId } }: Merchant,
  key: string,
  {
    debit,
    credit,
    amount,
  }: { readonly debit: Book; readonly credit: Book; readonly amount: number },
): Promise<string | undefined> =>
  codeOf(
    postCorrection(app, {
      ...{
        accountId,
        debit: debit as AdjustableBook,
        credit: credit as AdjustableBook,
        amount: cents(amount),
        key,
      },
      ...{ reason: 'Conferência com o banco', correctedBy: 'Maria' },
    }),
  )

type AdjustableBook = (typeof books)[number]
