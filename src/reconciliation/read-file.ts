import type { App } from '../app.ts'
import type { Difference } from '../cases/case.ts'
import { fileReadMs } from '../providers/polling/timeouts.ts'
import type {
  SettlementFiles,
  SettlementHeader,
  SettlementRow,
  SettlementTrailer,
} from '../providers/ports/settlement-file.ts'
import { SettlementFileBroken } from '../providers/statement/broken.ts'
import { headerProblem, openTally } from './file.ts'
import { beginFile, endFile, fileInPlace, nameFile, neighborsOf, placeOf } from './file-store.ts'
import { type Line, type LineKind, lineFrom } from './line.ts'
import { dropLines, dropOtherMonths, refreshLineStatistics, storeLines } from './line-store.ts'

/** One file that is being read, and its lease. */
export interface Reading {
  readonly providerId: string
  readonly name: string
  readonly files: SettlementFiles
  /** Renews the lease. Throws when another process has it. */
  holdLease(): Promise<void>
}

/**
 * The result of a reading: `read` with its place and last line, ready to be compared, or not
 * usable, with the reason.
 */
export type FileReading =
  | {
      readonly kind: 'read'
      readonly header: SettlementHeader
      /** The number of the last one between header and trailer; 0: there is none. */
      readonly lines: number
      readonly lineKinds: ReadonlySet<LineKind>
      readonly rows: number
      readonly digest: Buffer
      readonly differences: readonly Difference[]
    }
  | { readonly kind: 'unused'; readonly differences: readonly Difference[] }

/**
 * Stores one file's lines in batches, and reports problems of the file itself. It may stop at any
 * line, because a repetition stores the same. A file out of place, or of another merchant, is
 * recorded and not used. Throws if the file is broken.
 */
export async function readFile(
  app: Pick<App, 'sql' | 'clock'>,
  reading: Reading,
): Promise<FileReading> {
  const { providerId, name, files } = reading
  const file = { providerId, name }
  await beginFile(app.sql, file, app.clock.now())
  const rows = files.read(name, AbortSignal.timeout(fileReadMs))[Symbol.asyncIterator]()
  try {
    const first = await rows.next()
    if (first.done || first.value.kind !== 'header')
      return await reject(app, file, { found: { problem: noHeader } })
    const header = first.value
    const taken = await fileInPlace(app.sql, file, header.sequence)
    if (taken) return await recordDouble(app, reading, { rows, header, taken })
    const neighbors = await neighborsOf(app.sql, providerId, header.sequence)
    const mayShareDay = files.hasMovements === true
    const problem = headerProblem(header, neighbors, { mayShareDay })
    if (problem) return await reject(app, file, problem, header)
    await nameFile(app.sql, file, header)
    return await storeAllLines(app, reading, { rows, header })
  } finally {
    await rows.return?.()
  }
}

const linesAtOnce = 1_000
/** A file with more unreadable rows is not a file of this layout. */
const mostUnreadable = 1_000
const noHeader = 'a primeira linha não é o cabeçalho'

interface Opened {
  readonly rows: AsyncIterator<SettlementRow>
  readonly header: SettlementHeader & { readonly line: number }
}

