import fc from 'fast-check'
import { cents } from '../../src/primitives/money.ts'
import { Rejection } from '../../src/primitives/rejection.ts'
import type { Merchant } from './world.ts'

/**
 * One kind of thing that can happen to money: what may be chosen, and what it does to the gateway
 * and to the reference.
 */
export interface Move<Choice> {
  readonly name: string
  /** How often, beside the others. */
  readonly weight: number
  readonly choice: fc.Arbitrary<Choice>
  play(merchant: Merchant, choice: Choice): Promise<void>
}

export function move<Choice>(
  name: string,
  weight: number,
  choice: fc.Arbitrary<Choice>,
  play: (merchant: Merchant, choice: Choice) => Promise<void>,
): Move<unknown> {
  return { name, weight, choice, play: (merchant, chosen) => play(merchant, chosen as Choice) }
}

export const anyAmount = fc
  .oneof(fc.integer({ min: 1_00, max: 90_000 }), fc.integer({ min: 10_000, max: 4_000_000 }))
  .map(cents)
/** Which of a list, whatever its length will be. */
export const which = fc.nat(1_000)
export const nothing = fc.constant(null)

export const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items[index % Math.max(items.length, 1)]

/**
 * The code of the refusal; `undefined`: it was taken. Whatever else goes wrong is not expected of
 * any move.
 */
export async function codeOf(asking: Promise<unknown>): Promise<string | undefined> {
  try {
    await asking
    return undefined
  } catch (cause) {
    if (cause instanceof Rejection) return cause.code
    throw cause
  }
}
