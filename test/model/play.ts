import assert from 'node:assert/strict'
import fc from 'fast-check'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { closeDays } from '../../src/books-audit/close-days.ts'
import { trialBalance } from '../../src/books-audit/trial-balance-store.ts'
import { decideAll } from './claim-moves.ts'
import { compare, compareEnd } from './compare.ts'
import type { Move } from './move.ts'
import { durations, moves } from './moves.ts'
import { decide, reportPayouts, rushMoves } from './payout-moves.ts'
import { isLostForGood, isOpen, type Terms } from './reference.ts'
import { giveBackWhatWasLost, reportDeniedCancels } from './refund-moves.ts'
import { endWithdrawals } from './schedule-moves.ts'
import { type Merchant, type ModelWorld, openModelWorld } from './world.ts'

/**
 * So many merchants live in one world, each with a sequence of its own. They share its clock and
 * its workers.
 */
export const merchantsInOneWorld = 10

/** Sequences of so many commands for the merchants of one world. */
export interface Play {
  readonly startsAt: Date
  readonly terms: readonly Terms[]
  readonly acts: readonly Act[]
}

/**
 * One command of every sequence: a move of each merchant, all at once, or time for all of them; or
 * both at once.
 */
interface Act {
  readonly passes?: string
  readonly steps?: readonly Step[]
}

interface Step {
  readonly name: string
  readonly choice: unknown
  play(merchant: Merchant): Promise<void>
}

export function plays(length: number): fc.Arbitrary<Play> {
  const act: fc.Arbitrary<Act> = fc.oneof(
    { weight: 10, arbitrary: fc.record({ steps: oneOfEach(moves) }) },
    { weight: 2, arbitrary: fc.record({ passes: durations }) },
    { weight: 1, arbitrary: fc.record({ passes: durations, steps: oneOfEach(rushMoves) }) },
  )
  return fc.record({
    startsAt: fc
      .integer({ min: 0, max: 3 * 365 * 24 })
      .map((hours) => new Date(firstMs + hours * 3_600_000)),
    terms: forEach(terms),
    acts: fc.array(act, { minLength: length, maxLength: length }),
  })
}

/**
 * Plays it to its end in a world of its own. Throws what does not agree, with everything its
 * merchant had done.
 */
export async function play({ startsAt, terms: agreed, acts }: Play): Promise<void> {
  const world = await openModelWorld(startsAt)
  try {
    const merchants = await Promise.all(agreed.map((each) => world.openAccount(each)))
    for (const [index, act] of acts.entries())
      await playAct(world, merchants, { number: index + 1, ...act })
    await end(world, merchants)
  } finally {
    await world.close()
  }
}

const firstMs = Date.parse('2027-01-01T03:00:00Z')

const forEach = <Value>(one: fc.Arbitrary<Value>): fc.Arbitrary<readonly Value[]> =>
  fc.array(one, { minLength: merchantsInOneWorld, maxLength: merchantsInOneWorld })

const oneOfEach = (kinds: readonly Move<unknown>[]): fc.Arbitrary<readonly Step[]> =>
  forEach(
    fc.oneof(
      ...kinds.map(({ name, weight, choice, play: playMove }) => ({
        weight,
        arbitrary: choice.map((chosen) => ({
          name,
          choice: chosen,
          play: (merchant: Merchant) => playMove(merchant, chosen),
        })),
      })),
    ),
  )

const terms: fc.Arbitrary<Terms> = fc.record({
  owes: fc.boolean(),
  returnsFees: fc.boolean(),
  cashoutFixed: fc.constantFrom(0, 1_50),
  cashoutRate: fc.constantFrom(0, 33),
  approvalAbove: fc.constantFrom(300_00, 1_000_000_000_00),
  checksOwner: fc.boolean(),
})

async function playAct(
  world: ModelWorld,
  merchants: readonly Merchant[],
  { number, passes, steps }: Act & { readonly number: number },
): Promise<void> {
  const stepOf = async (merchant: Merchant, index: number, isWatched: boolean) => {
    const step = steps?.[index]
    assert.ok(step)
    merchant.history.push(`${number} ${passes ?? ''} ${step.name} ${JSON.stringify(step.choice)}`)
    await explained(merchant, async () => {
      await step.play(merchant)
      if (isWatched) await compare(merchant)
    })
  }
  if (passes === undefined) {
    await Promise.all(merchants.map((merchant, index) => stepOf(merchant, index, true)))
    return
  }
  const beside = () => Promise.all(merchants.map((each, index) => stepOf(each, index, false)))
  // A dispute takes what comes in as soon as a worker sees it: with concurrent moves it is not
  // defined what the worker sees.
  const isRushed = steps !== undefined && !merchants.some(isShort)
  for (const { reference } of merchants) reference.isCrowded = isRushed
  if (isRushed) await world.rush(passes, beside)
  else await world.pass(passes)
  await afterTime(world, merchants, `${number} ${passes}`)
}

