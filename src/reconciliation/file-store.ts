import type { FileStatus } from '../../contract/reconciliation.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import type { Neighbors, SettlementFile } from './file.ts'
import { localDay } from './rule-store.ts'

/**
 * Which of a provider's files are to be read: the new ones in their order, then those that are
 * broken, the one that has waited longest first.
 */
export const filesToRead = (sql: Sql, providerId: string, names: readonly string[]) =>
  sql<{ name: string; isBroken: boolean }[]>`
    select n.name, f.status is not distinct from 'BROKEN' as "isBroken"
    from unnest(${[...names]}::text[]) with ordinality as n (name, place)
    left join settlement_files f on f.provider_id = ${providerId} and f.name = n.name
    where f.status is null or f.status in ('READING', 'BROKEN')
    order by case f.status when 'BROKEN' then f.read_at end nulls first, n.place`

/**
 * The day from which a provider's files may be new: a week before the first gap, else before the
 * last file. A gap that is older than `longestGapDays` before the last file is given up, because a
 * listing may return the first files only. A rejected file is no gap.
 */
export async function readSince(sql: Sql, providerId: string): Promise<string> {
  const [row] = await sql<{ since: string }[]>`
    with known as (
      select * from settlement_files
      where provider_id = ${providerId} and status in ('READ', 'REJECTED')
    ), ends as (
      select min(sequence) as first, max(sequence) as last, max(date) as "lastDate"
      from known
      where status = 'READ'
    ), files as (
      select known.* from known, ends where sequence between ends.first and ends.last
    )
    select coalesce(
      greatest(
        (
          select f.date from files f
          where not exists (select from files n where n.sequence = f.sequence + 1)
          order by f.sequence
          limit 1
        ) - 7,
        (select "lastDate" from ends) - ${longestGapDays}::int),
      (select ${localDay(sql, sql`created_at`)} - 7 from providers where id = ${providerId})
    ) as since`
  if (!row) throw new Error('no such provider')
  return row.since
}

/** Less than the 92 days that Efí's statements list at once. */
const longestGapDays = 80

/** Starts a reading, or starts it again. */
export async function beginFile(sql: Sql, { providerId, name }: FileName, at: Date): Promise<void> {
  await sql`
    insert into settlement_files (provider_id, name, status, started_at)
    values (${providerId}, ${name}, 'READING', ${at})
    on conflict (provider_id, name)
    do update set status = 'READING', sequence = null, date = null,
      started_at = excluded.started_at`
}

/** The file whose place another file claims. */
export async function fileInPlace(
  sql: Sql,
  { providerId, name }: FileName,
  sequence: number,
): Promise<{ readonly name: string; readonly sha256: string } | undefined> {
  const [row] = await sql<{ name: string; sha256: string }[]>`
    select name, encode(sha256, 'hex') as sha256 from settlement_files
    where provider_id = ${providerId} and sequence = ${sequence} and status = 'READ'
      and name <> ${name}`
  return row
}

/** The neighbors of a place that were read, before and after it. */
export async function neighborsOf(
  sql: Sql,
  providerId: string,
  sequence: number,
): Promise<Neighbors | undefined> {
  const files = sql`from settlement_files where provider_id = ${providerId} and status = 'READ'`
  const [row] = await sql<
    { merchant: string | null; before: Neighbor | null; after: Neighbor | null }[]
  >`
    select
      (select merchant ${files} order by sequence limit 1) as merchant,
      (
        select json_build_object('sequence', sequence, 'date', date)
        ${files} and sequence < ${sequence}::int
        order by sequence desc
        limit 1
      ) as before,
      (
        select json_build_object('sequence', sequence, 'date', date)
        ${files} and sequence > ${sequence}::int
        order by sequence
        limit 1
      ) as after`
  if (!row || row.merchant === null) return undefined
  return {
    merchant: row.merchant,
    ...(row.before && { before: row.before }),
    ...(row.after && { after: row.after }),
  }
}

