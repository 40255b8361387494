import assert from 'node:assert/strict'
import type { CheckoutSessionWire } from '../../contract/checkout-session.ts'
import type { PaymentLinkWire } from '../../contract/payment-link.ts'
import type { Account } from '../../src/accounts/account.ts'
import type { App } from '../../src/app.ts'
import { sessionByToken } from '../../src/checkout/checkout-session-store.ts'
import { sessionUrl } from '../../src/checkout/checkout-session-wire.ts'
import { type LinkForm, openLinkSession } from '../../src/checkout/open-session.ts'
import { type CheckoutForm, payCheckout } from '../../src/checkout/pay-checkout.ts'
import { linkBySlug } from '../../src/checkout/payment-link-store.ts'
import { openIdempotency } from '../../src/idempotency/with-idempotency.ts'
import { randomId } from '../../src/primitives/id.ts'
import type { Transaction } from '../../src/transactions/transaction.ts'
import type { Shop } from './shop.ts'

export const linksPath = '/api/user/payment-links'
export const sessionsPath = '/api/user/checkout-sessions'

/** A link of R$ 50.00, unless a test overrides it. */
export async function newLink(shop: Shop, given: object = {}): Promise<PaymentLinkWire> {
  const body = { title: 'Curso de cerâmica', amount: 50_00, ...given }
  const { http, body: answer, text } = await shop.call<PaymentLinkWire>('POST', linksPath, body)
  assert.equal(http, 201, text)
  return answer.data
}

export const linkNow = async (shop: Shop, id: string): Promise<PaymentLinkWire> =>
  (await shop.call<PaymentLinkWire>('GET', `${linksPath}/${id}`)).body.data

/** A session of R$ 50.00, unless a test overrides it. */
export async function newSession(shop: Shop, given: object = {}): Promise<CheckoutSessionWire> {
  const body = { amount: 50_00, ...given }
  const {
    http,
    body: answer,
    text,
  } = await shop.call<CheckoutSessionWire>('POST', sessionsPath, body)
  assert.equal(http, 201, text)
  return answer.data
}

export const sessionNow = async (shop: Shop, id: string): Promise<CheckoutSessionWire> =>
  (await shop.call<CheckoutSessionWire>('GET', `${sessionsPath}/${id}`)).body.data

export const byPix: CheckoutForm['payment'] = { method: 'PIX', expiresInSeconds: undefined }
export const byBoleto: CheckoutForm['payment'] = {
  method: 'BOLETO',
  expiresInDays: undefined,
  instructions: [],
}
export const byCard = (number: string, installments = 1): CheckoutForm['payment'] => ({
  method: 'CREDIT_CARD',
  installments,
  capture: true,
  source: {
    kind: 'card',
    card: { number, holderName: 'ANA', expirationMonth: 12, expirationYear: 2031, cvv: '123' },
  },
})
export const payer = {
  name: 'Ana Teste',
  document: { number: '11144477735', type: 'CPF' as const },
}

/** What a payer does at one process of the gateway. */
export interface Counter {
  /** Sends the form of a session. The default customer is `payer`. */
  pay(
    url: string,
    payment: CheckoutForm['payment'],
    attemptId?: string,
    customer?: CheckoutForm['customer'],
  ): Promise<Transaction>
  /** Sends the form of a link, up to the session that it opens. Returns the address of it. */
  use(url: string, form?: Partial<LinkForm>): Promise<string>
}

export async function openCounter(app: App, { accountId }: Shop): Promise<Counter> {
  const withIdempotency = openIdempotency(app)
  const account = (await app.accounts.byId(accountId)) as Account
  return {
    async pay(url, payment, attemptId = randomId(), customer = payer) {
      const session = await sessionByToken(app.sql, nameIn(url))
      assert(session)
      const form = { attemptId, payment, customer }
      return payCheckout({ app, withIdempotency }, account, session, form)
    },
    async use(url, form = {}) {
      const used = await linkBySlug(app.sql, nameIn(url))
      assert(used)
      const sent = { attemptId: randomId(), choice: {}, ...form }
      return sessionUrl(await openLinkSession(app, account, used, sent), app.links)
    },
  }
}

const nameIn = (url: string): string => url.split('/').at(-1) ?? ''
