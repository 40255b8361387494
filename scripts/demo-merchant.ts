import { existsSync, readFileSync } from 'node:fs'
import type { App } from '../src/app.ts'
import { writeWhole } from './dev-file.ts'
import { issueDemoKeys, type Merchant } from './seed.ts'

/**
 * The merchant of the last start, or a new one by `open`. The file names only a merchant that is
 * complete, with its sales. A merchant whose keys are not valid any more gets new ones: the login
 * of the dashboard belongs to its account.
 */
export async function demoMerchant(
  app: App,
  { file, open }: { readonly file: string; readonly open: () => Promise<Merchant> },
): Promise<Merchant> {
  const last = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Merchant) : undefined
  if (last && (await hasValidKeys(app, last))) return last
  const isKnown = last && (await app.accounts.byId(last.accountId))
  const merchant = isKnown ? await issueDemoKeys(app, last.accountId) : await open()
  writeWhole(file, merchant)
  return merchant
}

async function hasValidKeys({ accounts }: App, { secretKey, publicKey }: Merchant) {
  const found = await Promise.all([
    accounts.byKey('secret', secretKey),
    accounts.byKey('public', publicKey),
  ])
  return found.every((holder) => holder !== undefined)
}
