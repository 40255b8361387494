import type { StatementLine } from '../../../../contract/wallet.ts'
import type { App } from '../../../app.ts'
import { cashoutFactsOf } from '../../../cashout/cashout-facts-store.ts'
import type { Entry } from '../../../ledger/entry-store.ts'
import { deltaOf, type MerchantBook } from '../../../ledger/posting.ts'
import { methods } from '../../../transactions/methods/methods.ts'
import { saleFactsOf } from '../../../transactions/sale-facts-store.ts'
import type { Column } from '../../request/csv.ts'
import { describeEntry } from './describe-entry.ts'

/** Entries as lines of one statement, with the names people use for their sale or cashout. */
export async function statementLines(
  app: Pick<App, 'sql'>,
  accountId: string,
  entries: readonly Entry[],
  book: MerchantBook,
): Promise<StatementLine[]> {
  const [sales, cashouts] = await Promise.all([
    saleFactsOf(
      app.sql,
      accountId,
      entries.flatMap(({ transactionId }) => transactionId ?? []),
    ),
    cashoutFactsOf(
      app.sql,
      accountId,
      entries.flatMap(({ cause }) => (cause.type === 'cashout' ? cause.id : [])),
    ),
  ])
  return entries.map((entry) => {
    const sale = sales.get(entry.transactionId ?? '')
    const cashout = cashouts.get(entry.cause.id)
    return {
      number: entry.number,
      id: entry.id,
      date: entry.postedAt.toISOString(),
      description: describeEntry(entry),
      amount: deltaOf(entry, book),
      balance: entry.after[book],
      transactionId: entry.transactionId,
      counterparty: sale?.payer ?? cashout?.beneficiary ?? null,
      externalRef: sale?.externalRef ?? cashout?.externalRef ?? null,
      paymentMethod: sale?.method ?? null,
      cause: entry.cause,
    }
  })
}

export const statementColumns: readonly Column<StatementLine>[] = [
  ['Nº', ({ number }) => String(number)],
  ['Data', ({ date }) => new Date(date)],
  ['Descrição', ({ description }) => description],
  ['Quem pagou ou recebeu', ({ counterparty }) => counterparty],
  ['Pedido', ({ externalRef }) => externalRef],
  [
    'Método',
    ({ paymentMethod, cause }) =>
      paymentMethod ? methods[paymentMethod].label : otherMethodLabels[cause.type],
  ],
  ['Valor', ({ amount }) => amount],
  ['Saldo', ({ balance }) => balance],
  ['Transação', ({ transactionId }) => transactionId],
  ['Saque', ({ cause }) => (cause.type === 'cashout' ? cause.id : null)],
]

const otherMethodLabels: Readonly<Record<string, string>> = { cashout: 'Saque por PIX' }
