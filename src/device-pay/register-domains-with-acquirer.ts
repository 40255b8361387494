import type { App } from '../app.ts'
import type { DevicePay } from './device-pay-of.ts'
import { scheduleRegistrations } from './registration-store.ts'

/**
 * At a payment: a worker registers the account's verified domains that its current acquirer does
 * not know yet (docs/design/interface.md#limits, 7). A payment names no hostname and does not wait.
 */
export function registerDomainsWithAcquirer(
  app: Pick<App, 'sql' | 'clock' | 'log'>,
  accountId: string,
  { providerId }: DevicePay,
): void {
  scheduleRegistrations(app, accountId, providerId).catch((cause: unknown) =>
    app.log.warn(
      { accountId, err: String(cause) },
      'domains were not brought along at this payment',
    ),
  )
}
