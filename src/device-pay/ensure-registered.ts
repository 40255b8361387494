import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { monotonicMs } from '../primitives/clock.ts'
import { type DevicePay, devicePayOf, walletDomainOf } from './device-pay-of.ts'
import { type Domain, isRegistered, retryMs } from './domain.ts'
import { domainByHostname } from './domain-store.ts'
import { noteRetry, takeLease } from './registration-store.ts'
import { checkMs, recordFound, recordMissing } from './validate-domain.ts'

export type Readiness =
  /** The current acquirer knows the hostname. */
  | { readonly kind: 'ready'; readonly domain: Domain; readonly devicePay: DevicePay }
  /** Not registered, PENDING, or just found without its file. */
  | { readonly kind: 'not-verified' }
  /** The current acquirer did not respond yet. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number }

/**
 * Ensures that the account's current acquirer knows a hostname that was VERIFIED, perhaps with
 * another acquirer. Called at each session. It reads one row unless the acquirer changed
 * (docs/decisions/acquirer-change.md). Then one caller registers the hostname again while the
 * others wait. If the new acquirer does not find its file, the domain becomes PENDING and shows the
 * file to publish. Throws the errors of `devicePayOf`.
 */
export async function ensureRegistered(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'providers'>,
  account: Account,
  hostname: string,
  signal: AbortSignal = AbortSignal.timeout(checkMs),
): Promise<Readiness> {
  const devicePay = devicePayOf(app, account)
  const { providerId } = devicePay
  const deadline = monotonicMs() + registrationTimeoutMs
  for (let waitMs = 20; ; waitMs = Math.min(waitMs * 2, 250)) {
    const domain = await domainByHostname(app.sql, account.id, hostname, providerId)
    if (domain?.status !== 'VERIFIED') return { kind: 'not-verified' }
    if (isRegistered(domain, devicePay)) return { kind: 'ready', domain, devicePay }
    const restMs = (domain.registration?.retryAt?.getTime() ?? 0) - app.clock.now().getTime()
    if (restMs > 0) return { kind: 'unavailable', retryAfterSeconds: Math.ceil(restMs / 1_000) }
    if (await takeLease(app.sql, domain, devicePay, leaseMs)) {
      return registerAgain(app, account, { domain, devicePay, signal })
    }
    if (monotonicMs() >= deadline || signal.aborted)
      return { kind: 'unavailable', retryAfterSeconds: 2 }
    // Another caller runs the check, and its finding also counts here.
    await new Promise((wake) => setTimeout(wake, waitMs))
  }
}

/** Longer than a check can take: after it the next caller replaces a dead process. */
const leaseMs = checkMs + 5_000
const registrationTimeoutMs = 10_000

interface Again {
  readonly domain: Domain
  readonly devicePay: DevicePay
  readonly signal: AbortSignal
}

async function registerAgain(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal'>,
  account: Account,
  { domain, devicePay, signal }: Again,
): Promise<Readiness> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(checkMs)])
  const outcome = await devicePay.wallet.registerDomain(
    walletDomainOf(account, domain.hostname),
    limit,
  )
  switch (outcome.kind) {
    case 'registered':
      return { kind: 'ready', domain: await recordFound(app, domain, devicePay), devicePay }
    case 'refused':
      await recordMissing(app, domain, devicePay, { finding: outcome.finding, isRoutine: false })
      return { kind: 'not-verified' }
    case 'unavailable': {
      const pauseMs = retryMs(domain.registration?.tries ?? 0)
      await noteRetry(
        app.sql,
        domain,
        devicePay.providerId,
        new Date(app.clock.now().getTime() + pauseMs),
      )
      app.log.warn(
        { accountId: account.id, domainId: domain.id, err: String(outcome.cause) },
        'a domain could not be registered with the acquirer of today',
      )
      return { kind: 'unavailable', retryAfterSeconds: Math.ceil(pauseMs / 1_000) }
    }
  }
}
