import assert from 'node:assert/strict'
import { renderBoletoHtml } from '../../../checkout/boleto/boleto-html.ts'
import { renderCardHtml } from '../../../checkout/card/card-html.ts'
import type { PageOptions } from '../../../checkout/page.ts'
import { renderPixHtml } from '../../../checkout/pix/pix-html.ts'
import type { PaymentMethod } from '../../../contract/fields.ts'
import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import type { BoletoBank } from '../../providers/ports/boleto.ts'
import type { Transaction } from '../../transactions/transaction.ts'
import type { ApiRequest, RawResponse } from '../request/endpoint.ts'
import { languageQuery, page, pageLanguage } from './page.ts'
import { pageBrand } from './page-brand.ts'
import { cardView, type NextLinks, pixView, slipOf, type Viewed } from './page-views.ts'

/** The page of a payment in its state, for its payer. */
export async function renderPayment(
  app: Pick<App, 'clock' | 'links' | 'providers' | 'sql'>,
  { transaction, account, request, next = {}, baseUrl = app.links.baseUrl }: PaymentRequest,
): Promise<RawResponse> {
  const seen = viewedIn({ ...app, links: { baseUrl } }, transaction, request)
  const brand = await pageBrand(app, account.id, seen.pageUrl)
  const viewed = { ...seen, next }
  const bank = bankOf(app, transaction)
  const render = pages[transaction.method]
  const language = pageLanguage(request)
  return page((nonce) =>
    render(transaction, account, { viewed, bank, options: { nonce, language, brand } }),
  )
}

interface PaymentRequest {
  readonly transaction: Transaction
  readonly account: Account
  readonly request: Pick<ApiRequest, 'query' | 'headers'>
  readonly next?: NextLinks
  /** Where the page is, if it has another address than our API. */
  readonly baseUrl?: string
}

/** The page of each payment method. */
const pages: Readonly<
  Record<PaymentMethod, (transaction: Transaction, account: Account, shown: Shown) => string>
> = {
  PIX: (transaction, account, { viewed, options }) =>
    renderPixHtml(pixView(transaction, account, viewed), options),
  BOLETO(transaction, account, { viewed, options, bank }) {
    const slip = slipOf(transaction, account, { ...viewed, bank })
    assert(slip, 'a boleto is registered before it is stored')
    return renderBoletoHtml(slip, { ...options, pdfUrl: `${viewed.pageUrl}/boleto.pdf` })
  },
  CREDIT_CARD: (transaction, account, { viewed, options }) =>
    renderCardHtml(cardView(transaction, account, viewed), options),
}

interface Shown {
  readonly viewed: Viewed
  readonly options: PageOptions
  /** Absent: the payment is no boleto. */
  readonly bank: BoletoBank | undefined
}

export const viewedIn = (
  app: Pick<App, 'clock' | 'links'>,
  { secureId }: Transaction,
  request: Pick<ApiRequest, 'query'>,
): Viewed => ({
  now: app.clock.now(),
  pageUrl: `${app.links.baseUrl}/pay/${secureId}`,
  query: languageQuery(request),
})

/** The bank of a boleto. `undefined`: the payment is no boleto. */
export const bankOf = (
  app: Pick<App, 'providers'>,
  { boleto, providerId }: Transaction,
): BoletoBank | undefined => boleto && app.providers.boleto(providerId)
