import assert from 'node:assert/strict'
import { renderBoletoHtml } from '../../../checkout/boleto/boleto-html.ts'
import { renderCardHtml } from '../../../checkout/card/card-html.ts'
import type { PageOptions } from '../../../checkout/page.ts'
import { renderPixHtml } from '../../../checkout/pix/pix-html.ts'
import { renderReceiptHtml } from '../../../checkout/receipt/receipt-html.ts'
import { markOf } from '../../../checkout/standing.ts'
import type { PaymentMethod } from '../../../contract/fields.ts'
import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { pageOf } from '../../transactions/read-transactions.ts'
import type { Transaction } from '../../transactions/transaction.ts'
import { spend } from '../request/authenticate.ts'
import { type ApiRequest, endpoint, type RequestContext } from '../request/endpoint.ts'
import { refuseGuess } from '../request/refuse-guess.ts'
import { languageQuery, page, pageLanguage, unseen } from './page.ts'
import { cardView, pixView, receiptView, slipOf, standingOf, type Viewed } from './page-views.ts'
import { markStream } from './payment-stream.ts'

/**
 * JSON responses besides the page: an unknown link, a caller over its limit, a busy server or
 * database.
 */
const rejections = [
  'not-found',
  'rate-limited',
  'overloaded',
  'database-unavailable',
  'answer-timeout',
] as const

/**
 * The page that the payer opens. Its unguessable address is its only protection, so it is never
 * indexed, cached or sent as a referrer.
 */
export const getPaymentPage = endpoint({
  summary: 'Página de pagamento',
  rejections,
  async handle(context, request) {
    const { app } = context
    const { transaction, account } = await chargeOf(context, request)
    const viewed = viewedIn(app, transaction, request)
    const bank = bankName(app, transaction)
    const render = pages[transaction.method]
    const language = pageLanguage(request)
    return page((nonce) =>
      render(transaction, account, { viewed, bankName: bank, options: { nonce, language } }),
    )
  },
})

/** The page of each payment method. */
const pages: Readonly<
  Record<PaymentMethod, (transaction: Transaction, account: Account, shown: Shown) => string>
> = {
  PIX: (transaction, account, { viewed, options }) =>
    renderPixHtml(pixView(transaction, account, viewed), options),
  BOLETO(transaction, account, { viewed, options, bankName: bank }) {
    const slip = slipOf(transaction, account, { ...viewed, bankName: bank })
    assert(slip, 'a boleto is registered before it is stored')
    return renderBoletoHtml(slip, { ...options, pdfUrl: `${viewed.pageUrl}/boleto.pdf` })
  },
  CREDIT_CARD: (transaction, account, { viewed, options }) =>
    renderCardHtml(cardView(transaction, account, viewed), options),
}

interface Shown {
  readonly viewed: Viewed
  readonly options: PageOptions
  /** The bank of a boleto, and an empty text for another method. */
  readonly bankName: string
}

const viewedIn = (
  app: Pick<App, 'clock' | 'links'>,
  { secureId }: Transaction,
  request: Pick<ApiRequest, 'query'>,
): Viewed => ({
  now: app.clock.now(),
  pageUrl: `${app.links.baseUrl}/pay/${secureId}`,
  query: languageQuery(request),
})

export const getPaymentPageStatus = endpoint({
  summary: 'Situação da página de pagamento',
  rejections,
  async handle(context, request) {
    const { app } = context
    const { transaction } = await chargeOf(context, request)
    const standing = standingOf(transaction, app.clock.now())
    return {
      status: 200,
      body: JSON.stringify({ status: standing.state, mark: markOf(standing) }),
      headers: { 'content-type': 'application/json; charset=utf-8', ...unseen },
    }
  },
})

export const getPaymentPageEvents = endpoint({
  summary: 'Mudanças da página de pagamento (server-sent events)',
  isStream: true,
  rejections,
  async handle(context, request) {
    const { ends } = request
    assert(ends, 'a stream has an end')
    const { transaction } = await chargeOf(context, request)
    return markStream(context, transaction, ends)
  },
})

export const getPaymentReceipt = endpoint({
  summary: 'Comprovante de um pagamento recebido',
  rejections,
  async handle(context, request) {
    const { app } = context
    const { transaction, account } = await chargeOf(context, request)
    const view = receiptView(transaction, account, viewedIn(app, transaction, request))
    if (!view) throw new Rejection('not-found')
    const language = pageLanguage(request)
    return page((nonce) => renderReceiptHtml(view, { nonce, language }))
  },
})

export const getBoletoPdf = endpoint({
  summary: 'Boleto em PDF',
  rejections,
  async handle(context, request) {
    const { app } = context
    const { transaction, account } = await chargeOf(context, request)
    const viewed = viewedIn(app, transaction, request)
    const slip = slipOf(transaction, account, { ...viewed, bankName: bankName(app, transaction) })
    if (!slip) throw new Rejection('not-found')
    return {
      status: 200,
      body: await context.boletoFiles.pdf(slip),
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="boleto-${slip.ourNumber}.pdf"`,
        ...unseen,
      },
    }
  },
})

async function chargeOf(
  context: RequestContext,
  { params, caller }: ApiRequest,
): Promise<{ transaction: Transaction; account: Account }> {
  const { app, limiter } = context
  spend(limiter, `page ${caller}`, app.config.limits.rates.pagesPerAddress)
  const secureId = params.secureId ?? ''
  const transaction = /^[0-9A-Za-z]{24}$/.test(secureId) ? await pageOf(app, secureId) : undefined
  const account = transaction && (await app.accounts.byId(transaction.accountId))
  if (!transaction || !account) throw refuseGuess(context, 'page', caller)
  return { transaction, account }
}

const bankName = (app: Pick<App, 'providers'>, { boleto, providerId }: Transaction): string =>
  boleto ? app.providers.boleto(providerId).name : ''
