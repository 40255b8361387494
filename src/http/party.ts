import type { Permission } from '../../contract/permission.ts'
import { keyById } from '../accounts/api-key-store.ts'
import type { App } from '../app.ts'
import type { Decider, Party } from '../approvals/approval.ts'
import type { CashoutRequester } from '../cashout/cashout.ts'
import type { LoginHolder } from '../people/login-directory.ts'
import { earlierNamesOf, membershipMadeBy, personById } from '../people/person-store.ts'
import { permissionsOf } from '../people/role.ts'
import { defined } from '../primitives/defined.ts'

interface PartyRequest {
  readonly login?: LoginHolder
}

/** Who makes a request, as an approval keeps it. `scope`: an account, or null for the operator. */
export async function partyOf(
  { actor, sql }: Pick<App, 'actor' | 'sql'>,
  { login }: PartyRequest,
  scope: string | null,
): Promise<Party> {
  const { kind, id, name } = actor
  if (!login) return { kind, id, name }
  const accessFrom = await inviterOf(sql, login.person.id, scope)
  return { kind, id, name, email: login.person.email, ...defined({ accessFrom }) }
}

/** The same with what the person may do there. */
export async function deciderOf(
  app: Pick<App, 'actor' | 'sql'>,
  request: PartyRequest,
  scope: string | null,
): Promise<Decider> {
  const { login } = request
  const [party, earlierNames] = await Promise.all([
    partyOf(app, request, scope),
    login ? earlierNamesOf(app.sql, login.person.id) : [],
  ])
  const membership = login?.memberships.find((each) => each.accountId === scope)
  const permissions = membership ? permissionsOf(membership) : new Set<Permission>()
  return { ...party, permissions, earlierNames }
}

/**
 * Who asked for a cashout: a key, with the person who made it, or a person. `scope`: where it is
 * decided, an account, or null for the operator.
 */
export async function requesterOf(
  { sql }: Pick<App, 'sql'>,
  accountId: string,
  { keyId: id, name }: CashoutRequester,
  scope: string | null,
): Promise<Party> {
  const key = await keyById(sql, accountId, id)
  if (!key) return personParty(sql, { id, name }, scope)
  const madeBy =
    key.madeBy?.kind === 'person' ? await personParty(sql, key.madeBy, scope) : undefined
  return { kind: 'key', id, name, ...defined({ madeBy }) }
}

/** A person under the name that the person had then. */
async function personParty(
  sql: App['sql'],
  { id, name }: Pick<Party, 'id' | 'name'>,
  scope: string | null,
): Promise<Party> {
  const [person, accessFrom] = await Promise.all([personById(sql, id), inviterOf(sql, id, scope)])
  return { kind: 'person', id, name, ...defined({ email: person?.email, accessFrom }) }
}

/**
 * Who invited a person to the operator. At an account it does not count: an owner invites the
 * staff, and the money is the owner's. At the operator the money is of others.
 */
async function inviterOf(
  sql: App['sql'],
  personId: string,
  scope: string | null,
): Promise<string | undefined> {
  if (scope !== null) return undefined
  const madeBy = await membershipMadeBy(sql, personId)
  return /^person (\S+)$/.exec(madeBy ?? '')?.[1]
}
