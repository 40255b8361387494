import { readBoletoCode } from '../../brazil/boleto-code.ts'
import type { Cents } from '../../primitives/money.ts'

export interface CodesToCheck {
  readonly ourNumber: string
  readonly barcode: string
  readonly digitableLine: string
}

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
export function faultInCodes(codes: CodesToCheck, expected: Expected): string | undefined {
  const dueDate = Temporal.PlainDate.from(expected.dueDate)
  const reading = readBoletoCode(codes.barcode, dueDate)
  if (!reading.ok || reading.code.kind !== 'bank') return 'its barcode is not one of a boleto'
  const { code } = reading
  if (code.digitableLine !== codes.digitableLine) return 'barcode and digitable line do not agree'
  if (code.bank !== '001') return `the barcode is of bank ${code.bank}`
  if (code.amount !== expected.amount) return 'the barcode has another amount'
  if (code.due.kind !== 'date' || !code.due.date.equals(dueDate))
    return 'the barcode has another due date'
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
