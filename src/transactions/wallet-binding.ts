import { createHash } from 'node:crypto'
import type { Account } from '../accounts/account.ts'

/**
 * The facts of a verified token about the page of its creation: the hash of the sheet's
 * `applicationData`, if there was any.
 */
export interface BoundToken {
  readonly applicationDataHash?: string
}

/** Whether a token may pay for this account, or only with a recent merchant session. */
export type BindingVerdict = 'bound' | 'needs-session' | 'bound-elsewhere'

/**
 * Checks that a token belongs to the account that sends it. One key opens the tokens of all
 * accounts of a provider, so without this check a token stolen from one shop could pay in another.
 *
 * `automatic`: if the token has application data, they must be this account's. Otherwise a session
 * is required, which every page that follows the interface has had.
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
 * Hex SHA-256 of the account's id. The token of a sheet has it, if the sheet's `applicationData` is
 * the id in Base64.
 */
const applicationDataHashOf = (accountId: string): string =>
  createHash('sha256').update(accountId).digest('hex')
