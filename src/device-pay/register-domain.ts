import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import type { IdempotencyHandle } from '../idempotency/idempotency-handle.ts'
import { isRepeat } from '../idempotency/idempotency-store.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { readHostname } from '../primitives/hostname.ts'
import { Rejection } from '../primitives/rejection.ts'
import { devicePayOf } from './device-pay-of.ts'
import { type Domain, newDomain } from './domain.ts'
import { creationChange } from './domain-change.ts'
import { countDomains, domainByHostname, maxDomains } from './domain-store.ts'
import { renderDomain } from './domain-wire.ts'

/**
 * Registers a hostname for the account: PENDING until its file is found. Throws `domain-invalid`,
 * `domain-already-registered` with the existing registration, `domain-limit-reached`, and the
 * errors of `devicePayOf`.
 */
export async function registerDomain(
  app: Pick<App, 'config' | 'sql' | 'clock' | 'journal' | 'providers'>,
  account: Account,
  text: string,
  idempotency?: IdempotencyHandle<Domain>,
): Promise<Domain> {
  const devicePay = devicePayOf(app, account)
  const reading = readHostname(text, app.config.devicePay)
  if (!reading.ok)
    throw new Rejection('domain-invalid', { field: 'domain', params: { problem: reading.problem } })
  const { hostname } = reading

  const create = async () => {
    // Before the hostname is looked up: the domain that took the last place may be this one.
    const count = await countDomains(app.sql, account.id)
    const existing = await domainByHostname(app.sql, account.id, hostname, devicePay.providerId)
    if (existing)
      throw new Rejection('domain-already-registered', {
        data: renderDomain(existing, devicePay.wallet),
      })
    if (count >= maxDomains)
      throw new Rejection('domain-limit-reached', { params: { max: maxDomains } })
    app.journal.assertCapacity()
    const domain = newDomain(account.id, hostname, {
      providerId: devicePay.providerId,
      at: app.clock.now(),
    })
    await app.journal.record(
      creationChange(domain, idempotency ? [idempotency.markCompleted(domain.id, domain)] : []),
    )
    return domain
  }
  // Of two concurrent requests the second finds the domain of the first, or the limit.
  return retryOnConflict(create, { stopWhen: isRepeat })
}