async function storeAllLines(
  app: Pick<App, 'sql' | 'clock'>,
  reading: Reading,
  { rows, header }: Opened,
): Promise<FileReading> {
  const { providerId, name } = reading
  const month = `${header.date.slice(0, 'yyyy-mm'.length)}-01`
  const place = { providerId, sequence: header.sequence, month }
  await dropOtherMonths(app.sql, place)
  const tally = openTally()
  tally.add(header)
  let trailer: SettlementTrailer | undefined
  const lineKinds = new Set<LineKind>()
  let lines: Line[] = []
  let last = 0
  const keep = async () => {
    await reading.holdLease()
    await storeLines(app.sql, place, lines)
    lines = []
  }
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    const row = next.value
    tally.add(row)
    if (row.kind === 'trailer') trailer = row
    const line = lineFrom(row)
    if (line) {
      lines.push(line)
      lineKinds.add(line.kind)
      last = row.line
    }
    if (lines.length >= linesAtOnce) await keep()
    if (tally.unreadable() > mostUnreadable) {
      if (reading.files.hasMovements) throw new SettlementFileBroken('too many unreadable lines')
      await dropAll(app, place)
      return reject(
        app,
        { providerId, name },
        { found: { unreadable: tally.unreadable() } },
        header,
      )
    }
  }
  if (lines.length > 0) await keep()
  await dropAll(app, place, last + 1)
  if (last >= linesAtOnce) await refreshLineStatistics(app.sql, month)
  const problem = tally.trailerProblem(trailer)
  // It moves money, so a whole file has to replace it first. What is readable may be no movement.
  if (problem && reading.files.hasMovements)
    throw new SettlementFileBroken(`the trailer differs: ${JSON.stringify(problem)}`)
  const differences: Difference[] = problem
    ? [
        {
          kind: 'trailer-differs',
          subject: name,
          reference: name,
          sequence: header.sequence,
          ...problem,
        },
      ]
    : []
  return {
    kind: 'read',
    header,
    lines: last,
    lineKinds,
    rows: tally.rows(),
    digest: tally.digest(),
    differences,
  }
}

/** The file is incomplete or cannot be fetched. None of it counts, and it is read again later. */
export async function breakFile(
  app: Pick<App, 'sql' | 'clock'>,
  { providerId, name }: Pick<Reading, 'providerId' | 'name'>,
): Promise<void> {
  const sequence = await placeOf(app.sql, { providerId, name })
  if (sequence !== undefined) await dropAll(app, { providerId, sequence })
  await endFile(app.sql, { providerId, name }, { status: 'BROKEN', at: app.clock.now() })
}

async function dropAll(
  { sql }: Pick<App, 'sql'>,
  place: { readonly providerId: string; readonly sequence: number },
  from = 1,
): Promise<void> {
  while (await dropLines(sql, place, { from, limit: 10_000 })) {
    // Until none are left.
  }
}

/** The file is not ours or not usable. It is not compared. */
async function reject(
  app: Pick<App, 'sql' | 'clock'>,
  file: Pick<Reading, 'providerId' | 'name'>,
  problem: Pick<Difference, 'expected' | 'found'>,
  header?: SettlementHeader,
): Promise<FileReading> {
  await endFile(app.sql, file, {
    status: 'REJECTED',
    at: app.clock.now(),
    ...(header && { header }),
  })
  const { name } = file
  return {
    kind: 'unused',
    differences: [
      {
        kind: 'header-differs',
        subject: name,
        reference: name,
        ...(header && { sequence: header.sequence }),
        ...problem,
      },
    ],
  }
}

/** Another file has its sequence number. The case shows the operator whether the rows are equal. */
async function recordDouble(
  app: Pick<App, 'sql' | 'clock'>,
  { providerId, name, holdLease }: Reading,
  {
    rows,
    header,
    taken,
  }: Opened & { readonly taken: { readonly name: string; readonly sha256: string } },
): Promise<FileReading> {
  const tally = openTally()
  tally.add(header)
  try {
    for (let next = await rows.next(); !next.done; next = await rows.next()) {
      tally.add(next.value)
      if (tally.rows() % linesAtOnce === 0) await holdLease()
    }
  } catch (cause) {
    // It keeps its place: no file of another place is missing because of it.
    if (cause instanceof SettlementFileBroken)
      await endFile(
        app.sql,
        { providerId, name },
        { status: 'BROKEN', at: app.clock.now(), header },
      )
    throw cause
  }
  const digest = tally.digest()
  await endFile(
    app.sql,
    { providerId, name },
    { status: 'DOUBLED', at: app.clock.now(), header, rows: tally.rows(), digest },
  )
  return {
    kind: 'unused',
    differences: [
      {
        kind: 'file-doubled',
        subject: name,
        reference: name,
        sequence: header.sequence,
        expected: { name: taken.name, sha256: taken.sha256 },
        found: { name, sha256: digest.toString('hex') },
      },
    ],
  }
}
