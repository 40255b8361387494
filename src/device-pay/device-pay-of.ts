import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { CardAcquirer } from '../providers/ports/card.ts'
import type { WalletDomain, WalletProvider } from '../providers/ports/wallet.ts'
import { digestOf } from './domain.ts'

/** Device Pay of an account, through the current acquirer of its cards. */
export interface DevicePay {
  readonly providerId: string
  readonly acquirer: CardAcquirer
  readonly wallet: WalletProvider
  /** The hash of the file that this acquirer requires. */
  readonly digest: string
}

/** Throws `device-pay-disabled`, `provider-not-configured`, `device-pay-not-supported`. */
export function devicePayOf({ providers }: Pick<App, 'providers'>, account: Account): DevicePay {
  const { DEVICE_PAY, CREDIT_CARD } = account.settings.methods
  if (!DEVICE_PAY || !CREDIT_CARD) throw new Rejection('device-pay-disabled')
  const providerId = account.providers.card
  if (providerId === undefined)
    throw new Rejection('provider-not-configured', { params: { method: 'CREDIT_CARD' } })
  const acquirer = providers.card(providerId)
  const { wallet, name } = acquirer
  if (!wallet) throw new Rejection('device-pay-not-supported', { provider: name })
  return { providerId, acquirer, wallet, digest: digestFor(wallet) }
}

/** A wallet's file never changes while it is open. */
export function digestFor(wallet: WalletProvider): string {
  const known = digests.get(wallet)
  if (known !== undefined) return known
  const digest = digestOf(wallet.association)
  digests.set(wallet, digest)
  return digest
}

const digests = new WeakMap<WalletProvider, string>()

/**
 * How a wallet identifies a hostname of an account. The reference holds our id, which is never used
 * again for another.
 */
export const walletDomainOf = (account: Account, hostname: string): WalletDomain => ({
  hostname,
  merchantRef: `guiche-${account.id}`,
  merchantName: account.name,
})
