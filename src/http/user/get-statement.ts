import { Readable } from 'node:stream'
import { listOf } from '../../../contract/envelope.ts'
import {
  EntriesQuery,
  EntryWire,
  StatementAnswer,
  type StatementLine,
  StatementQuery,
} from '../../../contract/wallet.ts'
import { localDate, localIso } from '../../brazil/local-time.ts'
import { allEntries, type Entry, entryPage } from '../../ledger/entry-store.ts'
import { deltaOf, type MerchantBook } from '../../ledger/posting.ts'
import type { AskedByAccount, Endpoint } from '../endpoint.ts'
import { pageOf } from '../list-page.ts'
import { describeEntry } from './describe-entry.ts'
import { byNumber, readEntriesQuery } from './read-wallet-query.ts'

export const getStatement: Endpoint<AskedByAccount> = {
  summary: 'Ver o extrato, do mais novo ao mais antigo',
  description:
    'De um saldo por vez, o disponível se `book` não disser outro: o que só passou por outros não aparece nele. Cada linha traz o saldo depois dela. Com `Accept: text/csv` vem o período inteiro num arquivo, do mais antigo ao mais novo; o nome do arquivo diz o saldo e o período, e as datas são as de São Paulo.',
  query: StatementQuery,
  answer: StatementAnswer,
  rejections: ['validation-failed'],
  async handle({ app }, { holder, query, headers }) {
    const { filter, limit, after } = readEntriesQuery(query, StatementQuery)
    const book = filter.book ?? 'available'
    const wanted = { ...filter, book }
    if (wantsCsv(headers.accept)) {
      return csvFile(
        csvName(book, filter, app.clock.now()),
        csvLines(allEntries(app.sql, holder.account.id, wanted), book),
      )
    }
    const page = { limit: limit + 1, order: 'newest', ...(after !== undefined && { after }) } as const
    const entries = await entryPage(app.sql, holder.account.id, wanted, page)
    const { shown, pagination } = pageOf(entries, limit, byNumber.text)
    return {
      message: { pt: 'Extrato.', en: 'Statement.' },
      data: shown.map((entry) => renderLine(entry, book)),
      beside: { book, pagination },
    }
  },
}

export const getEntries: Endpoint<AskedByAccount> = {
  summary: 'Ver os lançamentos por trás de um número',
  description:
    'Cada centavo de um saldo, de uma transação ou de um recebível: de que livro a que livro foi, por quê, e os saldos depois.',
  query: EntriesQuery,
  answer: listOf(EntryWire),
  rejections: ['validation-failed'],
  async handle({ app }, { holder, query }) {
    const { filter, limit, after } = readEntriesQuery(query, EntriesQuery)
    const page = { limit: limit + 1, order: 'newest', ...(after !== undefined && { after }) } as const
    const entries = await entryPage(app.sql, holder.account.id, filter, page)
    const { shown, pagination } = pageOf(entries, limit, byNumber.text)
    return {
      message: { pt: 'Lançamentos.', en: 'Entries.' },
      data: shown.map(renderEntry),
      beside: { pagination },
    }
  },
}

const renderLine = (entry: Entry, book: MerchantBook): StatementLine => ({
  number: entry.number,
  id: entry.id,
  date: entry.postedAt.toISOString(),
  description: describeEntry(entry),
  amount: deltaOf(entry, book),
  balance: entry.after[book],
  transactionId: entry.transactionId,
  cause: entry.cause,
})

const renderEntry = ({
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

/** Asked for by name: whoever takes anything gets JSON. */
const wantsCsv = (accept: string | undefined): boolean => /\btext\/csv\b/i.test(accept ?? '')

/** `extrato-pending-2026-11-01-a-2026-11-30.csv`: without a beginning, all there is until then. */
function csvName(book: MerchantBook, { from, to }: { readonly from?: Date; readonly to?: Date }, now: Date): string {
  const until = localDate(to && to < now ? to : now)
  return `extrato-${book}-${from ? `${localDate(from)}-a-${until}` : `ate-${until}`}.csv`
}

const csvFile = (name: string, lines: AsyncIterable<string>) => ({
  status: 200,
  body: Readable.from(lines),
  headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}"` },
})

/** RFC 4180, amounts in cents. No field holds a comma, a quote or anything a merchant's customer wrote. */
async function* csvLines(entries: AsyncIterable<Entry>, book: MerchantBook): AsyncGenerator<string> {
  yield 'number,date,description,amount,balance,transactionId,causeType,causeId,effect\r\n'
  for await (const entry of entries) {
    const { number, description, amount, balance, transactionId, cause } = renderLine(entry, book)
    yield `${[number, localIso(entry.postedAt), description, amount, balance, transactionId ?? '', cause.type, cause.id, cause.effect].join(',')}\r\n`
  }
}
