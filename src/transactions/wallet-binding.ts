import { createHash } from 'node:crypto'
import type { Account } from '../accounts/account.ts'

/**
 * What a verified token says of the page it was made for: the hash of the sheet's
 * `applicationData`, if it had any.
 */
export interface BoundToken {
  readonly applicationDataHash?: string
}

/** Whether a token may pay here, or only if the account was given a merchant session just now. */
export type BindingVerdict = 'bound' | 'needs-session' | 'bound-elsewhere'

/**
 * What ties a token to the account that sends it. One key opens the tokens of all accounts of a
 * provider, so without a tie a token stolen from one shop pays in another.
 *
 * `automatic`: application data that came must be this account's; without any, a session is asked
 * for, which every page that follows the interface has had.
 */
export function bindingVerdict(
  account: Pick<Account, 'id' | 'settings'>,
  token: BoundToken,
): BindingVerdict {
  const isOwn = token.applicationDataHash === applicationDataHashOf(account.id)
  switch (account.settings.walletBinding) {
    case 'automatic':
      return token.applicationDataHash === undefined
        ? 'needs-session'
        : isOwn
          ? 'bound'
          : 'bound-elsewhere'
    case 'application-data':
      return isOwn ? 'bound' : 'bound-elsewhere'
    case 'session':
      return 'needs-session'
    default:
      return 'bound' // `none`, or not set.
  }
}

/**
 * Hex SHA-256 of the account's id: what a sheet whose `applicationData` is the id in Base64 puts
 * into its token.
 */
const applicationDataHashOf = (accountId: string): string =>
  createHash('sha256').update(accountId).digest('hex')
