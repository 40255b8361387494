import type { Brand as PageBrand } from '../../../checkout/brand.ts'
import type { App } from '../../app.ts'
import { brandOf, logoOf } from '../../checkout/brand-store.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { RawResponse } from '../request/endpoint.ts'
import { unseen } from './page.ts'

/** The color and the logo of a merchant's page at this address: its logo is below it. */
export async function pageBrand(
  { sql }: Pick<App, 'sql'>,
  accountId: string,
  pageUrl: string,
): Promise<PageBrand> {
  const { color, logo } = await brandOf(sql, accountId)
  return {
    ...(color !== undefined && { color }),
    // Another logo has another address, so a browser may keep each of them.
    ...(logo && { logoUrl: `${pageUrl}/logo?${logo.digest.slice(0, 16)}` }),
  }
}

/** The logo of the merchant of a page. Throws `not-found`. */
export async function logoResponse(
  { sql }: Pick<App, 'sql'>,
  accountId: string,
): Promise<RawResponse> {
  const logo = await logoOf(sql, accountId)
  if (!logo) throw new Rejection('not-found')
  return {
    status: 200,
    body: logo.bytes,
    headers: {
      ...unseen,
      'content-type': logo.type,
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  }
}
