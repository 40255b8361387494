import type { Cents } from '../../primitives/money.ts'
import { type CodesToCheck, faultInBankCodes } from '../boleto/check-codes.ts'

/** The facts that the codes must contain. */
export interface Expected {
  readonly ourNumber: string
  readonly amount: Cents
  /** `YYYY-MM-DD`. */
  readonly dueDate: string
}

/**
 * The reason why a payer must not see these codes. `undefined` when barcode and line agree with
 * each other and with our order.
 */
export function faultInCodes(
  codes: CodesToCheck & { readonly ourNumber: string },
  expected: Expected,
): string | undefined {
  const fault = faultInBankCodes(codes, { bank: '001', ...expected })
  if (fault) return fault
  if (codes.ourNumber !== expected.ourNumber) return 'it is about another nosso número'
  if (ourNumberIn(codes.barcode) !== expected.ourNumber)
    return 'the barcode has another nosso número'
  return undefined
}

/**
 * Campo livre of a convênio of 7 digits: six zeros, then nosso número without its first three
 * digits, then the carteira.
 */
export const ourNumberIn = (barcode: string): string => `000${barcode.slice(25, 42)}`