/** Records that its header was read and is valid. */
export async function nameFile(
  sql: Sql,
  { providerId, name }: FileName,
  {
    sequence,
    date,
    merchant,
  }: { readonly sequence: number; readonly date: string; readonly merchant: string },
): Promise<void> {
  await sql`
    update settlement_files set sequence = ${sequence}, date = ${date}, merchant = ${merchant}
    where provider_id = ${providerId} and name = ${name}`
}

/** The place of a file that is being read, if its header was read. */
export async function placeOf(
  sql: Sql,
  { providerId, name }: FileName,
): Promise<number | undefined> {
  const [row] = await sql<{ sequence: number | null }[]>`
    select sequence
    from settlement_files
    where provider_id = ${providerId} and name = ${name} and status = 'READING'`
  return row?.sequence ?? undefined
}

/** Records the end of a reading. */
export async function endFile(
  sql: Sql,
  { providerId, name }: FileName,
  end: FileEnd,
): Promise<void> {
  const { status, header, rows, digest } = end
  await sql`
    update settlement_files
    set status = ${status}, sequence = coalesce(${header?.sequence ?? null}, sequence),
      date = coalesce(${header?.date ?? null}::date, date),
      merchant = coalesce(${header?.merchant ?? null}, merchant), rows = ${rows ?? null}::int,
      sha256 = ${digest ?? null}::bytea, read_at = ${end.at}
    where provider_id = ${providerId} and name = ${name}`
}

export interface FileEnd {
  readonly status: FileStatus
  readonly at: Date
  /** Records the header of a file when it was not recorded before. */
  readonly header?: { readonly sequence: number; readonly date: string; readonly merchant: string }
  readonly rows?: number
  readonly digest?: Buffer
}

/**
 * Sequence numbers that are missing between the first file and the last. A rejected file is not
 * missing.
 */
export async function missingSequences(sql: Sql, providerId: string): Promise<number[]> {
  const rows = await sql<{ sequence: number }[]>`
    with files as (
      select sequence, status from settlement_files
      where provider_id = ${providerId} and sequence is not null
    )
    select s.sequence
    from (
      select min(sequence) as first, max(sequence) as last from files
      where status = 'READ'
    ) as ends
    cross join lateral generate_series(ends.first, ends.last) as s (sequence)
    where not exists (select from files f where f.sequence = s.sequence)`
  return rows.map(({ sequence }) => sequence)
}

/** The day of the newest file, in any state. */
export async function lastFileDate(sql: Sql, providerId: string): Promise<string | undefined> {
  const [row] = await sql<{ date: string | null }[]>`
    select max(date) as date from settlement_files
    where provider_id = ${providerId} and status in ('READ', 'REJECTED', 'BROKEN')`
  return row?.date ?? undefined
}

/**
 * Broken files in whose places no file was read, with their places where their headers were read.
 * `isClosed`: a person closed the case of the file.
 */
export const brokenFiles = (sql: Sql, providerId: string) => sql<
  { name: string; sequence: number | null; isClosed: boolean }[]
>`
  select f.name, f.sequence, exists (
      select from reconciliation_cases k
      where k.provider_id = f.provider_id and k.kind = 'file-broken' and k.subject = f.name
        and k.resolved_by is not null) as "isClosed"
  from settlement_files f
  where f.provider_id = ${providerId} and f.status = 'BROKEN' and not exists (
    select from settlement_files r
    where r.provider_id = f.provider_id and r.sequence = f.sequence and r.status = 'READ')`

/**
 * Days whose files are complete: read, and the next file read too, because it may have a sale of
 * the last minute. A day whose next file is a whole day late is checked without it.
 * `withoutNextUntil` is the first day for which that does not apply yet. Absent: there is none.
 */
