// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.

import { Account, Keys, Requests } from './account.js'
import { Webhooks } from './account-webhooks.js'
import { Cashouts } from './cashouts.js'
import { CheckoutSessions, PaymentLinks } from './checkout.js'
import { Disputes } from './disputes.js'
import { Domains } from './domains.js'
import { Events } from './events.js'
import type { GuicheOptions } from './options.js'
import { Transactions } from './transactions.js'
import { Wallet } from './wallet.js'
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
export declare class Guiche {
  readonly transactions: Transactions
  readonly paymentLinks: PaymentLinks
  readonly checkoutSessions: CheckoutSessions
  readonly cashouts: Cashouts
  readonly wallet: Wallet
  readonly disputes: Disputes
  readonly devicePay: {
    readonly domains: Domains
  }
  readonly webhooks: Webhooks
  readonly events: Events
  readonly account: Account
  readonly keys: Keys
  readonly requests: Requests
  /** @throws TypeError for an option that cannot work */
  constructor(options: GuicheOptions)
}
