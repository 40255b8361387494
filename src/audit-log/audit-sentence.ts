import { type ActorKind, auditActions } from '../../contract/audit.ts'
import { eventTypes, internalEventTypes } from '../../contract/events.ts'
import type { AuditLine } from './audit-list-store.ts'

/** What an actor is called before its name, in both languages. */
const actorTexts: Record<ActorKind, { readonly pt: string; readonly en: string }> = {
  person: { pt: '%', en: '%' },
  key: { pt: 'A chave %', en: 'The key %' },
  'operator-token': { pt: 'O token do operador', en: 'The operator token' },
  cli: { pt: '% (linha de comando)', en: '% (command line)' },
  worker: { pt: 'O gateway (%)', en: 'The gateway (%)' },
  provider: { pt: 'O provedor %', en: 'The provider %' },
  public: { pt: 'Um visitante sem credencial', en: 'A visitor without credentials' },
  gateway: { pt: 'O gateway', en: 'The gateway' },
}

/** A line of the audit log as a sentence that a person reads. */
export function auditSentence(
  { action, actor, object }: Pick<AuditLine, 'action' | 'actor' | 'object'>,
  language: 'pt' | 'en',
): string {
  if (!actor) return removed[language]
  const who = actorTexts[actor.kind][language].replace('%', () => actor.name)
  const what = object.name ?? object.id
  if (Object.hasOwn(auditActions, action)) {
    const text = auditActions[action as keyof typeof auditActions][language]
    return `${who} ${text.replace('%', () => what)}.`
  }
  return `${who}: ${action} (${what}). ${language === 'pt' ? eventText(action) : ''}`.trim()
}

const eventText = (type: string): string =>
  (({ ...eventTypes, ...internalEventTypes }) as Readonly<Record<string, string>>)[type] ?? ''

const removed = {
  pt: 'O prazo de guarda desta entrada terminou: o conteúdo foi removido.',
  en: 'The retention of this entry has ended: its content was removed.',
}
