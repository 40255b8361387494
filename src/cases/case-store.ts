import { type CaseStatus, caseStatuses } from '../../contract/reconciliation.ts'
import { columnar } from '../db/columnar.ts'
import { lookedPage, mostLookedAt } from '../db/looked-page.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import type { Statement } from '../db/statement.ts'
import { storableText } from '../db/storable-text.ts'
import { unionAll } from '../db/union-all.ts'
import { newId } from '../primitives/id.ts'
import { agreedNow, type Case, type CaseKind, type Difference } from './case.ts'

/**
 * Opens a case for each difference that has none, and reopens a case that was closed because both
 * sides agreed. A case that a person closed stays closed: the same difference opens no case, and
 * another one opens the subject's next occurrence. Returns the newly opened cases.
 */
export async function openCases(
  sql: Queryable,
  providerId: string,
  { differences, at }: { readonly differences: readonly Difference[]; readonly at: Date },
): Promise<Difference[]> {
  // Two rules may find the same difference.
  const storable = differences.map((each) => ({ ...each, subject: storableText(each.subject) }))
  const found = [...new Map(storable.map((each) => [identityOf(each), each])).values()]
  if (found.length === 0) return []
  const { columns, arrays } = columnar(found, {
    id: ['uuid', () => newId(at.getTime())],
    ...{ kind: 'text', subject: 'text', account_id: 'uuid', object_type: 'text' },
    ...{ object_id: 'uuid', reference: 'text', sequence: 'int', line: 'int' },
    expected: ['jsonb', ({ expected }) => json(expected)],
    found: ['jsonb', (each) => json(each.found)],
  })
  const opened = await sql<{ kind: CaseKind; subject: string; isNew: boolean }[]>`
    insert into reconciliation_cases as c (provider_id, id, kind, subject, occurrence, account_id,
      object_type, object_id, reference, expected, found, sequence, line, opened_at)
    select ${providerId}::uuid, n.id, n.kind, n.subject,
      case when last.resolved_by is not null
          and (last.expected, last.found) is distinct from (n.expected, n.found)
        then last.occurrence + 1
        else coalesce(last.occurrence, 1)
      end,
      n.account_id, n.object_type, n.object_id, n.reference, n.expected, n.found,
      n.sequence, n.line, ${at}
    from unnest(${arrays}) as n (${columns})
    left join lateral (
      select l.occurrence, l.resolved_by, l.expected, l.found from reconciliation_cases l
      where l.provider_id = ${providerId}::uuid and l.kind = n.kind and l.subject = n.subject
      order by l.occurrence desc
      limit 1
    ) as last on true
    on conflict (provider_id, kind, subject, occurrence)
    do update set expected = excluded.expected, found = excluded.found, status = 'OPEN',
      opened_at = case c.status when 'OPEN' then c.opened_at else excluded.opened_at end,
      resolved_at = null, resolution = null
      where c.resolved_by is null
        and (c.status = 'RESOLVED'
          or (c.expected, c.found) is distinct from (excluded.expected, excluded.found))
    returning c.kind, c.subject, c.opened_at = ${at} as "isNew"`
  const fresh = new Set(opened.filter(({ isNew }) => isNew).map(identityOf))
  return found.filter((each) => fresh.has(identityOf(each)))
}

/** An open case with the facts that the recheck needs. */
export type OpenCase = Pick<Case, 'id' | 'kind' | 'subject'> & {
  readonly sequence: number | null
  /** Whether the lines of its file are detached, so that its line cannot be compared again. */
  readonly isLineGone: boolean
}

/** A page of a provider's open cases, sorted by id. */
export const openCasesAfter = (
  sql: Queryable,
  providerId: string,
  afterId: string,
  limit: number,
): Promise<OpenCase[]> => sql<OpenCase[]>`
  select k.id, k.kind, k.subject, k.sequence,
    k.line is not null and exists (
      select from settlement_files f
      where f.provider_id = k.provider_id and f.sequence = k.sequence and f.status = 'READ'
    ) and (
      select l.line from settlement_lines l
      where l.provider_id = k.provider_id and l.sequence = k.sequence
      limit 1
    ) is null as "isLineGone"
  from reconciliation_cases k
  where k.provider_id = ${providerId} and k.status = 'OPEN' and k.id > ${afterId}::uuid
  order by k.id limit ${limit}`

/** Closes a case because both sides agree now. */
export async function closeAgreed(sql: Queryable, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update reconciliation_cases
    set status = 'RESOLVED', resolved_at = ${at}, resolution = ${agreedNow}
    where id = any(${[...ids]}::uuid[]) and status = 'OPEN'`
}

/** Closes a case for a person. False: it is closed already, or does not exist. */
export async function closeByPerson(
  sql: Queryable,
  {
    id,
    resolvedBy,
    note,
    at,
  }: { readonly id: string; readonly resolvedBy: string; readonly note: string; readonly at: Date },
): Promise<boolean> {
  const rows = await sql`
    update reconciliation_cases set status = 'RESOLVED', resolved_at = ${at}, resolution = ${note},
      resolved_by = ${resolvedBy}
    where id = ${id} and status = 'OPEN' returning id`
  return rows.length > 0
}

export async function caseById(sql: Queryable, id: string): Promise<Case | undefined> {
  const [row] = await sql<
    Row[]
  >`select ${columns(sql)} from reconciliation_cases c where id = ${id}`
  return row && caseFrom(row)
}

/** The earlier cases of the same subject, each closed by a person. The newest first. */
export async function earlierCases(sql: Queryable, { id }: Pick<Case, 'id'>): Promise<Case[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)} from reconciliation_cases c
    join reconciliation_cases now on now.id = ${id} and now.provider_id = c.provider_id
      and now.kind = c.kind and now.subject = c.subject
    where c.occurrence < now.occurrence
    order by c.occurrence desc
    limit 20`
  return rows.map(caseFrom)
}

