import fc from 'fast-check'
import { cents } from '../../src/primitives/money.ts'
import { Rejection } from '../../src/primitives/rejection.ts'
import type { Merchant } from './world.ts'

/**
 * A command of fast-check: one thing that can happen to the money of a merchant. `choice` draws its
 * arguments, and `run` calls the gateway and checks the result against the reference.
 */
export interface Command<Choice> {
  readonly name: string
  /** How often it is chosen, relative to the other commands. */
  readonly weight: number
  readonly choice: fc.Arbitrary<Choice>
  run(merchant: Merchant, choice: Choice): Promise<void>
}

export function command<Choice>(
  name: string,
  weight: number,
  choice: fc.Arbitrary<Choice>,
  run: (merchant: Merchant, choice: Choice) => Promise<void>,
): Command<unknown> {
  return { name, weight, choice, run: (merchant, chosen) => run(merchant, chosen as Choice) }
}

export const anyAmount = fc
  .oneof(fc.integer({ min: 1_00, max: 90_000 }), fc.integer({ min: 10_000, max: 4_000_000 }))
  .map(cents)
/** An index into a list of any length: `pick` takes it modulo the length. */
export const which = fc.nat(1_000)
export const nothing = fc.constant(null)

export const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items[index % Math.max(items.length, 1)]

/**
 * The code of the rejection. `undefined`: the gateway accepted the request. No command expects
 * another error, so any other error fails the run.
 */
export async function codeOf(request: Promise<unknown>): Promise<string | undefined> {
  try {
    await request
    return undefined
  } catch (cause) {
    if (cause instanceof Rejection) return cause.code
    throw cause
  }
}
