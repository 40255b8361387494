import {
  paymentsText,
  type SoldSale,
  salesText,
  type TakenBack,
} from '../../sandbox/rede/edi-text.ts'
import type { Installment } from '../../sandbox/settlement/row.ts'

/** The files of a small day, which Rede's own layouts can express. */
export const redeFile = { establishment: '10004321', date: '2026-04-09', sequence: 7 }

const { date } = redeFile
const sale = (n: number, change: Partial<SoldSale['sale']> = {}): SoldSale['sale'] => ({
  kind: 'sale',
  reference: `PEDIDO-${n}`,
  providerReference: `1000000000000000000${n}`,
  nsu: String(n),
  authorizationCode: `A1B2C${n}`,
  brand: 'Visa',
  gross: 100_00,
  installments: 1,
  date,
  ...change,
})

const sold = (
  own: SoldSale['sale'],
  parts: readonly (readonly [gross: number, net: number, dueOn: string])[],
): SoldSale => ({
  sale: own,
  parts: parts.map(([gross, net, dueOn], index): Installment => {
    const { providerReference, installments: total } = own
    const number = index + 1
    return {
      ...{ kind: 'installment', providerReference, number, total, gross, fee: gross - net, net },
      dueOn,
    }
  }),
})

const whole = sold(sale(1), [[100_00, 98_01, '2026-05-11']])
const split = sold(sale(2, { brand: 'MASTERCARD', gross: 50_01, installments: 2 }), [
  [25_01, 24_39, '2026-05-11'],
  [25_00, 24_38, '2026-06-08'],
])
const likeIt = sold(sale(3, { brand: 'MASTERCARD', gross: 20_00, installments: 2 }), [
  [10_00, 9_75, '2026-05-11'],
  [10_00, 9_75, '2026-06-08'],
])

/** The sales of the day. Two of them are paid together. */
export const redeSales: readonly SoldSale[] = [whole, split, likeIt]

const paidPart = { sold: whole, part: { ...whole.parts[0], dueOn: date } as Installment }

/** A cancel and a claim of sales of the day. */
export const redeTakenBack: readonly TakenBack[] = [
  { kind: 'cancel', sale: whole.sale, reference: '000000001', amount: 30_00, date },
  {
    kind: 'claim',
    sale: split.sale,
    reference: split.sale.providerReference,
    amount: 50_01,
    date,
  },
]

/** The texts of EEVC and EEFI. */
export const redeTexts = (): [sales: string, payments: string] => [
  salesText(redeFile, redeSales),
  paymentsText(redeFile, { paid: [paidPart], takenBack: redeTakenBack }),
]
