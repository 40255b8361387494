import { transactionStatusNames } from '../../../../contract/status-names.ts'
import { formatDocument, readDocument } from '../../../brazil/document.ts'
import { cents } from '../../../primitives/money.ts'
import { methods } from '../../../transactions/methods/methods.ts'
import type { Transaction } from '../../../transactions/transaction.ts'
import type { Column } from '../../request/csv.ts'

export const transactionColumns: readonly Column<Transaction>[] = [
  ['Data', ({ createdAt }) => createdAt],
  ['Pagador', ({ order }) => order.customer?.name],
  ['CPF ou CNPJ', ({ order }) => documentText(order.customer?.document?.number)],
  ['Pedido', ({ order }) => order.externalRef],
  ['Método', ({ method }) => methods[method].label],
  ['Parcelas', ({ installments }) => String(installments)],
  ['Situação', ({ status }) => transactionStatusNames[status].pt],
  ['Valor', ({ amount }) => amount],
  ['Tarifa', ({ paidAt, fee }) => paidAt && fee], // A sale that was never paid has no fee.
  ['Líquido', ({ paidAt, amount, fee }) => paidAt && cents(amount - fee)],
  ['Devolvido', ({ refundedAmount }) => refundedAmount],
  ['Pago em', ({ paidAt }) => paidAt],
  ['Transação', ({ id }) => id],
]

/** A spreadsheet keeps the leading zeros of a document that has its punctuation. */
function documentText(document: string | undefined): string | undefined {
  const reading = readDocument(document ?? '')
  return reading.ok ? formatDocument(reading.document) : document
}