/** The filters of a list. */
export interface CaseFilter {
  readonly statuses?: readonly CaseStatus[]
  readonly kinds?: readonly CaseKind[]
  readonly providerId?: string
  readonly accountId?: string
  readonly fileId?: string
}

/** A cursor in a list that is sorted by newest first. */
export interface CaseCursor {
  readonly openedAt: Date
  readonly id: string
}

/** A page, the newest first. */
export interface CasePage {
  readonly rows: readonly Case[]
  /** Where the search ended before the page was full, and the list goes on. */
  readonly end?: CaseCursor
}

/**
 * A file, an account or else each status is a range of an index. For the other filters a page looks
 * at a bounded number of cases.
 */
export async function casePage(
  sql: Sql,
  filter: CaseFilter,
  { limit, after }: { readonly limit: number; readonly after?: CaseCursor },
): Promise<CasePage> {
  const { ranges, isWhole } = rangesOf(sql, filter)
  const looksAt = isWhole ? limit : mostLookedAt
  const looked = ranges.map(
    (range) => sql`
      select * from reconciliation_cases c
      where ${range}
        ${after ? sql`and (opened_at, id) < (${after.openedAt}, ${after.id}::uuid)` : sql``}
      order by opened_at desc, id desc
      limit ${looksAt}`,
  )
  const rows = await sql<(Row & { readonly fits: boolean; readonly isEnd: boolean })[]>`
    select * from (
      select ${columns(sql)}, turn = ${looksAt} as "isEnd", ${fits(sql, filter)} as fits
      from (
        select *, row_number() over (order by opened_at desc, id desc) as turn
        from (${unionAll(sql, looked)}) as m
        order by opened_at desc, id desc
        limit ${looksAt}) as c) as cases
    where fits or "isEnd"
    order by "openedAt" desc, id desc
    limit ${limit}`
  const { fitting, end } = lookedPage(rows, limit)
  return {
    rows: fitting.map(({ fits: _, isEnd: __, ...row }) => caseFrom(row)),
    ...(!isWhole && end?.openedAt && end.id && { end: { openedAt: end.openedAt, id: end.id } }),
  }
}

/** The newest cases, however many cases have to be looked at. */
export async function newestCases(sql: Sql, filter: CaseFilter, limit: number): Promise<Case[]> {
  const found: Case[] = []
  for (let after: CaseCursor | undefined; ; ) {
    const page = { limit: limit - found.length, ...(after && { after }) }
    const { rows, end } = await casePage(sql, filter, page)
    found.push(...rows)
    if (!end) return found
    after = end
  }
}

/** The ranges to read, and whether they hold nothing but what the filter names. */
function rangesOf(
  sql: Queryable,
  { statuses, kinds, providerId, accountId, fileId }: CaseFilter,
): { readonly ranges: readonly Statement<object[]>[]; readonly isWhole: boolean } {
  const isWhole = !kinds && providerId === undefined
  if (fileId !== undefined)
    return { ranges: [inFile(sql, fileId)], isWhole: isWhole && !statuses && !accountId }
  if (accountId !== undefined)
    return { ranges: [sql`account_id = ${accountId}`], isWhole: isWhole && !statuses }
  const ranges = [...new Set(statuses ?? caseStatuses)].map((status) => sql`status = ${status}`)
  return { ranges, isWhole }
}

const fits = (sql: Queryable, { statuses, kinds, providerId, accountId }: CaseFilter) => sql`
  true
  ${statuses ? sql`and status = any(${[...statuses]})` : sql``}
  ${kinds ? sql`and kind = any(${[...kinds]})` : sql``}
  ${providerId === undefined ? sql`` : sql`and provider_id = ${providerId}`}
  ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}`

/** The cases of a file. One whose place another file has is no part of the comparison. */
const inFile = (sql: Queryable, fileId: string) => sql`
  (provider_id, sequence) = (
    select provider_id, sequence from settlement_files
    where id = ${fileId} and status in ('READING', 'READ'))`

export const identityOf = ({ kind, subject }: Pick<Difference, 'kind' | 'subject'>): string =>
  `${kind} ${subject}`

const json = (facts: Difference['expected']): string | null =>
  facts ? JSON.stringify(facts) : null

type Row = { readonly [Key in keyof Case]-?: Case[Key] | null }

const columns = (sql: Queryable) => sql`
  c.id, c.provider_id as "providerId", c.kind, c.subject, c.status, c.account_id as "accountId",
  c.object_type as "objectType", c.object_id as "objectId", c.reference, c.expected, c.found,
  c.sequence, c.line,
  c.opened_at as "openedAt", c.resolved_at as "resolvedAt", c.resolved_by as "resolvedBy",
  c.resolution`

const caseFrom = (row: Row): Case =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as Case
