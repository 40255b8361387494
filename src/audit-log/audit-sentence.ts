import { approvalActionTexts } from '../../contract/approval.ts'
import { type ActorKind, auditActions } from '../../contract/audit.ts'
import { eventSentences } from '../../contract/event-sentences.ts'
import type { AuditLine } from './audit-list-store.ts'

type Language = 'pt' | 'en'
type Texts = Readonly<Record<Language, string>>

/** What an actor is called before its name, in both languages. */
const actorTexts: Readonly<Record<ActorKind, Texts>> = {
  person: { pt: '%', en: '%' },
  key: { pt: 'A chave %', en: 'The key %' },
  'operator-token': { pt: 'O token do operador', en: 'The operator token' },
  cli: { pt: '% (linha de comando)', en: '% (command line)' },
  // The job is a part of the actor. Its name says nothing to a person.
  worker: { pt: 'O gateway', en: 'The gateway' },
  provider: { pt: 'O provedor %', en: 'The provider %' },
  public: { pt: 'Um visitante sem credencial', en: 'A visitor without credentials' },
  gateway: { pt: 'O gateway', en: 'The gateway' },
}

const sentences: Readonly<Record<string, Texts>> = { ...auditActions, ...eventSentences }

/** A line of the audit log as a sentence that a person reads. */
export function auditSentence(
  { action, actor, object }: Pick<AuditLine, 'action' | 'actor' | 'object'>,
  language: Language,
): string {
  if (!actor) return removed[language]
  const who = actorTexts[actor.kind][language].replace('%', () => visible(actor.name))
  const what = objectName(object, language) ?? object.id
  const text = Object.hasOwn(sentences, action) ? sentences[action]?.[language] : undefined
  return `${who} ${text?.replace('%', () => what) ?? `${action} ${what}`}.`
}

/**
 * The name of an object as people know it. Undefined: it has none. An approval is stored as the
 * action and the name of its subject, and the clock as the duration of the move.
 */
export function objectName(
  { type, id, name }: AuditLine['object'],
  language: Language,
): string | undefined {
  if (type === 'clock') return durationText(id, language)
  if (name === undefined) return undefined
  if (type !== 'approval') return visible(name)
  const [action = '', ...subject] = visible(name).split(' ')
  const text = Object.hasOwn(approvalActionTexts, action)
    ? approvalActionTexts[action as keyof typeof approvalActionTexts][language]
    : action
  return [text, ...subject].join(' ')
}

function durationText(text: string, language: Language): string {
  const duration = Temporal.Duration.from(text)
  return duration.toLocaleString(language === 'pt' ? 'pt-BR' : 'en', {
    style: 'long',
    // No unit of an empty duration would be shown.
    ...(duration.blank && { secondsDisplay: 'always' }),
  })
}

/**
 * A name with a sign in place of each character that prints nothing or turns the text around. A
 * program chooses the names of keys and accounts, and no sentence may read as another one.
 */
const visible = (name: string): string => name.replace(invisible, '\u{fffd}')
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

const removed: Texts = {
  pt: 'O prazo de guarda desta entrada terminou: o conteúdo foi removido.',
  en: 'The retention of this entry has ended: its content was removed.',
}
