/**
 * One line of a daily file (docs/design/providers/settlement-layout.md#rows). Amounts in cents,
 * dates `YYYY-MM-DD` in São Paulo.
 */
export type Row =
  | {
      readonly kind: 'sale'
      readonly reference: string
      readonly providerReference: string
      readonly nsu?: string
      readonly authorizationCode?: string
      readonly brand?: string
      readonly gross: number
      readonly installments: number
      readonly date: string
    }
  | Installment
  | {
      readonly kind: 'payment'
      readonly date: string
      readonly amount: number
      readonly bankReference: string
    }
  | {
      readonly kind: 'refund'
      readonly providerReference: string
      readonly refundId: string
      readonly amount: number
      readonly date: string
    }
  | {
      readonly kind: 'chargeback' | 'chargeback-reversal'
      readonly caseId: string
      readonly providerReference: string
      readonly amount: number
      readonly reason: string
      readonly date: string
    }
  | {
      readonly kind: 'payout' | 'payout-return'
      readonly payoutId: string
      readonly endToEndId: string
      readonly amount: number
      readonly date: string
    }

export interface Installment {
  readonly kind: 'installment'
  readonly providerReference: string
  readonly number: number
  readonly total: number
  readonly gross: number
  readonly fee: number
  readonly net: number
  readonly dueOn: string
}

/** The one version of the layout. */
const layoutVersion = '1'

/** The whole file, line by line: the header, the rows and the trailer. */
export function* linesOf(
  header: { readonly merchant: string; readonly date: string; readonly sequence: number },
  rows: Iterable<Row>,
): Generator<string, void, undefined> {
  const sums = { rows: 2, sales: 0, net: 0 }
  yield line('0', header.merchant, header.date, header.sequence, layoutVersion)
  for (const row of rows) {
    sums.rows += 1
    if (row.kind === 'sale') sums.sales += row.gross
    if (row.kind === 'installment') sums.net += row.net
    yield lineOf(row)
  }
  yield line('9', sums.rows, sums.sales, sums.net)
}

function lineOf(row: Row): string {
  switch (row.kind) {
    case 'sale': {
      const { nsu = '', authorizationCode = '', brand = '', gross, installments, date } = row
      return line(
        '1',
        row.reference,
        row.providerReference,
        nsu,
        authorizationCode,
        brand,
        gross,
        installments,
        date,
      )
    }
    case 'installment':
      return line(
        '2',
        row.providerReference,
        row.number,
        row.total,
        row.gross,
        row.fee,
        row.net,
        row.dueOn,
      )
    case 'payment':
      return line('3', row.date, row.amount, row.bankReference)
    case 'refund':
      return line('4', row.providerReference, row.refundId, row.amount, row.date)
    case 'chargeback':
    case 'chargeback-reversal': {
      const type = row.kind === 'chargeback' ? '5' : '6'
      return line(type, row.caseId, row.providerReference, row.amount, row.reason, row.date)
    }
    case 'payout':
    case 'payout-return':
      return line(
        row.kind === 'payout' ? '8' : 'S',
        row.payoutId,
        row.endToEndId,
        row.amount,
        row.date,
      )
  }
}

/** A field must not contain its separator. */
const line = (...fields: readonly (string | number)[]): string =>
  `${fields.map((field) => String(field).replace(/[;\p{Cc}]/gu, ' ')).join(';')}\n`
