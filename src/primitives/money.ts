import assert from 'node:assert/strict'

/** An amount in cents of BRL: always a whole, safe, non-negative integer, never a float of reais. */
export type Cents = number & { readonly unit: 'cents' }

/** Where cents are born. Asserts: callers have validated what people sent. */
export function cents(amount: number): Cents {
  assert(Number.isSafeInteger(amount) && amount >= 0, `not an amount in cents: ${amount}`)
  return amount as Cents
}
