import { openClient } from './http/client.ts'
import type { GuicheOptions } from './options.ts'
import { Account, Keys, Requests } from './resources/account.ts'
import { Webhooks } from './resources/account-webhooks.ts'
import { Cashouts } from './resources/cashouts.ts'
import { CheckoutSessions, PaymentLinks } from './resources/checkout.ts'
import { Disputes } from './resources/disputes.ts'
import { Domains } from './resources/domains.ts'
import { Events } from './resources/events.ts'
import { Transactions } from './resources/transactions.ts'
import { Wallet } from './resources/wallet.ts'

/**
 * The API of one account, for its server. All amounts are whole cents of BRL.
 *
 * ```ts
 * const guiche = new Guiche({
 *   secretKey: process.env.GUICHE_SECRET_KEY ?? '',
 *   baseUrl: 'https://pagamentos.loja.com.br',
 * })
 * const sale = await guiche.transactions.create({ amount: 1990, paymentMethod: 'PIX' })
 * ```
 *
 * A call is retried when that is safe. Each `POST` has an idempotency key, which its retries keep,
 * so it has one effect. It throws a `GuicheError` when the gateway rejects it, and a
 * `GuicheConnectionError` when there is no response.
 */
export class Guiche {
  readonly transactions: Transactions
  readonly paymentLinks: PaymentLinks
  readonly checkoutSessions: CheckoutSessions
  readonly cashouts: Cashouts
  readonly wallet: Wallet
  readonly disputes: Disputes
  readonly devicePay: { readonly domains: Domains }
  readonly webhooks: Webhooks
  readonly events: Events
  readonly account: Account
  readonly keys: Keys
  readonly requests: Requests

  /** @throws TypeError for an option that cannot work */
  constructor(options: GuicheOptions) {
    const client = openClient(options)
    this.transactions = new Transactions(client)
    this.paymentLinks = new PaymentLinks(client)
    this.checkoutSessions = new CheckoutSessions(client)
    this.cashouts = new Cashouts(client)
    this.wallet = new Wallet(client)
    this.disputes = new Disputes(client)
    this.devicePay = { domains: new Domains(client) }
    this.webhooks = new Webhooks(client)
    this.events = new Events(client)
    this.account = new Account(client)
    this.keys = new Keys(client)
    this.requests = new Requests(client)
  }
}
