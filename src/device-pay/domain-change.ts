import type { EventTypeOf } from '../../contract/events.ts'
import { type Change, type Write, write } from '../journal/change.ts'
import { objectChange } from '../journal/object-change.ts'
import type { Domain, RegisteredDomain } from './domain.ts'
import { domainsWriter, newDomainsWriter, removedDomainsWriter } from './domain-store.ts'

/**
 * The event of a domain. The merchant is notified of a lost file only. The responses of the other
 * operations carry their result.
 */
type DomainEventType = EventTypeOf<'device_pay_domain'>

export const creationChange = (domain: RegisteredDomain, companions: readonly Write[]): Change =>
  changeOf(domain, 'device_pay_domain.created', [write(newDomainsWriter, domain), ...companions])

/** What a check of a domain is for. */
export interface CheckPurpose {
  /** The merchant asked for it: the response has the result. Default: false. */
  readonly isAnswered?: boolean
}

/** The change to a domain's next version. */
export const stepTo = (before: Domain, after: RegisteredDomain, purpose?: CheckPurpose): Change =>
  changeOf(after, eventOf(before, after, purpose), [write(domainsWriter, after)])

export function removalOf(domain: Domain, at: Date): Change {
  const last = { ...domain, version: domain.version + 1, updatedAt: at }
  return changeOf(last, 'device_pay_domain.removed', [write(removedDomainsWriter, last)])
}

function eventOf(
  before: Domain,
  after: RegisteredDomain,
  { isAnswered = false }: CheckPurpose = {},
): DomainEventType {
  if (after.registration.state === 'registered' && after.registration.lastError === undefined) {
    return 'device_pay_domain.verified'
  }
  const isLost = before.status === 'VERIFIED' && after.status === 'PENDING'
  return isLost && !isAnswered ? 'device_pay_domain.unreachable' : 'device_pay_domain.check_failed'
}

function changeOf(domain: Domain, type: DomainEventType, writes: readonly Write[]): Change {
  const { id, accountId, hostname, status, version, verifiedAt, updatedAt, registration } = domain
  return objectChange({
    accountId,
    at: updatedAt,
    writes,
    notice: {
      type: 'device_pay_domain',
      event: type,
      objectId: id,
      url: null,
      sequence: version,
      data: {
        id,
        domain: hostname,
        status,
        verifiedAt: status === 'VERIFIED' ? (verifiedAt?.toISOString() ?? null) : null,
        lastError: registration?.lastError ?? null,
      },
    },
  })
}
