import type { App } from '../app.ts'
import type { DevicePay } from './device-pay-of.ts'
import { scheduleRegistrations } from './registration-store.ts'

/**
 * At a payment: the account's verified domains that its acquirer of today was never asked about are registered there
 * by a worker, at once (interface 8.7). A payment names no hostname and waits for none of this.
 */
export function bringDomainsAlong(
  app: Pick<App, 'sql' | 'clock' | 'log'>,
  accountId: string,
  { providerId }: DevicePay,
): void {
  scheduleRegistrations(app, accountId, providerId).catch((cause: unknown) =>
    app.log.warn({ accountId, err: String(cause) }, 'domains were not brought along at this payment'),
  )
}
