import { renderBoletoHtml } from '../../../checkout/boleto/boleto-html.ts'
import { renderBoletoPdf } from '../../../checkout/boleto/boleto-pdf.ts'
import { renderPixHtml } from '../../../checkout/pix/pix-html.ts'
import { renderReceiptHtml } from '../../../checkout/pix/receipt-html.ts'
import type { App } from '../../app.ts'
import { randomBase62 } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { pageOf } from '../../transactions/read-transactions.ts'
import type { Transaction } from '../../transactions/transaction.ts'
import type { Asked, Endpoint, Verbatim } from '../endpoint.ts'
import { pageStatus } from './page-status.ts'
import { slipOf } from './slip-of.ts'

/** Pages for payers. Whoever has the address may see one: its name cannot be guessed. */
export const getPage: Endpoint = {
  summary: 'A página de pagamento',
  rejections: ['not-found'],
  async handle({ app }, asked) {
    const transaction = await paymentOf(app, asked)
    const nonce = randomBase62(22)
    const page = addressOf(app, transaction)
    if (transaction.boleto) {
      return htmlPage(
        renderBoletoHtml(slip(app, transaction), { nonce, pdfUrl: `${page}/boleto.pdf`, statusUrl: `${page}/status` }),
        nonce,
      )
    }
    if (!transaction.pix) throw new Rejection('not-found') // A card is paid in the shop.
    const now = app.clock.now()
    const title = transaction.order.items[0]?.title
    const view = {
      status: pageStatus(transaction, now),
      amount: transaction.amount,
      receiverName: await shopName(app, transaction),
      ...(title && { description: title }),
      emv: transaction.pix.emv,
      expiresAt: transaction.expiresAt ?? transaction.createdAt,
      now,
      ...(transaction.paidAt && { paidAt: transaction.paidAt }),
      statusUrl: `${page}/status`,
      receiptUrl: `${page}/receipt`,
    }
    return htmlPage(renderPixHtml(view, { nonce }), nonce)
  },
}

/** Asked by the page every few seconds; not in the envelope, as only our own page reads it. */
export const getPageStatus: Endpoint = {
  summary: 'O estado do pagamento, para a página',
  rejections: ['not-found'],
  async handle({ app }, asked) {
    const transaction = await paymentOf(app, asked)
    return { status: 200, body: JSON.stringify({ status: pageStatus(transaction, app.clock.now()) }) }
  },
}

export const getReceipt: Endpoint = {
  summary: 'O comprovante de um PIX pago',
  rejections: ['not-found'],
  async handle({ app }, asked) {
    const transaction = await paymentOf(app, asked)
    const { pix, paidAt, refundedAmount } = transaction
    if (!pix?.endToEndId || !paidAt) throw new Rejection('not-found')
    const account = await app.accounts.byId(transaction.accountId)
    const nonce = randomBase62(22)
    const title = transaction.order.items[0]?.title
    const view = {
      amount: transaction.amount,
      refundedAmount,
      paidAt,
      receiver: { name: account?.name ?? '', ...(account && { document: account.document }) },
      ...(title && { description: title }),
      endToEndId: pix.endToEndId,
      transactionId: transaction.id,
    }
    return htmlPage(renderReceiptHtml(view, { nonce }), nonce)
  },
}

export const getBoletoPdf: Endpoint = {
  summary: 'O boleto em PDF',
  rejections: ['not-found'],
  async handle({ app }, asked) {
    const transaction = await paymentOf(app, asked)
    if (!transaction.boleto) throw new Rejection('not-found')
    return {
      status: 200,
      body: Buffer.from(await renderBoletoPdf(slip(app, transaction))),
      headers: { 'content-type': 'application/pdf', 'content-disposition': 'inline; filename="boleto.pdf"' },
    }
  },
}

async function paymentOf(app: Pick<App, 'sql'>, { params: { secureId = '' } }: Asked): Promise<Transaction> {
  const transaction = /^[0-9A-Za-z]{16,40}$/.test(secureId) ? await pageOf(app, secureId) : undefined
  if (!transaction) throw new Rejection('not-found')
  return transaction
}

const addressOf = ({ links }: Pick<App, 'links'>, { secureId }: Transaction): string =>
  `${links.baseUrl}/pay/${secureId}`

const slip = (app: Pick<App, 'providers' | 'clock'>, transaction: Transaction) =>
  slipOf(transaction, { bankName: app.providers.boleto(transaction.providerId).name, now: app.clock.now() })

const shopName = async (app: Pick<App, 'accounts'>, { accountId }: Transaction): Promise<string> =>
  (await app.accounts.byId(accountId))?.name ?? ''

/** A page runs its own script and style and nothing else, and talks to nobody but us. */
const htmlPage = (body: string, nonce: string): Verbatim => ({
  status: 200,
  body,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
  },
})
