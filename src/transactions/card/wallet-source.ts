import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import { readDocument } from '../../brazil/document.ts'
import { type DevicePay, devicePayOf } from '../../device-pay/device-pay-of.ts'
import { registerDomainsWithAcquirer } from '../../device-pay/register-domains-with-acquirer.ts'
import { hasRecentSession } from '../../device-pay/session-store.ts'
import { openToken } from '../../device-pay/token/open-token.ts'
import { replayDigest } from '../../device-pay/token/replay-digest.ts'
import type { TokenProblem } from '../../device-pay/token/token-problem.ts'
import { verifyToken } from '../../device-pay/token/verify-token.ts'
import { canonicalJson } from '../../idempotency/fingerprint.ts'
import { write } from '../../journal/change.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { CardSource, WalletToken } from '../../providers/ports/card.ts'
import type { CardPayment, Order } from '../order.ts'
import { type BoundToken, bindingVerdict } from '../wallet-binding.ts'
import type { PaymentSource } from './payment-source.ts'
import { spentWalletTokensWriter } from './wallet-token-store.ts'

interface WalletOrder {
  readonly order: Order<CardPayment>
  readonly token: WalletToken
  readonly at: Date
}

/**
 * A device wallet's token as the source of a sale (docs/design/interface.md#device-pay-rules). The
 * gateway verifies it before it calls an acquirer, because Cielo receives too few parts of it to do
 * so (docs/design/providers/cielo.md#wallet-request-fields). It is passed on unchanged, or opened
 * here when the operator holds the processing key. Throws the 400 of
 * docs/design/interface.md#device-pay-errors.
 */
export async function resolveWalletSource(
  app: Pick<App, 'config' | 'log' | 'sql' | 'clock' | 'vault' | 'providers'>,
  account: Account,
  { order, token, at }: WalletOrder,
): Promise<PaymentSource> {
  const devicePay = devicePayOf(app, account)
  registerDomainsWithAcquirer(app, account.id, devicePay)
  const provider = devicePay.acquirer.name
  checkPayer(order, provider)
  const brand = networks.get(networkOf(token))
  const verdict = verifyToken(token, devicePay.wallet.tokens, at)
  if (!verdict.ok) throw tokenRejection(app, account, { provider, reason: verdict.reason })
  if (!brand)
    throw new Rejection('wallet-network-not-supported', {
      field: 'wallet.token.paymentMethod.network',
      provider,
    })
  if (!(await belongsTo(app, account, { verdict, at }))) {
    throw tokenRejection(app, account, { provider, reason: 'wrong_binding' })
  }
  const source = sourceFor(app, account, { order, token, at, devicePay })
  return {
    source,
    brand,
    lastFour: /(\d{4})$/.exec(token.paymentMethod.displayName.trim())?.[1] ?? '',
    holderName: '',
    isWallet: true,
    spending: (transactionId) => [
      write(spentWalletTokensWriter, {
        digest: tokenDigest(token),
        accountId: account.id,
        transactionId,
        fingerprint: walletFingerprint(app, order),
      }),
    ],
  }
}

/** Whether the token belongs to this account, as its `walletBinding` requires. */
async function belongsTo(
  app: Pick<App, 'config' | 'sql'>,
  account: Account,
  { verdict, at }: { readonly verdict: BoundToken; readonly at: Date },
): Promise<boolean> {
  switch (bindingVerdict(account, verdict)) {
    case 'bound':
      return true
    case 'bound-elsewhere':
      return false
    case 'needs-session': {
      // The sandbox's control route creates tokens without a page, so by default the sandbox
      // requires no session.
      const { settings } = account
      if (settings.walletBinding === 'automatic' && !app.config.devicePay.needsSession) return true
      return hasRecentSession(app.sql, account.id, sessionsSince(at))
    }
  }
}

/** The payment sheet of an older session has closed. */
const sessionsSince = (at: Date): Date => new Date(at.getTime() - 10 * 60_000)

/** The digest of the order that spends a token. */
const walletFingerprint = ({ vault }: Pick<App, 'vault'>, order: Order<CardPayment>): Buffer =>
  vault.digest('wallet-request', canonicalJson(order))

/** Whether an equal order spent a token: then it is the same sale (docs/design/rules.md#i7). */
export const isSameWalletOrder = (
  { vault }: Pick<App, 'vault'>,
  order: Order<CardPayment>,
  fingerprint: Buffer,
): boolean => vault.matches('wallet-request', canonicalJson(order), fingerprint)

/** The digest under which a verified token is spent. */
function tokenDigest(token: WalletToken): Buffer {
  const digest = replayDigest(token)
  if (!digest) throw new Error('a token was verified that cannot be read')
  return digest
}

/** The two networks of Device Pay, in the spelling of devices and of the API. */
const networks = new Map([
  ['visa', 'VISA'],
  ['mastercard', 'MASTERCARD'],
])

const networkOf = ({ paymentMethod }: WalletToken): string =>
  `${paymentMethod?.network ?? ''}`.toLowerCase()

/** The order must have a document, because the token contains no CPF or CNPJ. */
function checkPayer({ facts: { customer } }: Order<CardPayment>, provider: string): void {
  if (!customer?.document)
    throw new Rejection('document-required', { field: 'customer.document', provider })
  if (!readDocument(customer.document.number).ok)
    throw new Rejection('document-invalid', { field: 'customer.document.number', provider })
}

/** The unopened token if the acquirer holds the processing key, else the opened token. */
function sourceFor(
  app: Pick<App, 'log'>,
  account: Account,
  { order, token, at, devicePay }: WalletOrder & { readonly devicePay: DevicePay },
): CardSource {
  const { wallet, acquirer } = devicePay
  if (!wallet.tokens.decryption) return { kind: 'wallet-token', token }
  const opened = openToken(token, wallet.tokens.decryption, { amount: order.amount, now: at })
  if (!opened.ok)
    throw tokenRejection(app, account, { provider: acquirer.name, reason: opened.reason })
  return { kind: 'wallet-cryptogram', cryptogram: opened.payload }
}

/** The caller gets one text for every invalid token. Only the log has the failed check. */
function tokenRejection(
  app: Pick<App, 'log'>,
  account: Account,
  { provider, reason }: { readonly provider: string; readonly reason: TokenProblem },
): Rejection {
  app.log.warn({ accountId: account.id, reason }, 'a wallet token was refused')
  return new Rejection('wallet-token-invalid', { field: 'wallet.token', provider })
}
