import assert from 'node:assert/strict'

/**
 * An amount in cents of BRL: always a whole, safe, non-negative integer, never a float of reais.
 */
export type Cents = number & { readonly unit: 'cents' }

/** Creates an amount in cents. Asserts, because callers have validated external input. */
export function cents(amount: number): Cents {
  assert(Number.isSafeInteger(amount) && amount >= 0, `not an amount in cents: ${amount}`)
  return amount as Cents
}
