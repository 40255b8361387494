import type { App } from '../app.ts'
import { localDate } from '../brazil/local-time.ts'
import { openCase } from '../cases/open-case.ts'
import { Rejection } from '../primitives/rejection.ts'

/**
 * What a caller is told of a sale that was not tried because the acquirer refused our credentials,
 * each time it asks.
 */
export const notProcessed = (
  app: Pick<App, 'providers'>,
  providerId: string,
  code?: string,
): Rejection =>
  new Rejection('provider-unavailable', {
    provider: app.providers.card(providerId).name,
    ...(code !== undefined && { providerCode: code }),
    retryAfterSeconds: 60,
  })

/**
 * Opens one case a day: every sale fails the same way until a person corrects the provider's
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
