import type { decisionProblems } from '../../contract/approval.ts'
import type { ActorKind } from '../../contract/audit.ts'
import type { Permission } from '../../contract/permission.ts'
import { isSameName } from '../primitives/same-name.ts'

/**
 * A change that one person asks for and another one decides. `APPROVED` is decided and not applied
 * yet; `FAILED` was approved and is not possible any more.
 */
export interface Approval {
  /** Zeros: the change is of the operator. */
  readonly accountId: string
  readonly id: string
  readonly version: number
  readonly status: ApprovalStatus
  readonly action: string
  /** What a person needs to decide. */
  readonly permission: Permission
  readonly subject: { readonly type: string; readonly id: string; readonly name?: string }
  /** The fields that change, without secrets. */
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
  readonly requestedBy: Party
  readonly requestedAt: Date
  readonly reason: string | null
  readonly expiresAt: Date
  readonly decidedBy: Party | null
  readonly decidedAt: Date | null
  readonly decision: string | null
  readonly endedAt: Date | null
  /** The code of the rejection of a FAILED change. */
  readonly failure: string | null
}

export const approvalStatuses = [
  'PENDING',
  'APPROVED',
  'DONE',
  'FAILED',
  'REJECTED',
  'WITHDRAWN',
  'EXPIRED',
] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** Who asks for a change, or decides it. */
export interface Party {
  readonly kind: ActorKind
  readonly id: string
  readonly name: string
  /** Of a person. */
  readonly email?: string
  /** The person who invited this person. */
  readonly accessFrom?: string
  /** The person who made this key. */
  readonly madeBy?: Party
}

/** A person who wants to decide, and what the person may do at the account of the change. */
export interface Decider extends Party {
  readonly permissions: ReadonlySet<Permission>
  readonly earlierNames?: readonly EarlierName[]
}

/** A name that a person had. */
export interface EarlierName {
  readonly name: string
  readonly until: Date
}

/** The decider as an approval stores a party. */
export function partyFrom({ permissions: _, earlierNames: __, ...party }: Decider): Party {
  return party
}

export type DecisionProblem = (typeof decisionProblems)[number]

/** What of a request counts for the question who may decide it. */
export type DecisionSubject = Pick<
  Approval,
  'status' | 'permission' | 'requestedBy' | 'requestedAt'
> & {
  /** Null: there is no deadline. */
  readonly expiresAt: Date | null
}

/**
 * Why this party cannot decide this change now. Undefined: it can. The second person must be
 * another human as far as it can be known: another login, another name as people read names,
 * another mailbox, and an access that the first person did not give. The person who made the key
 * that asked counts as the first person too. So does a name that the second person had after the
 * request was made: a rename does not make another human.
 */
export function decisionProblem(
  approval: DecisionSubject,
  decider: Decider,
  now: Date,
): DecisionProblem | undefined {
  const { status, expiresAt, permission, requestedBy, requestedAt } = approval
  if (status !== 'PENDING' || (expiresAt !== null && expiresAt <= now)) return 'approval-ended'
  if (decider.kind !== 'person') return 'approver-not-a-person'
  if (!decider.permissions.has(permission)) return 'permission-denied'
  const { earlierNames = [] } = decider
  const names = earlierNames.filter(({ until }) => until >= requestedAt).map(({ name }) => name)
  const isDecider = (party: Party) =>
    [decider.name, ...names].some((name) => isSameParty(party, { ...decider, name }))
  if (isDecider(requestedBy)) return 'approver-asked-for-it'
  const { madeBy } = requestedBy
  if (madeBy && isDecider(madeBy)) return 'approver-not-independent'
  // Either one could have made the other to have two voices.
  const first = madeBy ?? requestedBy
  if (first.accessFrom === decider.id || decider.accessFrom === first.id)
    return 'approver-not-independent'
  return undefined
}

/** Whether two parties are the same human, as far as names and addresses show it. */
function isSameParty(one: Party, other: Party): boolean {
  if (one.kind === other.kind && one.id === other.id) return true
  return isSameName(one.name, other.name) || isSameMailbox(one, other)
}

/** Whether the addresses of two parties lead to one mailbox. */
export const isSameMailbox = (
  { email: one }: Pick<Party, 'email'>,
  { email: other }: Pick<Party, 'email'>,
): boolean => one !== undefined && other !== undefined && mailboxOf(one) === mailboxOf(other)

/** The mailbox behind an address: what follows a plus sign is the choice of its owner. */
function mailboxOf(email: string): string {
  const [local = '', host = ''] = email.toLowerCase().split('@')
  const box = local.replace(/\+.*$/, '')
  const isDotless = host === 'gmail.com' || host === 'googlemail.com'
  return isDotless ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${host}`
}
