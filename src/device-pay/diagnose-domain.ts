import type { DomainDiagnosis } from '../../contract/device-pay.ts'
import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { Rejection } from '../primitives/rejection.ts'
import { devicePayOf } from './device-pay-of.ts'
import { domainById } from './domain-store.ts'
import { fileUrl } from './domain-wire.ts'
import { fetchFile } from './fetch-file.ts'
import { checksOf } from './file-checks.ts'

/**
 * Checks the published file from this server, step by step. It changes nothing, because only the
 * acquirer's finding decides. Throws `not-found`, and the errors of `devicePayOf`.
 */
export async function diagnoseDomain(
  app: Pick<App, 'config' | 'sql' | 'clock' | 'providers'>,
  account: Account,
  id: string,
): Promise<DomainDiagnosis> {
  const { wallet, providerId } = devicePayOf(app, account)
  const domain = await domainById(app.sql, account.id, id, providerId)
  if (!domain) throw new Rejection('not-found')
  const { hostname } = domain
  const { outbound, devicePay: settings } = app.config
  const outcome = await fetchFile({ hostname, path: wallet.association.path, outbound, settings })
  const checks = checksOf(outcome, wallet.association.content)
  return {
    id,
    domain: hostname,
    url: fileUrl(hostname, wallet),
    passed: checks.every(({ result }) => result === 'ok'),
    checkedAt: app.clock.now().toISOString(),
    checks,
  }
}
