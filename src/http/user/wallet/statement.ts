import {
  EntriesQuery,
  EntryWire,
  StatementAnswer,
  StatementQuery,
} from '../../../../contract/wallet.ts'
import type { App } from '../../../app.ts'
import { endOfLocalDay, startOfLocalDay } from '../../../brazil/local-time.ts'
import { type Entry, entryPage } from '../../../ledger/entry-store.ts'
import { balanceAt } from '../../../ledger/ledger-store.ts'
import type { MerchantBook } from '../../../ledger/posting.ts'
import { kindTotals, monthFrom } from '../../../overview/month.ts'
import { progressOf, transferTotals } from '../../../overview/totals-store.ts'
import { csvFile, csvName, everyPage, type PageWanted, wantsCsv } from '../../request/csv.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { accountListEndpoint } from '../../request/list-endpoint.ts'
import { pageOf } from '../../request/list-page.ts'
import { renderProgress } from '../overview/overview.ts'
import { describeKind } from './describe-entry.ts'
import { byNumber, readEntriesQuery, readStatementQuery } from './read-wallet-query.ts'
import { statementColumns, statementLines } from './statement-lines.ts'

export const getStatement = accountEndpoint({
  summary: 'Ver o extrato, do mais novo ao mais antigo',
  description:
    'De um saldo por vez, o disponível se `book` não disser outro: o que só passou por outros não aparece nele. Cada linha traz o saldo depois dela. Cada linha diz quem pagou, o pedido e o meio. Com `Accept: text/csv` ou `format=csv` vem o período inteiro num arquivo para planilhas, do mais antigo ao mais novo; o nome do arquivo diz o saldo e o período, e as datas são as de São Paulo.',
  query: StatementQuery,
  answer: StatementAnswer,
  rejections: ['validation-failed'],
  isTable: true,
  async handle({ app }, request) {
    const { holder, query } = request
    const { filter, limit, after } = readStatementQuery(query)
    const book = filter.book ?? 'available'
    const wanted = { ...filter, book }
    const { account } = holder
    if (wantsCsv(request)) {
      const pages = everyPage(
        (page: PageWanted<number>) =>
          entryPage(app.sql, account.id, wanted, { ...page, order: 'oldest' }),
        ({ number }) => number,
      )
      const lines = async function* () {
        for await (const entries of pages) yield statementLines(app, account.id, entries, book)
      }
      return csvFile(csvName(`extrato-${book}`, filter, app.clock.now()), statementColumns, lines())
    }
    const page = {
      limit: limit + 1,
      order: 'newest',
      ...(after !== undefined && { after }),
    } as const
    const entries = await entryPage(app.sql, account.id, wanted, page)
    const { shown, pagination } = pageOf(entries, limit, byNumber.text)
    const month = query.month ? await monthOf(app, account.id, query.month, book) : undefined
    return {
      message: { pt: 'Extrato.', en: 'Statement.' },
      data: await statementLines(app, account.id, shown, book),
      meta: { book, pagination, ...(month && { month }) },
    }
  },
})

/** The balances and the totals of a month of one book. */
async function monthOf(
  app: Pick<App, 'sql'>,
  accountId: string,
  month: string,
  book: MerchantBook,
) {
  const days = monthFrom(month)
  if (!days) throw new Error(`no month: ${month}`)
  // Read first: the totals are then at least as new as it says.
  const progress = await progressOf(app.sql, accountId)
  const start = startOfLocalDay(Temporal.PlainDate.from(days.first))
  const [opening, closing, totals] = await Promise.all([
    balanceAt(app, accountId, new Date(start.getTime() - 1)),
    balanceAt(app, accountId, endOfLocalDay(Temporal.PlainDate.from(days.last))),
    transferTotals(app.sql, accountId, { ...days, book }),
  ])
  const kinds = kindTotals(totals, book).map((kind) => ({
    ...kind,
    description: describeKind(kind),
  }))
  const counted = renderProgress(progress)
  return { month, opening: opening[book], closing: closing[book], kinds, counted }
}

export const listEntries = accountListEndpoint({
  summary: 'Ver os lançamentos por trás de um número',
  description:
    'Cada centavo de um saldo, de uma transação ou de um recebível: de que livro a que livro foi, por quê, e os saldos depois.',
  query: EntriesQuery,
  item: EntryWire,
  message: { pt: 'Lançamentos.', en: 'Entries.' },
  read: readEntriesQuery,
  find: ({ sql }, { holder }, { filter, ...page }) =>
    entryPage(sql, holder.account.id, filter, { ...page, order: 'newest' }),
  cursor: byNumber.text,
  render: (entry) => renderEntry(entry),
})

export const renderEntry = ({
  number,
  id,
  postedAt,
  debit,
  credit,
  amount,
  transactionId,
  receivableId,
  cause,
  after,
}: Entry): EntryWire => ({
  number,
  id,
  date: postedAt.toISOString(),
  from: debit,
  to: credit,
  amount,
  transactionId,
  receivableId,
  cause,
  balances: after,
})
