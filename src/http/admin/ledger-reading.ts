import { listOf } from '../../../contract/envelope.ts'
import {
  AccountBalanceWire,
  books,
  LedgerDayWire,
  LedgerEntryWire,
  ListDaysQuery,
  ListLedgerEntriesQuery,
} from '../../../contract/ledger.ts'
import { ListQuery } from '../../../contract/list.ts'
import { type CheckedDay, dayPage } from '../../books-audit/day-check-store.ts'
import { allEntries, balancePage, type EntryPlace } from '../../ledger/all-entries-store.ts'
import { isUuid } from '../../primitives/id.ts'
import { endpoint } from '../request/endpoint.ts'
import { listEndpoint, readPage } from '../request/list-endpoint.ts'
import { byId, cursorOf } from '../request/list-page.ts'
import { choiceOf, periodFrom, type Query, readList } from '../request/list-query.ts'
import { renderEntry } from '../user/wallet/statement.ts'

export const listLedgerDays = listEndpoint({
  summary:
    'Listar os dias fechados dos livros, com o digest de cada um, do mais novo ao mais antigo',
  description:
    'Publique o digest em outro sistema. Se um lançamento até esse dia mudar, o digest calculado de novo será diferente. Cada dia é calculado de novo logo depois de fechado, e uma vez por mês.',
  query: ListDaysQuery,
  item: LedgerDayWire,
  message: { pt: 'Dias dos livros.', en: 'Days of the books.' },
  read: (query) => readPage(query, byDate),
  find: ({ sql }, _, wanted) => dayPage(sql, wanted),
  cursor: ({ date }) => byDate.text(date),
  render: (day) => renderDay(day),
})

export const listLedgerEntries = endpoint({
  summary: 'Listar os lançamentos dos livros: de todas as contas, de uma, ou de um livro',
  description:
    'Por conta, e em cada uma do mais antigo ao mais novo. De um livro raro uma página pode vir curta, ou vazia, com nextCursor: continue por ele.',
  query: ListLedgerEntriesQuery,
  answer: listOf(LedgerEntryWire),
  rejections: ['validation-failed'],
  async handle({ app }, request) {
    const { limit, after, ...filter } = readEntriesQuery(request.query)
    const { entries, next } = await allEntries(app.sql, filter, { limit, ...(after && { after }) })
    return {
      message: { pt: 'Lançamentos dos livros.', en: 'Entries of the books.' },
      data: entries.map((entry) => ({ accountId: entry.accountId, ...renderEntry(entry) })),
      meta: { pagination: { limit, nextCursor: next && byPlace.text(next) } },
    }
  },
})

export const listLedgerBalances = listEndpoint({
  summary: 'Listar os saldos de cada conta: as somas deles estão no balancete',
  query: ListQuery,
  item: AccountBalanceWire,
  message: { pt: 'Saldos das contas.', en: 'Balances of the accounts.' },
  read: (query) => readPage(query, byId),
  find: ({ sql }, _, wanted) => balancePage(sql, wanted),
  cursor: ({ accountId }) => byId.text(accountId),
  render: ({ lastPostedAt, ...balance }) => ({
    ...balance,
    lastPostedAt: lastPostedAt?.toISOString() ?? null,
  }),
})

const renderDay = ({
  date,
  transfers,
  previous,
  digest,
  totals,
  checkedAt,
  isSame,
  isLinked,
}: CheckedDay): LedgerDayWire => ({
  ...{ date, transfers, previous, digest, isLinked, isSame },
  verifiedAt: checkedAt?.toISOString() ?? null,
  books: Object.entries(totals).map(([book, [debits, credits]]) => ({ book, debits, credits })),
})

const byDate = cursorOf<string>(
  (date) => [date],
  (date = '') => (isDate(date) ? date : undefined),
)

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  // PostgreSQL has no year 0.
  return text >= '0001' && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const byPlace = cursorOf<EntryPlace>(
  ({ accountId, number }) => [accountId, number],
  (accountId = '', number = '') =>
    isUuid(accountId) && /^\d{1,15}$/.test(number)
      ? { accountId, number: Number(number) }
      : undefined,
)

const readEntriesQuery = (sent: Query) =>
  readList(ListLedgerEntriesQuery, sent, (reader) => {
    return {
      accountId: reader.query.accountId,
      book: reader.read('book', choiceOf(books), (text) => books.find((book) => book === text)),
      ...periodFrom(reader),
      after: reader.read('cursor', 'cursor', byPlace.read),
    }
  })
