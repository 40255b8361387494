import assert from 'node:assert/strict'
import fc from 'fast-check'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { closeDays } from '../../src/books-audit/close-days.ts'
import { trialBalance } from '../../src/books-audit/trial-balance-store.ts'
import { decideAll } from './claim-commands.ts'
import type { Command } from './command.ts'
import { commands, durations } from './commands.ts'
import { compare, compareEnd } from './compare.ts'
import { decide, reportPayouts, rushCommands } from './payout-commands.ts'
import { isDenialDoubted, isLostForGood, isOpen, type Terms } from './reference.ts'
import { giveBackWhatWasLost, reportDeniedCancels } from './refund-commands.ts'
import { endWithdrawals } from './schedule-commands.ts'
import { type Merchant, type ModelWorld, openModelWorld } from './world.ts'

/**
 * The number of merchants of one world. Each has its own sequence of commands. They share the clock
 * and the workers of the world.
 */
export const merchantsInOneWorld = 10

/** One run: the sequences of commands for the merchants of one world. */
export interface Run {
  readonly startsAt: Date
  readonly terms: readonly Terms[]
  readonly rounds: readonly Round[]
}

/**
 * One step of every sequence: a command of each merchant, all concurrently, or time that passes for
 * all of them, or both concurrently.
 */
interface Round {
  readonly passes?: string
  readonly commands?: readonly DrawnCommand[]
}

/** A command with the arguments that were drawn for it. */
interface DrawnCommand {
  readonly name: string
  readonly choice: unknown
  run(merchant: Merchant): Promise<void>
}

export function anyRun(length: number): fc.Arbitrary<Run> {
  const round: fc.Arbitrary<Round> = fc.oneof(
    { weight: 10, arbitrary: fc.record({ commands: oneOfEach(commands) }) },
    { weight: 2, arbitrary: fc.record({ passes: durations }) },
    { weight: 1, arbitrary: fc.record({ passes: durations, commands: oneOfEach(rushCommands) }) },
  )
  return fc.record({
    startsAt: fc
      .integer({ min: 0, max: 3 * 365 * 24 })
      .map((hours) => new Date(firstMs + hours * 3_600_000)),
    terms: forEach(terms),
    rounds: fc.array(round, { minLength: length, maxLength: length }),
  })
}

/**
 * Executes a run in its own world. Throws the first difference between the gateway and the
 * reference, with the history of the merchant.
 */
export async function executeRun({ startsAt, terms: agreed, rounds }: Run): Promise<void> {
  const world = await openModelWorld(startsAt)
  try {
    const merchants = await Promise.all(agreed.map((each) => world.openAccount(each)))
    for (const [index, round] of rounds.entries())
      await executeRound(world, merchants, { number: index + 1, ...round })
    await end(world, merchants)
  } finally {
    await world.close()
  }
}

const firstMs = Date.parse('2027-01-01T03:00:00Z')

const forEach = <Value>(one: fc.Arbitrary<Value>): fc.Arbitrary<readonly Value[]> =>
  fc.array(one, { minLength: merchantsInOneWorld, maxLength: merchantsInOneWorld })

const oneOfEach = (kinds: readonly Command<unknown>[]): fc.Arbitrary<readonly DrawnCommand[]> =>
  forEach(
    fc.oneof(
      ...kinds.map(({ name, weight, choice, run }) => ({
        weight,
        arbitrary: choice.map((chosen) => ({
          name,
          choice: chosen,
          run: (merchant: Merchant) => run(merchant, chosen),
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

async function executeRound(
  world: ModelWorld,
  merchants: readonly Merchant[],
  { number, passes, commands: drawn }: Round & { readonly number: number },
): Promise<void> {
  const runOne = async (merchant: Merchant, index: number, isWatched: boolean) => {
    const command = drawn?.[index]
    assert.ok(command)
    merchant.history.push(
      `${number} ${passes ?? ''} ${command.name} ${JSON.stringify(command.choice)}`,
    )
    await explained(merchant, async () => {
      await command.run(merchant)
      if (isWatched) await compare(merchant)
    })
  }
  if (passes === undefined) {
    await Promise.all(merchants.map((merchant, index) => runOne(merchant, index, true)))
    return
  }
  const runAll = () => Promise.all(merchants.map((each, index) => runOne(each, index, false)))
  // A dispute that holds too little takes new money when a worker reads it. With concurrent
  // commands it is not defined what the worker reads.
  const isRushed = drawn !== undefined && !merchants.some(isShort)
  for (const { reference } of merchants) reference.isConcurrent = isRushed
  if (isRushed) await world.rush(passes, runAll)
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
  // The banks of every second merchant report. The gateway itself queries the others.
  await Promise.all(merchants.map((merchant, index) => index % 2 === 0 && reportPayouts(merchant)))
  const work = () => world.app.worker?.runUntilIdle()
  await Promise.all(merchants.some(isShort) ? [work()] : [work(), work()])
  const looks = merchants.map((merchant) => {
    merchant.history.push(`${line} passed`)
    const { reference, outside } = merchant
    reference.period += 1
    if (outside.losses.count() > reference.lostResponses) reference.lostPeriod = reference.period
    reference.lostResponses = outside.losses.count()
    return explained(merchant, async () => {
      await compare(merchant)
      assertNothingIsLate(merchant)
    })
  })
  await Promise.all(looks)
}

/**
 * Ends all open work and settles all parts. Then the books must equal the money at the providers.
 */
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
 * Whether a dispute holds less than it claims, or has lost less than the provider took. It takes
 * money that comes in or is released.
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
 * After time has passed, nothing that was due is left, and what was under way has ended three
 * periods later.
 */
function assertNothingIsLate({ app, reference }: Merchant): void {
  const now = app.clock.now()
  const isOld = ({ period }: { readonly period: number }) =>
    reference.period - Math.max(period, reference.lostPeriod) >= 3
  for (const { parts } of reference.sales.values())
    for (const { dueOn, dueAt, isSettled } of parts)
      assert.ok(isSettled || dueAt > now, `due on ${dueOn}`)
  for (const refund of reference.refunds.values()) {
    const sale = reference.sales.get(refund.saleId)
    const isPersons = sale !== undefined && isLostForGood(sale, refund)
    if (isDenialDoubted(reference, refund, now)) refund.period = reference.period
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
