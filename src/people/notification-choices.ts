import { type NotificationKind, notificationKinds } from '../../contract/notifications.ts'
import { fieldChanges, isSame } from '../audit-log/field-changes.ts'
import type { Queryable } from '../db/pool.ts'
import { canReceiveMail, type NotificationChoices, receivesMail } from '../mail/notifications.ts'
import { Rejection } from '../primitives/rejection.ts'
import { memberOf, storeChoice } from './notification-choice-store.ts'
import type { PeopleContext } from './people.ts'
import type { Person } from './person.ts'
import { recordPerson } from './record-person.ts'
import { permissionsOf } from './role.ts'

interface Member {
  readonly personId: string
  readonly accountId: string
}

/**
 * Which mails a person receives about an account. Null: the person may not see what they are about.
 * @throws Rejection `not-found`
 */
export async function readNotifications(
  { sql }: { readonly sql: Queryable },
  member: Member,
): Promise<Record<NotificationKind, boolean | null>> {
  const found = await memberOf(sql, member)
  if (!found) throw new Rejection('not-found')
  const { role, permissions: own, choices } = found
  const permissions = permissionsOf({ accountId: member.accountId, role, permissions: own })
  const read = (kind: NotificationKind) =>
    canReceiveMail(kind, permissions) ? receivesMail(kind, { permissions, choices }) : null
  return {
    approval: read('approval'),
    dispute: read('dispute'),
    webhook: read('webhook'),
    cashout: read('cashout'),
    key: read('key'),
  }
}

/**
 * Turns kinds of mail on or off for a person at an account.
 * @throws Rejection `not-found`
 */
export async function chooseNotifications(
  app: Pick<PeopleContext, 'sql' | 'vault' | 'clock' | 'actor'>,
  member: Member & Pick<Person, 'name'>,
  choices: NotificationChoices,
): Promise<void> {
  const { personId: id, accountId, name } = member
  await app.sql.begin(async (tx) => {
    const before = await readNotifications({ sql: tx }, member)
    for (const kind of notificationKinds) {
      const isWanted = choices[kind]
      if (isWanted !== undefined && !(await storeChoice(tx, member, kind, isWanted)))
        throw new Rejection('not-found')
    }
    const fields = fieldChanges(before, await readNotifications({ sql: tx }, member))
    if (isSame(fields)) return
    const change = { action: 'notifications.changed' as const, accountId, ...fields }
    await recordPerson(app, tx, { id, name }, change)
  })
}
