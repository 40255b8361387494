import type { App } from '../app.ts'
import type { Case, CaseKind, Difference } from '../cases/case.ts'
import {
  closeAgreed,
  identityOf,
  type OpenCase,
  openCases,
  openCasesAfter,
} from '../cases/case-store.ts'
import { compareCases, comparedKinds } from './compare.ts'
import { lateDay } from './file.ts'
import { brokenFiles, lastFileDate, missingSequences } from './file-store.ts'
import { canStillAgree, type OurSide } from './has-ended.ts'
import { queryAgain } from './query-again.ts'
import { settledKinds, settledSince } from './settled-store.ts'

/**
 * Checks a provider's open cases again. A case whose sides agree now is closed with that reason. A
 * case whose difference changed is updated. One whose line is detached stays as it is.
 * `filesListedAt`: also checks which files were missing when the provider was asked for its list,
 * and which were late. `onBusinessDays`: as in `SettlementFiles`.
 * Returns the number of new cases.
 */
export async function recheckCases(
  app: Pick<App, 'sql' | 'clock'>,
  providerId: string,
  {
    filesListedAt,
    onBusinessDays = false,
  }: { readonly filesListedAt?: Date; readonly onBusinessDays?: boolean } = {},
): Promise<number> {
  const at = app.clock.now()
  const ofFiles = filesListedAt
    ? await fileProblems(app, providerId, { listedAt: filesListedAt, onBusinessDays })
    : noProblems
  const stillTrue = new Set([...ofFiles.certain, ...ofFiles.doubtful].map(identityOf))
  const isJudged = ({ kind, isLineGone }: OpenCase) =>
    (comparedKinds.has(kind) && !isLineGone) || (filesListedAt !== undefined && fileKinds.has(kind))
  const { certain } = ofFiles
  let opened = (await openCases(app.sql, providerId, { differences: certain, at })).length
  for (let after = firstId; ; ) {
    const cases = await openCasesAfter(app.sql, providerId, after, casesAtOnce)
    const last = cases.at(-1)
    if (!last) return opened
    after = last.id
    const caseIds = cases.map(({ id }) => id)
    const sequences = cases.flatMap(({ kind, sequence }) =>
      kind === 'payment-sum-differs' && sequence ? [sequence] : [],
    )
    const differences = await compareCases(app, providerId, { caseIds, sequences })
    for (const each of differences) stillTrue.add(identityOf(each))
    const newCases = await openCases(app.sql, providerId, { differences, at })
    await queryAgain(app.sql, providerId, newCases, app.clock.now())
    opened += newCases.length
    const agreed = cases.filter((each) => isJudged(each) && !stillTrue.has(identityOf(each)))
    await closeAgreed(
      app.sql,
      [...agreed.map(({ id }) => id), ...(await settledSince(app.sql, caseIds))],
      at,
    )
  }
}

const casesAtOnce = 1_000
const firstId = '00000000-0000-0000-0000-000000000000'
const fileKinds: ReadonlySet<CaseKind> = new Set(['file-missing', 'file-late', 'file-broken'])

/** Whether a case closes when both sides agree. A person closes the others. */
export const closesItself = (
  of: Pick<Case, 'kind' | 'expected'>,
  ours: OurSide | undefined,
): boolean =>
  canStillAgree(of, ours) &&
  (comparedKinds.has(of.kind) || fileKinds.has(of.kind) || settledKinds.includes(of.kind))

/** Problems of the sequence of files itself. */
interface FileProblems {
  readonly certain: readonly Difference[]
  /** They open no case. An open case stays. */
  readonly doubtful: readonly Difference[]
}

const noProblems: FileProblems = { certain: [], doubtful: [] }

/** Compares the numbers and dates of the files that were read with those that should exist. */
async function fileProblems(
  { sql }: Pick<App, 'sql'>,
  providerId: string,
  { listedAt, onBusinessDays }: { readonly listedAt: Date; readonly onBusinessDays: boolean },
): Promise<FileProblems> {
  const [missing, broken, lastDate] = await Promise.all([
    missingSequences(sql, providerId),
    brokenFiles(sql, providerId),
    lastFileDate(sql, providerId),
  ])
  const late = lastDate === undefined ? undefined : lateDay(lastDate, listedAt, { onBusinessDays })
  const gaps = missing.map(
    (sequence): Difference => ({
      kind: 'file-missing',
      subject: String(sequence),
      sequence,
      expected: { sequence },
    }),
  )
  // Each broken file without a header may be one of the missing ones.
  const nameless = broken.filter(({ sequence, isClosed }) => sequence === null && !isClosed)
  const mayBeBroken = gaps.length <= nameless.length
  return {
    certain: [
      ...(mayBeBroken ? [] : gaps),
      ...broken.map(
        ({ name }): Difference => ({ kind: 'file-broken', subject: name, reference: name }),
      ),
      ...(late === undefined
        ? []
        : [{ kind: 'file-late', subject: late, expected: { date: late } } satisfies Difference]),
    ],
    doubtful: mayBeBroken ? gaps : [],
  }
}
