import { type AuditEntryWire, actorKinds, ListAuditQuery } from '../../contract/audit.ts'
import { operatorScope } from '../audit-log/audit-entry.ts'
import type { AuditFilter, AuditLine } from '../audit-log/audit-list-store.ts'
import { auditSentence } from '../audit-log/audit-sentence.ts'
import { gatewayActor } from '../primitives/actor.ts'
import { defined } from '../primitives/defined.ts'
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
    object: { type: object.type, id: object.id, name: object.name ?? null },
    before: before ?? null,
    after: after ?? null,
  }
}
