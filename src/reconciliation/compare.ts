import type { App } from '../app.ts'
import { startOfLocalDay } from '../brazil/local-time.ts'
import type { CaseKind, Difference } from '../cases/case.ts'
import { disputeLines, disputesOfDays } from './compare-disputes-store.ts'
import {
  installmentLines,
  installmentsOfSales,
  paymentsOfFiles,
} from './compare-installments-store.ts'
import { payoutLines, payoutReturnLines, payoutsOfDays } from './compare-payouts-store.ts'
import { refundLines, refundsOfDays } from './compare-refunds-store.ts'
import { unmatchedLines } from './compare-rows-store.ts'
import { saleLines, salesOfDays } from './compare-sales-store.ts'
import type { LineKind } from './line.ts'
import { matchLines } from './match-lines-store.ts'
import {
  type DayScope,
  daysBetween,
  daysOfCases,
  type FileScope,
  findDifferences,
  type LineRule,
  type LineScope,
  linesBetween,
  linesOfCases,
  mayHave,
  type Rule,
} from './rule-store.ts'

/** A new kind of row needs rules in both directions here. */
const lineRules: readonly LineRule[] = [
  saleLines,
  installmentsOfSales,
  installmentLines,
  refundLines,
  disputeLines,
  payoutLines,
  payoutReturnLines,
  unmatchedLines,
]
const dayRules: readonly Rule<DayScope>[] = [
  salesOfDays,
  refundsOfDays,
  disputesOfDays,
  payoutsOfDays,
]
const fileRules: readonly Rule<FileScope>[] = [paymentsOfFiles]

/**
 * Most days, payments and sets of cases are alike: planning their statements costs more than
 * executing them.
 */
const plannedOnce = { plansOnce: true } as const

/** Kinds that are found again while they are true. */
export const comparedKinds: ReadonlySet<CaseKind> = new Set(
  [...lineRules, ...dayRules, ...fileRules].flatMap(({ kinds }) => kinds),
)

const linesAtOnce = 10_000

const rulesOf = (scope: LineScope): readonly LineRule[] =>
  lineRules.filter(({ lineKinds }) => mayHave(scope, lineKinds))

/**
 * Compares every line of a file with our books, in batches. `lines`: the number of the last line,
 * or 0.
 */
export async function* compareLines(
  { sql }: Pick<App, 'sql'>,
  providerId: string,
  {
    sequence,
    lines,
    lineKinds,
  }: {
    readonly sequence: number
    readonly lines: number
    readonly lineKinds: ReadonlySet<LineKind>
  },
): AsyncGenerator<readonly Difference[], void, undefined> {
  // All lines are matched first, because a refund may precede its sale.
  for (const scope of shares()) await matchLines(sql, scope)
  for (const scope of shares()) yield await findDifferences(sql, rulesOf(scope), scope)

  function* shares() {
    for (let from = 1; from <= lines; from += linesAtOnce) {
      const to = from + linesAtOnce - 1
      yield linesBetween(sql, providerId, { sequence, from, to, lineKinds })
    }
  }
}

/** Compares the payments of some files with the installments due. */
export const comparePayments = (
  { sql }: Pick<App, 'sql'>,
  scope: FileScope,
): Promise<readonly Difference[]> => findDifferences(sql, fileRules, scope, plannedOnce)

/** Compares our books of a day, and of the two days before it, with all files. */
export function compareDay(
  { sql }: Pick<App, 'sql'>,
  providerId: string,
  date: string,
): Promise<readonly Difference[]> {
  const day = Temporal.PlainDate.from(date)
  // Late results with an earlier date are searched for a little longer.
  const span = {
    from: startOfLocalDay(day.subtract({ days: 2 })),
    until: startOfLocalDay(day.add({ days: 1 })),
  }
  return findDifferences(sql, dayRules, daysBetween(sql, providerId, span), plannedOnce)
}

/** Compares the objects of some open cases in their current state. */
export async function compareCases(
  { sql }: Pick<App, 'sql'>,
  providerId: string,
  {
    caseIds,
    sequences,
  }: { readonly caseIds: readonly string[]; readonly sequences: readonly number[] },
): Promise<readonly Difference[]> {
  const lines = linesOfCases(sql, providerId, caseIds)
  await matchLines(sql, lines)
  return [
    ...(await findDifferences(sql, rulesOf(lines), lines, plannedOnce)),
    ...(await findDifferences(sql, dayRules, daysOfCases(sql, providerId, caseIds), plannedOnce)),
    ...(await comparePayments({ sql }, { providerId, sequences })),
  ]
}
