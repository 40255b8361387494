import type { Queryable, Tx } from '../db/pool.ts'
import { removeDeviceCodes } from './device-code-store.ts'
import { idleMs, type Login, proofMs } from './login.ts'
import type { Membership, Person } from './person.ts'
import { membershipsOf } from './person-store.ts'

/** Notifies every process that a login or what its person may do has changed. */
export const loginsChannel = 'guiche_logins'

/** Who a login belongs to. */
export interface LoginHolder {
  readonly login: Login
  readonly person: Person
  readonly memberships: readonly Membership[]
  /** Whether an authenticator app or a passkey is registered. */
  readonly hasSecondFactor: boolean
  /** The account that the person chose last. */
  readonly lastAccountId: string | null
}

interface Row extends Omit<Login, 'id'> {
  readonly token: string
  readonly loginId: string
  readonly personId: string
  readonly name: string
  readonly email: string
  readonly language: Person['language']
  readonly status: Person['status']
  readonly hasSecondFactor: boolean
  readonly lastAccountId: string | null
  readonly memberships: readonly Membership[]
}

/** The holder of each digest, in order; undefined for a login that is unknown or has ended. */
export async function loginHoldersOf(
  db: Queryable,
  digests: readonly string[],
): Promise<(LoginHolder | undefined)[]> {
  const rows = await db<Row[]>`
    select l.token, l.id as "loginId", l.kind, l.state, l.proved_at as "provedAt",
      l.created_at as "createdAt", l.expires_at as "expiresAt",
      p.id as "personId", p.name, p.email, p.language, p.status,
      p.last_account_id as "lastAccountId",
      ${secondFactorOf(db)} as "hasSecondFactor",
      ${membershipsOf(db)} as memberships
    from people.logins l join people.persons p on p.id = l.person_id
    where l.token = any(${digests}::text[]) and p.status = 'active' and ${isLive(db)}`
  const found = new Map(rows.map((row) => [row.token, row]))
  return digests.map((digest) => {
    const row = found.get(digest)
    if (!row) return undefined
    const { loginId, personId, kind, state, provedAt, createdAt, expiresAt } = row
    const { name, email, language, status, memberships, hasSecondFactor, lastAccountId } = row
    return {
      login: { id: loginId, kind, state, provedAt, createdAt, expiresAt },
      person: { id: personId, name, email, language, status },
      memberships,
      hasSecondFactor,
      lastAccountId,
    }
  })
}

/** A login as its person sees it in the list. */
export interface ListedLogin {
  readonly id: string
  readonly kind: Login['kind']
  readonly address: string | null
  readonly userAgent: string | null
  readonly createdAt: Date
  readonly lastSeenAt: Date
}

export const openLoginsOf = (db: Queryable, personId: string) => db<ListedLogin[]>`
  select id, kind, ip_address as address, user_agent as "userAgent", created_at as "createdAt",
    last_seen_at as "lastSeenAt"
  from people.logins l
  where person_id = ${personId} and state = 'open' and ${isLive(db)}
  order by last_seen_at desc, id`

/** Removes one login of a person. Returns its device. Undefined: there is none. */
export async function removeLogin(
  db: Queryable,
  personId: string,
  id: string,
): Promise<{ readonly device: string } | undefined> {
  const [row] = await db<{ device: string }[]>`
    delete from people.logins
    where person_id = ${personId} and id = ${id}
    returning user_agent as device`
  return row
}

/**
 * Removes all logins of a person but one, and what a command line could still open one with.
 * Returns how many logins.
 */
export async function removeLogins(
  db: Queryable,
  personId: string,
  except: string | null = null,
): Promise<number> {
  // First: it waits for a command line that is opening a login, which is then removed too.
  await removeDeviceCodes(db, personId)
  const rows = await db`
    delete from people.logins
    where person_id = ${personId} and id is distinct from ${except}::uuid
    returning id`
  return rows.length
}

/** Removes the logins of a person that have ended by themselves. */
export const removeEndedLogins = (db: Queryable, personId: string) => db`
  delete from people.logins l where person_id = ${personId} and not (${isLive(db)})`

/** The second factor was shown again. Returns until when that counts. */
export async function proveLogin(db: Queryable, id: string): Promise<Date | undefined> {
  const [row] = await db<{ until: Date }[]>`
    update people.logins set proved_at = now()
    where id = ${id} and state = 'open'
    returning proved_at + ${proofMs / 1_000} * interval '1 second' as until`
  return row?.until
}

/** Last use is worth a batch now and then, not a write a request. */
export const touchLogins = (db: Queryable, ids: readonly string[]) => db`
  update people.logins set last_seen_at = now() where id = any(${ids}::uuid[])`

export const notifyLoginsChanged = (db: Queryable | Tx) =>
  db`select pg_notify(${loginsChannel}, '')`

const isLive = (db: Queryable) => db`
  l.expires_at > now() and l.last_seen_at > now() - case l.kind
    when 'browser' then ${idleMs.browser / 1_000} * interval '1 second'
    else ${idleMs.cli / 1_000} * interval '1 second' end`

const secondFactorOf = (db: Queryable) => db`
  (exists (
      select from people.second_factors f
      where f.person_id = p.id and f.confirmed_at is not null)
    or exists (select from people.passkeys k where k.person_id = p.id))`
