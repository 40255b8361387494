import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { isHostname } from '../primitives/hostname.ts'
import { Rejection } from '../primitives/rejection.ts'
import { type DevicePay, devicePayOf, walletDomainOf } from './device-pay-of.ts'
import { domainByHostname } from './domain-store.ts'
import { ensureRegistered } from './ensure-registered.ts'
import { openWalletSession, recordSession } from './open-wallet-session.ts'
import { scheduleCheck } from './registration-store.ts'
import { isValidationUrl } from './validation-url.ts'

export interface SessionRequest {
  /** The address in the device's event. */
  readonly validationUrl: string
  /** The host of the page, as the page states it. */
  readonly hostname: string
  /**
   * The host of the page, as the browser states it; null: a page without permission; undefined: not
   * stated.
   */
  readonly pageHost: string | null | undefined
}

/**
 * A merchant session for one payment on one page, as the wallet gateway's JSON text, to be passed
 * on byte for byte (the order of checks: docs/design/device-wallet.md#checks-before-a-session).
 * Throws `device-pay-domain-unavailable` for any problem with account, hostname or origin,
 * `validation-url-invalid`, and `device-pay-unavailable`.
 */
export async function createSession(
  app: Pick<App, 'config' | 'log' | 'sql' | 'clock' | 'journal' | 'providers'>,
  account: Account,
  request: SessionRequest,
): Promise<string> {
  const budget = AbortSignal.timeout(budgetMs)
  const hostname = isHostname(request.hostname, app.config.devicePay) ? request.hostname : null
  // A public key is enough to get here: a rejected request writes no row, only its use of the rate
  // limits.
  const devicePay = enabledFor(app, account)
  if (!devicePay) throw unavailable()
  const domain = hostname
    ? await domainByHostname(app.sql, account.id, hostname, devicePay.providerId)
    : undefined
  if (domain?.status !== 'VERIFIED') throw unavailable()
  if (request.pageHost !== undefined && request.pageHost !== hostname) throw unavailable()
  checkValidationUrl(request.validationUrl, devicePay)
  const { id: accountId } = account
  const seen = { accountId, hostname: domain.hostname }
  const readiness = await ensureRegistered(app, account, domain.hostname, budget)
  if (readiness.kind === 'not-verified') {
    await recordSession(app, { ...seen, outcome: 'domain-not-verified' })
    throw unavailable()
  }
  if (readiness.kind === 'unavailable') {
    await recordSession(app, { ...seen, outcome: 'unavailable' })
    throw new Rejection('device-pay-unavailable', {
      retryAfterSeconds: readiness.retryAfterSeconds,
    })
  }
  return openWalletSession(app, account, {
    domain: walletDomainOf(account, domain.hostname),
    wallet: devicePay.wallet,
    budget,
    // The acquirer may no longer know the hostname, so a worker checks it.
    onRefused: () => scheduleCheck(app.sql, domain, devicePay.providerId, app.clock.now()),
  })
}

/** Throws `validation-url-invalid`. */
export function checkValidationUrl(text: string, { wallet }: DevicePay): void {
  if (!isValidationUrl(text, wallet.validationHosts))
    throw new Rejection('validation-url-invalid', { field: 'validationUrl' })
}

/** One response for every problem with account, hostname and page. */
export const unavailable = (): Rejection => new Rejection('device-pay-domain-unavailable')

/** The time limit of the whole request, ms, below the 30 s after which the payer's sheet fails. */
export const budgetMs = 20_000

/**
 * Why an account has no Device Pay is nothing for a browser to know. Trouble that passes is thrown.
 */
export function enabledFor(app: Pick<App, 'providers'>, account: Account): DevicePay | undefined {
  try {
    return devicePayOf(app, account)
  } catch (cause) {
    if (cause instanceof Rejection && cause.code !== 'provider-unavailable') return undefined
    throw cause
  }
}
