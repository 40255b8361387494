import type { Queryable, Tx } from '../db/pool.ts'
import type { Language } from './person.ts'

/** A link with which one person joins an account or the operator. */
export interface Invitation {
  readonly id: string
  readonly email: string
  /** Null: the operator. */
  readonly accountId: string | null
  readonly accountName: string | null
  readonly role: string
  readonly language: Language
  readonly invitedBy: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly acceptedAt: Date | null
  readonly withdrawnAt: Date | null
}

export async function insertInvitation(
  db: Queryable,
  given: Pick<Invitation, 'id' | 'email' | 'accountId' | 'role' | 'language' | 'invitedBy'> & {
    readonly digest: Buffer
    readonly lastsSeconds: number
  },
): Promise<Date> {
  const [row] = await db<{ expiresAt: Date }[]>`
    insert into people.invitations
      (id, digest, email, account_id, role, language, invited_by, expires_at)
    values (${given.id}, ${given.digest}, ${given.email}, ${given.accountId}, ${given.role},
      ${given.language}, ${given.invitedBy}, now() + ${given.lastsSeconds} * interval '1 second')
    returning expires_at as "expiresAt"`
  if (!row) throw new Error('an invitation was inserted and not returned')
  return row.expiresAt
}

/** Serializes the invitations of one place. */
export const lockInvitations = (tx: Tx, accountId: string | null) => tx`
  select pg_advisory_xact_lock(
    hashtextextended(${`invitations ${accountId ?? 'operator'}`}, 0))`

/**
 * The open invitations of a place to other addresses than this one, and all invitations of the
 * place in the last 24 hours.
 */
export async function countInvitations(
  tx: Tx,
  { accountId, email }: Pick<Invitation, 'accountId' | 'email'>,
): Promise<{ readonly open: number; readonly lately: number }> {
  const [row] = await tx<{ open: number; lately: number }[]>`
    select count(*) filter (where email <> ${email} and ${isOpen(tx)})::int as open,
      count(*) filter (where created_at > now() - interval '1 day')::int as lately
    from people.invitations i
    where ${accountId === null ? tx`account_id is null` : tx`account_id = ${accountId}`}`
  return row ?? { open: 0, lately: 0 }
}

/** One that can still be accepted. */
export async function openInvitation(
  db: Queryable,
  digests: readonly Buffer[],
): Promise<Invitation | undefined> {
  const [row] = await db<Invitation[]>`
    select ${columns(db)}
    from people.invitations i left join accounts a on a.id = i.account_id
    where digest = any(${digests}::bytea[]) and ${isOpen(db)}`
  return row
}

/** Accepts it and returns its role. Undefined: another request did, or it is not open. */
export async function takeInvitation(
  tx: Tx,
  id: string,
  personId: string,
): Promise<string | undefined> {
  const [row] = await tx<{ role: string }[]>`
    update people.invitations i set accepted_at = now(), accepted_by = ${personId}
    where id = ${id} and ${isOpen(tx)}
    returning role`
  return row?.role
}

/** Withdraws the open ones to this address, before a new one is made. */
export const withdrawInvitations = (db: Queryable, email: string, accountId: string | null) => db`
  update people.invitations i set withdrawn_at = now()
  where email = ${email} and account_id is not distinct from ${accountId}::uuid and ${isOpen(db)}`

/** Returns the address. Undefined: there is no open one of this id. */
export async function withdrawInvitationRow(
  db: Queryable,
  accountId: string | null,
  id: string,
): Promise<string | undefined> {
  const [row] = await db<{ email: string }[]>`
    update people.invitations i set withdrawn_at = now()
    where id = ${id} and account_id is not distinct from ${accountId}::uuid and ${isOpen(db)}
    returning email`
  return row?.email
}

export const openInvitationsOf = (db: Queryable, accountId: string | null) => db<Invitation[]>`
  select ${columns(db)}
  from people.invitations i left join accounts a on a.id = i.account_id
  where account_id is not distinct from ${accountId}::uuid and ${isOpen(db)}
  order by i.created_at, i.id`

const isOpen = (db: Queryable) => db`
  i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()`

const columns = (db: Queryable) => db`
  i.id, i.email, i.account_id as "accountId", a.name as "accountName", i.role, i.language,
  i.invited_by as "invitedBy", i.created_at as "createdAt", i.expires_at as "expiresAt",
  i.accepted_at as "acceptedAt", i.withdrawn_at as "withdrawnAt"`
