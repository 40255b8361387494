import { readBoletoCode } from '../../brazil/boleto-code.ts'
import type { Cents } from '../../primitives/money.ts'

export interface CodesToCheck {
  readonly barcode: string
  readonly digitableLine: string
}

/** The facts that the codes of every bank contain. */
export interface ExpectedCodes {
  /** Its code in the payment system, three digits. */
  readonly bank: string
  readonly amount: Cents
  /** `YYYY-MM-DD`. */
  readonly dueDate: string
}

/**
 * The reason why a payer must not see these codes. `undefined` when barcode and line agree with
 * each other and with our order.
 */
export function faultInBankCodes(codes: CodesToCheck, expected: ExpectedCodes): string | undefined {
  const dueDate = Temporal.PlainDate.from(expected.dueDate)
  const reading = readBoletoCode(codes.barcode, dueDate)
  if (!reading.ok || reading.code.kind !== 'bank') return 'its barcode is not one of a boleto'
  const { code } = reading
  if (code.digitableLine !== codes.digitableLine) return 'barcode and digitable line do not agree'
  if (code.bank !== expected.bank) return `the barcode is of bank ${code.bank}`
  if (code.amount !== expected.amount) return 'the barcode has another amount'
  if (code.due.kind !== 'date' || !code.due.date.equals(dueDate))
    return 'the barcode has another due date'
  return undefined
}
