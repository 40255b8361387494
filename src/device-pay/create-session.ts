import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { isHostname } from '../primitives/hostname.ts'
import { newId } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { SessionOutcome } from '../providers/ports/wallet.ts'
import { type DevicePay, devicePayOf, walletDomainOf } from './device-pay-of.ts'
import { domainByHostname } from './domain-store.ts'
import { ensureRegistered } from './ensure-registered.ts'
import { scheduleCheck } from './registration-store.ts'
import { insertSessionRecords, type SessionRecordOutcome } from './session-store.ts'
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
  if (!isValidationUrl(request.validationUrl, devicePay.wallet.validationHosts)) {
    throw new Rejection('validation-url-invalid', { field: 'validationUrl' })
  }

  const end = async (outcome: SessionRecordOutcome) => {
    const at = app.clock.now()
    const record = {
      accountId: account.id,
      id: newId(at.getTime()),
      hostname: domain.hostname,
      outcome,
      at,
    }
    await insertSessionRecords(app.sql, [record])
  }
  const refuse = async (outcome: SessionRecordOutcome): Promise<never> => {
    await end(outcome)
    throw unavailable()
  }
  const readiness = await ensureRegistered(app, account, domain.hostname, budget)
  if (readiness.kind === 'not-verified') return refuse('domain-not-verified')
  if (readiness.kind === 'unavailable') {
    await end('unavailable')
    throw new Rejection('device-pay-unavailable', {
      retryAfterSeconds: readiness.retryAfterSeconds,
    })
  }
  const outcome = await askWallet(account, domain.hostname, devicePay, budget)
  switch (outcome.kind) {
    case 'session':
      await end('given')
      return outcome.json
    case 'refused':
      app.log.warn(
        { accountId: account.id, status: outcome.status },
        'the wallet refused a merchant session',
      )
      // The acquirer may no longer know the hostname, so a worker checks it.
      await scheduleCheck(app.sql, domain, devicePay.providerId, app.clock.now())
      return refuse('refused-by-wallet')
    case 'unavailable':
      app.log.warn(
        { accountId: account.id, err: String(outcome.cause) },
        'the wallet gave no merchant session',
      )
      await end('unavailable')
      throw new Rejection('device-pay-unavailable', { retryAfterSeconds: 2 })
  }
}

const unavailable = (): Rejection => new Rejection('device-pay-domain-unavailable')

/**
 * The time limit of the whole request, ms, below the 30 s after which the payer's sheet fails; and
 * the part of it that the wallet gateway may take.
 */
const budgetMs = 20_000
const walletMs = 8_000

/**
 * Why an account has no Device Pay is nothing for a browser to know. Trouble that passes is thrown.
 */
function enabledFor(app: Pick<App, 'providers'>, account: Account): DevicePay | undefined {
  try {
    return devicePayOf(app, account)
  } catch (cause) {
    if (cause instanceof Rejection && cause.code !== 'provider-unavailable') return undefined
    throw cause
  }
}

async function askWallet(
  account: Account,
  hostname: string,
  { wallet }: DevicePay,
  budget: AbortSignal,
): Promise<SessionOutcome> {
  const request = { ...walletDomainOf(account, hostname), displayName: displayNameOf(account.name) }
  const outcome = await wallet.createSession(
    request,
    AbortSignal.any([budget, AbortSignal.timeout(walletMs)]),
  )
  if (outcome.kind !== 'session' || isSession(outcome.json)) return outcome
  return {
    kind: 'unavailable',
    cause: new Error('the wallet answered something that is no session'),
  }
}

/** The name a wallet shows on its sheet. Its gateway takes at most 64 characters. */
const displayNameOf = (name: string): string => [...name].slice(0, 64).join('')

/**
 * The text becomes part of our response unchanged: it must be one JSON object, not empty, and of a
 * limited length.
 */
function isSession(json: string): boolean {
  if (json.length > 64 * 1024) return false
  try {
    const value: unknown = JSON.parse(json)
    return (
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.keys(value).length > 0
    )
  } catch {
    return false
  }
}
