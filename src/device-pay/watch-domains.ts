import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { devicePayOf, walletDomainOf } from './device-pay-of.ts'
import { type Domain, routineMs } from './domain.ts'
import { domainById } from './domain-store.ts'
import {
  type DueCheck,
  type DueRemoval,
  forgetRemoval,
  postponeRemoval,
  scheduleCheck,
} from './registration-store.ts'
import { checkMs, recordFound, recordMissing } from './validate-domain.ts'

/**
 * A worker's check of the file of a verified domain, which must stay published. The acquirer
 * checks, because its finding counts; a repeated registration causes the check.
 */
export async function watchDomain(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'accounts' | 'providers'>,
  { accountId, domainId, providerId }: DueCheck,
): Promise<void> {
  const [account, domain] = await Promise.all([
    app.accounts.byId(accountId),
    domainById(app.sql, accountId, domainId, providerId),
  ])
  if (!domain) return
  if (!account || !isUsed(account, providerId))
    return checkLater(app, domain, providerId, routineMs)
  const devicePay = devicePayOf(app, account)
  const outcome = await devicePay.wallet.registerDomain(
    walletDomainOf(account, domain.hostname),
    AbortSignal.timeout(checkMs),
  )
  switch (outcome.kind) {
    case 'registered':
      await recordFound(app, domain, devicePay)
      return
    case 'refused': {
      const after = await recordMissing(app, domain, devicePay, {
        finding: outcome.finding,
        isRoutine: true,
      })
      if (after.status === 'PENDING')
        app.log.warn({ accountId, domainId }, 'the file of a verified domain went away')
      return
    }
    case 'unavailable': // There was no check, so it proves nothing about the file.
      return checkLater(app, domain, providerId, 15 * 60_000)
  }
}

/** A wallet that is unavailable today may return with the acquirer or the setting. */
function isUsed(
  { status, providers, settings: { methods } }: Account,
  providerId: string,
): boolean {
  return (
    status === 'active' &&
    providers.card === providerId &&
    methods.DEVICE_PAY &&
    methods.CREDIT_CARD
  )
}

const checkLater = (
  app: Pick<App, 'sql' | 'clock'>,
  domain: Domain,
  providerId: string,
  ms: number,
) => scheduleCheck(app.sql, domain, providerId, new Date(app.clock.now().getTime() + ms))

/**
 * Removes a deleted hostname at an acquirer that knew it. Retried for a week; a hostname that stays
 * there opens no session here.
 */
export async function finishRemoval(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'accounts' | 'providers'>,
  removal: DueRemoval,
): Promise<void> {
  const account = await app.accounts.byId(removal.accountId)
  const ageMs = app.clock.now().getTime() - removal.removedAt.getTime()
  if (!account || removal.isBack || ageMs > mostRemovalAgeMs) return forgetRemoval(app.sql, removal)
  try {
    const { wallet } = app.providers.card(removal.providerId)
    await wallet?.unregisterDomain(
      walletDomainOf(account, removal.hostname),
      AbortSignal.timeout(checkMs),
    )
    await forgetRemoval(app.sql, removal)
  } catch (cause) {
    app.log.warn(
      { accountId: removal.accountId, err: String(cause) },
      'a removed domain is still known to an acquirer',
    )
    await postponeRemoval(app.sql, removal, new Date(app.clock.now().getTime() + 60 * 60_000))
  }
}

const mostRemovalAgeMs = 7 * 24 * 60 * 60_000
