import type { App } from '../app.ts'
import { localDate } from '../brazil/local-time.ts'
import { openCase } from '../cases/open-case.ts'
import { Rejection } from '../primitives/rejection.ts'

/**
 * The rejection of a sale that was not executed because the acquirer refused our credentials. A
 * repeated request gets the canceled sale.
 */
export const notProcessed = (
  app: Pick<App, 'providers'>,
  providerId: string,
  code: string,
): Rejection =>
  new Rejection('provider-unavailable', {
    provider: app.providers.card(providerId).name,
    providerCode: code,
    retryAfterSeconds: 60,
  })

/**
 * Opens one case a day, because every sale fails alike until a person corrects the provider's
 * settings.
 */
export const reportRefusedCredentials = (
  app: Pick<App, 'sql' | 'clock' | 'log'>,
  providerId: string,
  code: string,
): Promise<void> =>
  openCase(app, providerId, {
    kind: 'credentials-refused',
    subject: localDate(app.clock.now()).toString(),
    found: { code },
  })
