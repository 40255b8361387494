import type { NotificationKind } from '../../contract/notifications.ts'
import type { Queryable, Tx } from '../db/pool.ts'
import type { Audience, NotificationChoices } from '../mail/notifications.ts'
import type { Language } from './person.ts'
import { permissionsOf } from './role.ts'

interface MemberRow {
  readonly personId: string
  readonly accountId: string
  readonly accountName: string
  readonly email: string
  readonly language: Language
  readonly role: string
  readonly permissions: readonly string[] | null
  readonly choices: NotificationChoices
}

/**
 * The active persons of these accounts, with what they may do and which mails they want. An account
 * without persons is left out.
 */
export async function audiencesOf(
  db: Queryable,
  accountIds: readonly string[],
): Promise<readonly Audience[]> {
  const rows = await db<MemberRow[]>`
    select m.account_id as "accountId", a.name as "accountName", p.id as "personId", p.email,
      p.language, m.role, r.permissions,
      coalesce((
        select json_object_agg(c.kind, c.is_wanted)
        from people.notification_choices c
        where c.person_id = m.person_id and c.account_id = m.account_id
      ), '{}') as choices
    from people.memberships m
      join accounts a on a.id = m.account_id
      join people.persons p on p.id = m.person_id
      left join people.account_roles r on r.account_id = m.account_id and r.name = m.role
    where m.account_id = any(${[...accountIds]}::uuid[]) and p.status = 'active'
    order by m.account_id, p.email`
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId)
  return [...byAccount].map(([accountId, members]) => ({
    accountId,
    accountName: members[0]?.accountName ?? '',
    recipients: members.map(({ personId, email, language, choices, role, permissions }) => ({
      personId,
      to: email,
      language,
      permissions: permissionsOf({ accountId, role, permissions }),
      choices,
    })),
  }))
}

/** Stores one choice of a member. False: the person does not belong to the account. */
export async function storeChoice(
  tx: Tx,
  { personId, accountId }: { readonly personId: string; readonly accountId: string },
  kind: NotificationKind,
  isWanted: boolean,
): Promise<boolean> {
  const rows = await tx`
    insert into people.notification_choices (person_id, account_id, kind, is_wanted)
    select person_id, account_id, ${kind}, ${isWanted}
    from people.memberships
    where person_id = ${personId} and account_id = ${accountId}
    on conflict (person_id, account_id, kind)
    do update set is_wanted = excluded.is_wanted, updated_at = now()
    returning kind`
  return rows.length > 0
}

/** Undefined: the person does not belong to the account. */
export async function memberOf(
  db: Queryable,
  { personId, accountId }: { readonly personId: string; readonly accountId: string },
): Promise<Pick<MemberRow, 'role' | 'permissions' | 'choices'> | undefined> {
  const [row] = await db<Pick<MemberRow, 'role' | 'permissions' | 'choices'>[]>`
    select m.role, r.permissions,
      coalesce((
        select json_object_agg(c.kind, c.is_wanted)
        from people.notification_choices c
        where c.person_id = m.person_id and c.account_id = m.account_id
      ), '{}') as choices
    from people.memberships m
      left join people.account_roles r on r.account_id = m.account_id and r.name = m.role
    where m.person_id = ${personId} and m.account_id = ${accountId}`
  return row
}
