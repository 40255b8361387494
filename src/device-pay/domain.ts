import { createHash } from 'node:crypto'
import type { DomainStatus } from '../../contract/device-pay.ts'
import { newId } from '../primitives/id.ts'
import type { AssociationFile, DomainFinding } from '../providers/ports/wallet.ts'

/**
 * A hostname on which an account may show the Device Pay button
 * (docs/design/interface.md#device-pay-domain).
 */
export interface Domain {
  readonly id: string
  readonly accountId: string
  /** Lower-case ASCII. */
  readonly hostname: string
  readonly status: DomainStatus
  readonly version: number
  /** When the file was last found correct after it was not. Kept when the verification is lost. */
  readonly verifiedAt?: Date
  readonly createdAt: Date
  readonly updatedAt: Date
  /** The state at the account's current card acquirer. Absent: the acquirer was never queried. */
  readonly registration?: Registration
}

/** One acquirer's view of a hostname. */
export interface Registration {
  readonly providerId: string
  readonly state: 'unregistered' | 'registered' | 'failed'
  /** The hash of the registered file, hex. */
  readonly contentDigest?: string
  readonly lastError?: DomainFinding
  readonly lastCheckedAt?: Date
  /** When a worker has the file checked next. */
  readonly checkAt?: Date
  /** The number of consecutive checks of a worker that did not find the file. */
  readonly failures: number
  readonly retryAt?: Date
  /** The number of consecutive failed requests to the acquirer. */
  readonly tries: number
}

/** A step as it is stored: every step belongs to one acquirer. */
export type RegisteredDomain = Domain & { readonly registration: Registration }

/** The acquirer of a step, and the file that it requires. */
export interface Step {
  readonly providerId: string
  readonly digest: string
  readonly at: Date
}

export function newDomain(
  accountId: string,
  hostname: string,
  { providerId, at }: Omit<Step, 'digest'>,
): RegisteredDomain {
  return {
    id: newId(at.getTime()),
    accountId,
    hostname,
    status: 'PENDING',
    version: 1,
    createdAt: at,
    updatedAt: at,
    registration: { providerId, state: 'unregistered', failures: 0, tries: 0 },
  }
}

/** Whether the acquirer registered the hostname with the file that it requires now. */
export const isRegistered = (
  { status, registration }: Domain,
  { providerId, digest }: Omit<Step, 'at'>,
): boolean =>
  status === 'VERIFIED' &&
  registration?.state === 'registered' &&
  registration.providerId === providerId &&
  registration.contentDigest === digest

/** The file was found correct: VERIFIED, since now unless it was verified already. */
export function afterRegistered(
  domain: Domain,
  { providerId, digest, at }: Step,
): RegisteredDomain {
  return {
    ...nextVersion(domain, at),
    status: 'VERIFIED',
    verifiedAt: domain.status === 'VERIFIED' && domain.verifiedAt ? domain.verifiedAt : at,
    registration: {
      providerId,
      state: 'registered',
      contentDigest: digest,
      lastCheckedAt: at,
      checkAt: new Date(at.getTime() + routineMs),
      failures: 0,
      tries: 0,
    },
  }
}

/**
 * The file was checked and not found correct. A verification is lost after several failed checks of
 * a worker in a row, an hour apart, so that a short outage of a shop has no effect. A domain not
 * verified for this acquirer and this file is PENDING at once (docs/decisions/acquirer-change.md).
 */
export function afterRefused(
  domain: Domain,
  {
    providerId,
    digest,
    at,
    finding,
    isRoutine,
  }: Step & { readonly finding: DomainFinding; readonly isRoutine: boolean },
): RegisteredDomain {
  const before = domain.registration
  const stood = isRegistered(domain, { providerId, digest })
  const failures = (before?.failures ?? 0) + (isRoutine ? 1 : 0)
  const stands = stood && failures < failuresUntilLost
  return {
    ...nextVersion(domain, at),
    status: stands ? 'VERIFIED' : 'PENDING',
    registration: {
      providerId,
      state: stands ? 'registered' : 'failed',
      ...(stands && { contentDigest: digest, checkAt: new Date(at.getTime() + afterFailureMs) }),
      lastError: finding,
      lastCheckedAt: at,
      failures: stands ? failures : 0,
      tries: 0,
    },
  }
}

/** The interval of successful routine checks: once a day. */
export const routineMs = 24 * 60 * 60_000
export const afterFailureMs = 60 * 60_000
export const failuresUntilLost = 3

/**
 * The pause before the next request to a failing acquirer, by the number of consecutive failures,
 * ms.
 */
export const retryMs = (tries: number): number =>
  Math.min(5_000 * 2 ** Math.min(tries, 10), 10 * 60_000)

/**
 * Identifies the file in the database by path and content: a change of either needs another
 * verification.
 */
export const digestOf = ({ path, content }: AssociationFile): string =>
  createHash('sha256').update(`${path}\n${content}`).digest('hex')

const nextVersion = (domain: Domain, at: Date): Omit<Domain, 'registration'> => {
  const { registration: _, ...kept } = domain
  return { ...kept, version: domain.version + 1, updatedAt: at }
}
