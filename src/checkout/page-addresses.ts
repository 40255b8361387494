import type { Config } from '../config.ts'
import { checkPostbackUrl } from '../outbound/destination.ts'
import { Rejection } from '../primitives/rejection.ts'

/** Addresses of a merchant that a page or a webhook uses. Null and absent: none. */
interface Addresses {
  readonly redirectUrl?: string | null
  readonly cancelUrl?: string | null
  readonly postbackUrl?: string | null
}

/** Throws `validation-failed`, `postback-url-invalid`. */
export function checkLinkAddresses(
  { postbackUrl, redirectUrl, cancelUrl }: Addresses,
  { outbound }: Pick<Config, 'outbound'>,
): void {
  if (postbackUrl != null) checkPostbackUrl(postbackUrl, outbound)
  const issues = Object.entries({ redirectUrl, cancelUrl }).flatMap(([field, address]) =>
    address == null || isPageAddress(address, outbound) ? [] : [{ field, problem: 'url' }],
  )
  if (issues.length > 0) throw new Rejection('validation-failed', { issues })
}

/**
 * Whether a payer may be sent to an address. Only the payer's browser opens it, so its host may be
 * any. A scheme that runs code, and user information that imitates another host, are refused.
 */
export function isPageAddress(
  text: string,
  { allowHttp }: Pick<Config['outbound'], 'allowHttp'>,
): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'https:' || allowHttp) && username === '' && password === ''
}