/** Providers report their outcomes and workers run the due work. Then every row is compared. */
async function afterTime(
  world: ModelWorld,
  merchants: readonly Merchant[],
  line: string,
): Promise<void> {
  await Promise.all(merchants.map((merchant) => reportDeniedCancels(merchant)))
  // The other half is asked.
  await Promise.all(merchants.map((merchant, index) => index % 2 === 0 && reportPayouts(merchant)))
  const work = () => world.app.worker?.runUntilIdle()
  await Promise.all(merchants.some(isShort) ? [work()] : [work(), work()])
  const looks = merchants.map((merchant) => {
    merchant.history.push(`${line} passed`)
    const { reference, outside } = merchant
    reference.turn += 1
    if (outside.losses.count() > reference.lostAnswers) reference.lostTurn = reference.turn
    reference.lostAnswers = outside.losses.count()
    return explained(merchant, async () => {
      await compare(merchant)
      assertNothingIsLate(merchant)
    })
  })
  await Promise.all(looks)
}

/** Everything ends, every part comes; then the books and the money outside are one. */
async function end(world: ModelWorld, merchants: readonly Merchant[]): Promise<void> {
  for (const merchant of merchants) {
    merchant.outside.losses.end()
    for (const cashout of merchant.reference.cashouts.values())
      if (cashout.isWaiting) await decide(merchant, cashout, true)
  }
  await Promise.all(merchants.map((merchant) => endWithdrawals(merchant)))
  await Promise.all(merchants.map((merchant) => explained(merchant, () => settleClaims(merchant))))
  for (const duration of ['P1D', 'P2D', 'P10D', 'P90D', 'P400D']) {
    await world.pass(duration)
    await afterTime(world, merchants, duration)
  }
  await Promise.all(
    merchants.map((merchant) => explained(merchant, async () => compareEnd(merchant))),
  )
  await closeDays(world.app)
  assert.deepEqual(await checkBooks(world.app), [])
  assert.equal((await trialBalance(world.app.sql)).isBalanced, true)
}

async function settleClaims(merchant: Merchant): Promise<void> {
  await compare(merchant)
  await giveBackWhatWasLost(merchant)
  await compare(merchant)
  await decideAll(merchant)
}

/**
 * Whether a dispute blocks less than it claims, or lost less than was taken: what comes in, or is
 * free again, is its.
 */
const isShort = ({ reference: { disputes } }: Merchant): boolean =>
  [...disputes.values()].some((each) => {
    const held = each.held.reduce((sum, { amount }) => sum + amount, 0)
    return isOpen(each) ? held < each.amount : each.status === 'LOST' && each.lost < each.took
  })

async function explained(merchant: Merchant, look: () => Promise<void>): Promise<void> {
  try {
    await look()
  } catch (cause) {
    throw new Error(`after\n${merchant.history.join('\n')}`, { cause })
  }
}

/**
 * Once time has passed, what is due has come, and what was under way has ended three turns later.
 */
function assertNothingIsLate({ app, reference }: Merchant): void {
  const now = app.clock.now()
  const isOld = ({ turn }: { readonly turn: number }) =>
    reference.turn - Math.max(turn, reference.lostTurn) >= 3
  for (const { parts } of reference.sales.values())
    for (const { dueOn, dueAt, isSettled } of parts)
      assert.ok(isSettled || dueAt > now, `due on ${dueOn}`)
  for (const refund of reference.refunds.values()) {
    const sale = reference.sales.get(refund.saleId)
    const isPersons = sale !== undefined && isLostForGood(sale, refund)
    assert.ok(
      refund.status !== 'PROCESSING' || isPersons || !isOld(refund),
      `refund ${refund.id}, ${refund.outcome}`,
    )
  }
  for (const cashout of reference.cashouts.values()) {
    const isOpen =
      cashout.status === 'PROCESSING' || (cashout.status === 'PENDING' && !cashout.isWaiting)
    assert.ok(!isOpen || !isOld(cashout), `cashout ${cashout.id}, ${cashout.outcome}`)
  }
}
