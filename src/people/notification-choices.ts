import {
  isTold,
  mayBeTold,
  type NotificationKind,
  notificationKinds,
} from '../mail/notifications.ts'
import { Rejection } from '../primitives/rejection.ts'
import { keepChoice, memberOf } from './notification-choice-store.ts'
import type { PeopleContext } from './people.ts'
import { permissionsOf } from './role.ts'

interface Member {
  readonly personId: string
  readonly accountId: string
}

/**
 * Which mails a person receives about an account. A kind that the person may not see is left out.
 * @throws Rejection `not-found`
 */
export async function readNotifications(
  { sql }: Pick<PeopleContext, 'sql'>,
  member: Member,
): Promise<Partial<Record<NotificationKind, boolean>>> {
  const found = await memberOf(sql, member)
  if (!found) throw new Rejection('not-found')
  const { role, permissions: own, choices } = found
  const permissions = permissionsOf({ accountId: member.accountId, role, permissions: own })
  return Object.fromEntries(
    notificationKinds
      .filter((kind) => mayBeTold(kind, permissions))
      .map((kind) => [kind, isTold(kind, { permissions, choices })]),
  )
}

/**
 * Turns kinds of mail on or off for a person at an account.
 * @throws Rejection `not-found`
 */
export async function chooseNotifications(
  { sql }: Pick<PeopleContext, 'sql'>,
  member: Member,
  choices: Partial<Record<NotificationKind, boolean>>,
): Promise<void> {
  await sql.begin(async (tx) => {
    for (const kind of notificationKinds) {
      const isWanted = choices[kind]
      if (isWanted !== undefined && !(await keepChoice(tx, member, kind, isWanted)))
        throw new Rejection('not-found')
    }
  })
}
