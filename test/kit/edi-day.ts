import { paymentsText, salesText } from '../../sandbox/cielo/edi-text.ts'
import type { Row } from '../../sandbox/settlement/row.ts'

/** The files of a small day, which Cielo's own layout can express. */
export const ediFile = { establishment: '1234567890', date: '2026-04-09', sequence: 7 }

const { date } = ediFile
const whole: Row & { kind: 'sale' } = {
  kind: 'sale',
  reference: 'PEDIDO-1',
  providerReference: '10069930690000000001',
  nsu: '000001',
  authorizationCode: 'A1B2C3',
  brand: 'Visa',
  gross: 100_00,
  installments: 1,
  date,
}
const split: Row & { kind: 'sale' } = {
  ...whole,
  reference: 'PEDIDO-2',
  providerReference: '10069930690000000002',
  nsu: '000002',
  brand: 'Master',
  gross: 50_01,
  installments: 2,
}
const part = (
  { providerReference, installments: total }: Row & { kind: 'sale' },
  [number, gross, fee, dueOn]: readonly [number, number, number, string],
): Row & { kind: 'installment' } => ({
  ...{ kind: 'installment', providerReference, number, total, gross, fee, dueOn },
  net: gross - fee,
})
const parts = [
  part(whole, [1, 100_00, 1_99, '2026-05-11']),
  part(split, [1, 25_01, 62, '2026-05-11']),
  part(split, [2, 25_00, 62, '2026-06-08']),
] as const

/** The rows of the day, without payments. */
export const ediDay: readonly Row[] = [
  whole,
  parts[0],
  split,
  parts[1],
  parts[2],
  {
    kind: 'refund',
    providerReference: whole.providerReference,
    refundId: '1',
    amount: 30_00,
    date,
  },
  ...(['chargeback', 'chargeback-reversal'] as const).map(
    (kind): Row => ({
      kind,
      caseId: split.providerReference,
      providerReference: split.providerReference,
      amount: 50_01,
      reason: '10.4',
      date,
    }),
  ),
]

const paidPart = part(whole, [1, 100_00, 1_99, date])

/** The rows that its two files have together. */
export const ediRows: readonly Row[] = [
  ...ediDay,
  { kind: 'payment', date, amount: paidPart.net, bankReference: '' },
]

/** The texts of CIELO03 and CIELO04. */
export const ediTexts = (): [sales: string, payments: string] => [
  salesText(ediFile, ediDay),
  paymentsText(ediFile, [{ sale: whole, part: paidPart }]),
]
