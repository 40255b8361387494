import assert from 'node:assert/strict'
import { Type } from 'typebox'
import { renderReceiptHtml } from '../../../checkout/receipt/receipt-html.ts'
import { logoTypes } from '../../../contract/logo.ts'
import type { Account } from '../../accounts/account.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { pageOf } from '../../transactions/read-transactions.ts'
import type { Transaction } from '../../transactions/transaction.ts'
import { spend } from '../request/authenticate.ts'
import { type ApiRequest, endpoint, type RequestContext } from '../request/endpoint.ts'
import { refuseGuess } from '../request/refuse-guess.ts'
import { page, pageLanguage, unseen } from './page.ts'
import { logoResponse, pageBrand } from './page-brand.ts'
import { markAt, receiptView, slipOf, standingOf } from './page-views.ts'
import { markStream } from './payment-stream.ts'
import { bankOf, renderPayment, viewedIn } from './render-payment.ts'

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
  documents: { 200: ['text/html'] },
  async handle(context, request) {
    return renderPayment(context.app, { ...(await chargeOf(context, request)), request })
  },
})

/** Read by the page itself, every few seconds. */
const PageStatus = Type.Object({
  status: Type.String({ description: 'O estado do pagamento.' }),
  mark: Type.String({ description: 'Muda quando a página deve ser lida de novo.' }),
})

export const getPaymentPageStatus = endpoint({
  summary: 'Situação da página de pagamento',
  answer: PageStatus,
  rejections,
  async handle(context, request) {
    const { app } = context
    const { transaction } = await chargeOf(context, request)
    const now = app.clock.now()
    const { state } = standingOf(transaction, now)
    return {
      status: 200,
      body: JSON.stringify({ status: state, mark: markAt(transaction, now) }),
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
  documents: { 200: ['text/html'] },
  async handle(context, request) {
    const { app } = context
    const { transaction, account } = await chargeOf(context, request)
    const viewed = viewedIn(app, transaction, request)
    const view = receiptView(transaction, account, viewed)
    if (!view) throw new Rejection('not-found')
    const brand = await pageBrand(app, account.id, viewed.pageUrl)
    const language = pageLanguage(request)
    return page((nonce) => renderReceiptHtml(view, { nonce, language, brand }))
  },
})

export const getPaymentLogo = endpoint({
  summary: 'Logotipo da página de pagamento',
  rejections,
  documents: { 200: logoTypes },
  async handle(context, request) {
    const { account } = await chargeOf(context, request)
    return logoResponse(context.app, account.id)
  },
})

export const getBoletoPdf = endpoint({
  summary: 'Boleto em PDF',
  rejections,
  documents: { 200: ['application/pdf'] },
  async handle(context, request) {
    const { app } = context
    const { transaction, account } = await chargeOf(context, request)
    const viewed = viewedIn(app, transaction, request)
    const slip = slipOf(transaction, account, { ...viewed, bank: bankOf(app, transaction) })
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
