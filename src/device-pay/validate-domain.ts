import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { DomainFinding } from '../providers/ports/wallet.ts'
import { type DevicePay, devicePayOf, walletDomainOf } from './device-pay-of.ts'
import {
  afterRefused,
  afterRegistered,
  type Domain,
  isRegistered,
  type RegisteredDomain,
} from './domain.ts'
import type { CheckPurpose } from './domain-change.ts'
import { domainById } from './domain-store.ts'
import { adviceOn } from './finding-advice.ts'
import { recordCheck } from './record-check.ts'
import { recordGoodCheck } from './registration-store.ts'

/**
 * Requests the acquirer to check the published file, and returns the domain, VERIFIED. Repeating it
 * is safe. Throws `not-found`, `domain-check-failed` with the finding, and `device-pay-unavailable`
 * when the acquirer could not check.
 */
export async function validateDomain(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'providers'>,
  account: Account,
  id: string,
): Promise<Domain> {
  const devicePay = devicePayOf(app, account)
  const domain = await domainById(app.sql, account.id, id, devicePay.providerId)
  if (!domain) throw new Rejection('not-found')
  app.journal.assertCapacity()
  const outcome = await devicePay.wallet.registerDomain(
    walletDomainOf(account, domain.hostname),
    AbortSignal.timeout(checkMs),
  )
  switch (outcome.kind) {
    case 'registered':
      return recordFound(app, domain, devicePay)
    case 'refused': {
      const { finding } = outcome
      await recordMissing(app, domain, devicePay, { finding, isRoutine: false, isAnswered: true })
      throw checkFailed(devicePay, finding)
    }
    case 'unavailable':
      app.log.warn(
        { accountId: account.id, domainId: id, err: String(outcome.cause) },
        'a domain could not be checked',
      )
      throw new Rejection('device-pay-unavailable', {
        provider: devicePay.acquirer.name,
        retryAfterSeconds: 5,
      })
  }
}

/** The time limit of a check by an acquirer, ms. */
export const checkMs = 15_000

/**
 * The file was found correct. A verified domain only records the check. Throws `not-found` when the
 * domain was removed meanwhile.
 */
export async function recordFound(
  app: Pick<App, 'sql' | 'clock' | 'journal'>,
  domain: Domain,
  { providerId, digest }: DevicePay,
): Promise<Domain> {
  const step = { providerId, digest, at: app.clock.now() }
  const after = afterRegistered(domain, step)
  if (isRegistered(domain, step) && domain.registration?.lastError === undefined) {
    await recordGoodCheck(app.sql, after)
    return { ...domain, registration: after.registration }
  }
  return found(await recordCheck(app, domain, (current) => afterRegistered(current, step)))
}

/** The file was checked and not found correct. */
export async function recordMissing(
  app: Pick<App, 'sql' | 'clock' | 'journal'>,
  domain: Domain,
  { providerId, digest }: DevicePay,
  {
    finding,
    isRoutine,
    ...purpose
  }: { readonly finding: DomainFinding; readonly isRoutine: boolean } & CheckPurpose,
): Promise<Domain> {
  const step = { providerId, digest, at: app.clock.now(), finding, isRoutine }
  return found(await recordCheck(app, domain, (current) => afterRefused(current, step), purpose))
}

function found(domain: RegisteredDomain | undefined): RegisteredDomain {
  if (!domain) throw new Rejection('not-found')
  return domain
}

function checkFailed({ acquirer }: DevicePay, finding: DomainFinding): Rejection {
  const { pt, en } = adviceOn(finding)
  return new Rejection('domain-check-failed', {
    provider: acquirer.name,
    providerCode: finding.stage,
    params: { finding: pt, findingInEnglish: en },
  })
}
