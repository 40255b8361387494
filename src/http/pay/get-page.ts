import { renderBoletoHtml } from '../../../checkout/boleto/boleto-html.ts'
import { renderBoletoPdf } from '../../../checkout/boleto/boleto-pdf.ts'
import { renderCardHtml } from '../../../checkout/card/card-html.ts'
import { renderPixHtml } from '../../../checkout/pix/pix-html.ts'
import { renderReceiptHtml } from '../../../checkout/pix/receipt-html.ts'
import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import { randomSecret } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { pageOf } from '../../transactions/read-transactions.ts'
import type { Transaction } from '../../transactions/transaction.ts'
import type { Asked, Endpoint, Verbatim } from '../endpoint.ts'
import { cardView, chargeStatus, pixView, receiptView, slipOf } from './page-views.ts'

/** What the payer opens. Its unguessable address is all that protects it (so it is never indexed, cached or referred to). */
export const getPage: Endpoint = {
  summary: 'Página de pagamento',
  async handle({ app }, asked) {
    const { transaction, account } = await chargeOf(app, asked)
    const pageUrl = `${app.links.baseUrl}/pay/${transaction.secureId}`
    return page((nonce) => {
      const slip = slipOf(transaction, bankName(app, transaction))
      if (slip)
        return renderBoletoHtml(slip, { nonce, pdfUrl: `${pageUrl}/boleto.pdf`, statusUrl: `${pageUrl}/status` })
      if (transaction.pix)
        return renderPixHtml(pixView(transaction, account, { now: app.clock.now(), pageUrl }), { nonce })
      return renderCardHtml(cardView(transaction, account), { nonce })
    })
  },
}

export const getPageStatus: Endpoint = {
  summary: 'Situação da página de pagamento',
  async handle({ app }, asked) {
    const { transaction } = await chargeOf(app, asked)
    return {
      status: 200,
      body: JSON.stringify({ status: chargeStatus(transaction) }),
      headers: { 'content-type': 'application/json; charset=utf-8', ...unseen },
    }
  },
}

export const getReceipt: Endpoint = {
  summary: 'Comprovante de um PIX pago',
  async handle({ app }, asked) {
    const { transaction, account } = await chargeOf(app, asked)
    const view = receiptView(transaction, account)
    if (!view) throw new Rejection('not-found')
    return page((nonce) => renderReceiptHtml(view, { nonce }))
  },
}

export const getBoletoPdf: Endpoint = {
  summary: 'Boleto em PDF',
  async handle({ app }, asked) {
    const { transaction } = await chargeOf(app, asked)
    const slip = slipOf(transaction, bankName(app, transaction))
    if (!slip) throw new Rejection('not-found')
    return {
      status: 200,
      body: Buffer.from(await renderBoletoPdf(slip)),
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="boleto-${slip.ourNumber}.pdf"`,
        ...unseen,
      },
    }
  },
}

async function chargeOf(app: App, { params }: Asked): Promise<{ transaction: Transaction; account: Account }> {
  const secureId = params.secureId ?? ''
  const transaction = /^[0-9A-Za-z]{24}$/.test(secureId) ? await pageOf(app, secureId) : undefined
  const account = transaction && (await app.accounts.byId(transaction.accountId))
  if (!transaction || !account) throw new Rejection('not-found')
  return { transaction, account }
}

const bankName = (app: App, { boleto, providerId }: Transaction): string =>
  boleto ? app.providers.boleto(providerId).name : ''

function page(render: (nonce: string) => string): Verbatim {
  const nonce = randomSecret(16).toString('base64')
  return {
    status: 200,
    body: render(nonce),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      ...unseen,
    },
  }
}

const unseen = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
}
