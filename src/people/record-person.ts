import type { AuditAction } from '../../contract/audit.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { Tx } from '../db/pool.ts'
import type { PeopleContext } from './people.ts'
import type { Person } from './person.ts'

type Named = Pick<Person, 'id' | 'name'>

interface PersonChange {
  readonly action: AuditAction
  /** Null: of the operator, or of no account. */
  readonly accountId?: string | null
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/** Adds a change of a person to the audit log, in the transaction of the change. */
export const recordPerson = (
  app: Pick<PeopleContext, 'vault' | 'clock' | 'actor'>,
  tx: Tx,
  { id, name }: Named,
  { accountId, ...change }: PersonChange,
): Promise<void> =>
  recordAudit(app, tx, {
    ...change,
    ...(typeof accountId === 'string' && { accountId }),
    object: { type: 'person', id, name },
  })

/** A person who shows a password or a link acts, though no login is open yet. */
export const actingAs = <App extends Pick<PeopleContext, 'actor'>>(
  app: App,
  { id, name }: Named,
): App => ({ ...app, actor: { ...app.actor, kind: 'person', id, name } })