export async function daysToJudge(
  sql: Sql,
  providerId: string,
  { withoutNextUntil, limit }: { readonly withoutNextUntil?: string; readonly limit: number },
): Promise<{ readonly name: string; readonly date: string; readonly sequence: number }[]> {
  return sql<{ name: string; date: string; sequence: number }[]>`
    select f.name, f.date, f.sequence from settlement_files f
    where f.provider_id = ${providerId} and f.status = 'READ' and f.judged_at is null
      and (f.date < ${withoutNextUntil ?? null}::date or exists (
        select from settlement_files n
        where n.provider_id = f.provider_id and n.status = 'READ' and n.date = f.date + 1))
    order by f.date limit ${limit}`
}

export async function markJudged(
  sql: Sql,
  { providerId, name }: FileName,
  at: Date,
): Promise<void> {
  await sql`
    update settlement_files
    set judged_at = ${at}
    where provider_id = ${providerId} and name = ${name}`
}

/**
 * The places of the files whose payments may include installments of a file: its own place, and all
 * later places.
 */
export async function sequencesFrom(
  sql: Queryable,
  providerId: string,
  sequence: number,
): Promise<number[]> {
  const rows = await sql<{ sequence: number }[]>`
    select sequence from settlement_files
    where provider_id = ${providerId} and status = 'READ' and sequence >= ${sequence}
    order by 1`
  return rows.map((row) => row.sequence)
}

/** A cursor in the list of files, the newest first. */
export interface FileCursor {
  readonly startedAt: Date
  readonly name: string
  readonly id: string
}

/** One page, the newest first. The files of two providers may have one name and one instant. */
export async function filePage(
  sql: Sql,
  { providerId }: { readonly providerId?: string },
  { limit, after }: { readonly limit: number; readonly after?: FileCursor },
): Promise<SettlementFile[]> {
  const rows = await sql<FileRow[]>`
    select ${columns(sql)}
    from settlement_files
    where true
      ${providerId === undefined ? sql`` : sql`and provider_id = ${providerId}`}
      ${
        after
          ? sql`and (started_at, name, id) < (${after.startedAt}, ${after.name}, ${after.id})`
          : sql``
      }
    order by started_at desc, name desc, id desc limit ${limit}`
  return rows.map(fileFrom)
}

/** One file, in any state. */
export async function fileById(sql: Queryable, id: string): Promise<SettlementFile | undefined> {
  const [row] = await sql<FileRow[]>`
    select ${columns(sql)} from settlement_files where id = ${id}`
  return row && fileFrom(row)
}

/** The id of the file whose lines are at a place. */
export async function fileIdAt(
  sql: Queryable,
  providerId: string,
  sequence: number,
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from settlement_files
    where provider_id = ${providerId} and sequence = ${sequence}
      and status in ('READING', 'READ')`
  return row?.id
}

const columns = (sql: Queryable) => sql`
  id, provider_id as "providerId", name, status, sequence, date, merchant, rows,
  encode(sha256, 'hex') as sha256, started_at as "startedAt", read_at as "readAt"`

/** The newest file of a provider, in any state. */
export const newestFile = async (
  sql: Sql,
  providerId: string,
): Promise<SettlementFile | undefined> => (await filePage(sql, { providerId }, { limit: 1 }))[0]

interface FileName {
  readonly providerId: string
  readonly name: string
}

interface Neighbor {
  readonly sequence: number
  readonly date: string
}

type FileRow = { readonly [Key in keyof SettlementFile]-?: SettlementFile[Key] | null } & Pick<
  SettlementFile,
  'id' | 'providerId' | 'name' | 'status' | 'startedAt'
>

const fileFrom = ({
  sequence,
  date,
  merchant,
  rows,
  sha256,
  readAt,
  ...file
}: FileRow): SettlementFile => ({
  ...file,
  ...(sequence !== null && { sequence }),
  ...(date !== null && { date }),
  ...(merchant !== null && { merchant }),
  ...(rows !== null && { rows }),
  ...(sha256 !== null && { sha256 }),
  ...(readAt !== null && { readAt }),
})
