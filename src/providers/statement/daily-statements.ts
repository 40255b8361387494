import { endOfLocalDay, startOfLocalDay } from '../../brazil/local-time.ts'
import { cents } from '../../primitives/money.ts'
import type { PlacelessRow, SettlementFiles, SettlementRow } from '../ports/settlement-file.ts'
import {
  dayOfStatement,
  sequenceOfDay,
  statementDays,
  statementLayout,
  statementName,
} from './statement-days.ts'

/** A day in São Paulo. The last instant belongs to it. */
export interface StatementDay {
  readonly date: string
  readonly from: Date
  readonly to: Date
}

/** A provider that answers by its API what happened on a day. */
export interface StatementSource {
  /** The account that the statements are about. */
  readonly merchant: string
  /**
   * What happened on a day that is over, in an order that stays. Throws when the provider did not
   * answer all of it.
   */
  rows(day: StatementDay, signal: AbortSignal): Promise<readonly PlacelessRow[]>
}

/** The statements of a provider as files: one of each day, with the sums of its own rows. */
export const openDailyStatements = ({ merchant, rows }: StatementSource): SettlementFiles => ({
  list: async (wanted) => ({ kind: 'listed', names: statementDays(wanted).map(statementName) }),
  async *read(name, signal) {
    const date = dayOfStatement(name)
    const day = Temporal.PlainDate.from(date)
    const span = { date, from: startOfLocalDay(day), to: endOfLocalDay(day) }
    yield* framed({ merchant, date }, await rows(span, signal))
  },
})

function* framed(
  { merchant, date }: { readonly merchant: string; readonly date: string },
  rows: readonly PlacelessRow[],
): Generator<SettlementRow, void, undefined> {
  const sums = { sales: 0, net: 0 }
  yield {
    line: 1,
    kind: 'header',
    merchant,
    date,
    sequence: sequenceOfDay(date),
    layoutVersion: statementLayout,
  }
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'sale') sums.sales += row.gross
    if (row.kind === 'installment') sums.net += row.net
    yield { line: index + 2, ...row }
  }
  const line = rows.length + 2
  yield { line, kind: 'trailer', rows: line, sales: cents(sums.sales), net: cents(sums.net) }
}
