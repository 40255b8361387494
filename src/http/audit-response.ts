import { type AuditEntryWire, actorKinds, ListAuditQuery } from '../../contract/audit.ts'
import type { App } from '../app.ts'
import { operatorScope } from '../audit-log/audit-entry.ts'
import type { AuditFilter, AuditLine, AuditPage } from '../audit-log/audit-list-store.ts'
import { auditSentence, objectName } from '../audit-log/audit-sentence.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { gatewayActor } from '../primitives/actor.ts'
import { defined } from '../primitives/defined.ts'
import { type Column, csvFile, csvName } from './request/csv.ts'
import type { ApiRequest, RawResponse } from './request/endpoint.ts'
import { byId } from './request/list-page.ts'
import {
  choiceOf,
  limitFrom,
  oneOrMore,
  periodFrom,
  type Query,
  queryReader,
} from './request/list-query.ts'
import type { Language } from './request/validation.ts'

/** Throws `validation-failed`. */
export function readAuditQuery(sent: Query): AuditFilter {
  const reader = queryReader(ListAuditQuery, sent)
  const by = reader.read('by', choiceOf(actorKinds), oneOrMore(actorKinds))
  const { from, to } = periodFrom(reader)
  const after = reader.read('cursor', 'cursor', byId.read)
  const limit = limitFrom(reader)
  reader.refuse()
  return { limit, ...defined({ by, from, to, after }) }
}

/**
 * The lines that a filter finds as a table, after an entry with the person who exported them. The
 * entry is committed before the first line is sent.
 */
export async function auditFile(
  app: Pick<App, 'sql' | 'vault' | 'clock' | 'actor'>,
  { language }: Pick<ApiRequest, 'language'>,
  {
    of,
    filter: { limit: _, after: __, ...filter },
    read,
  }: {
    /** Whose log it is. Zeros as the id: of the operator. */
    readonly of: { readonly id: string; readonly name: string }
    readonly filter: AuditFilter
    readonly read: (wanted: AuditFilter) => Promise<AuditPage>
  },
): Promise<RawResponse> {
  await app.sql.begin((tx) =>
    recordAudit(app, tx, {
      accountId: of.id,
      action: 'audit.exported',
      object: { type: 'audit_log', ...of },
      after: { ...filter },
    }),
  )
  const pages = everyLine((page) => read({ ...filter, ...page }))
  return csvFile(csvName('auditoria', filter, app.clock.now()), columnsIn(language), pages)
}

/** Every page. A page may be short, and say where the log goes on. */
async function* everyLine(
  read: (page: Pick<AuditFilter, 'limit' | 'after'>) => Promise<AuditPage>,
) {
  for (let after: string | undefined; ; ) {
    const { lines, end } = await read({ limit: linesAtOnce, ...defined({ after }) })
    yield lines
    after = end ?? (lines.length === linesAtOnce ? lines.at(-1)?.id : undefined)
    if (after === undefined) return
  }
}

const linesAtOnce = 500

/** A page of the log for its list. */
export const listed = ({ lines, end }: AuditPage) => ({
  rows: lines,
  nextCursor: end === undefined ? null : byId.text(end),
})

const columnsIn = (language: Language): readonly Column<AuditLine>[] => [
  ['Data', ({ at }) => at],
  ['O que aconteceu', (line) => auditSentence(line, language)],
  ['Ação', ({ action }) => action],
  ['Tipo de autor', ({ actor }) => actor?.kind],
  ['Autor', ({ actor }) => actor?.name],
  ['ID do autor', ({ actor }) => actor?.id],
  ['De onde', ({ actor }) => actor?.address],
  ['Pedido', ({ actor }) => actor?.requestId],
  ['Tipo de objeto', ({ object }) => object.type],
  ['Objeto', ({ object }) => objectName(object, language)],
  ['ID do objeto', ({ object }) => object.id],
  ['Antes', ({ before }) => before && JSON.stringify(before)],
  ['Depois', ({ after }) => after && JSON.stringify(after)],
  ['Conta', ({ accountId }) => (accountId === operatorScope ? undefined : accountId)],
  ['Entrada', ({ id }) => id],
]

export function renderAuditLine(line: AuditLine, language: Language): AuditEntryWire {
  const { accountId, id, at, action, object, before, after } = line
  const actor = line.actor ?? gatewayActor
  return {
    id,
    accountId: accountId === operatorScope ? null : accountId,
    at: at.toISOString(),
    action,
    sentence: auditSentence(line, language),
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    address: actor.address ?? null,
    requestId: actor.requestId ?? null,
    object: { type: object.type, id: object.id, name: objectName(object, language) ?? null },
    before: before ?? null,
    after: after ?? null,
  }
}
