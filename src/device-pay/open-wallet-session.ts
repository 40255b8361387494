import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { newId } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { SessionOutcome, WalletDomain, WalletProvider } from '../providers/ports/wallet.ts'
import { insertSessionRecords, type SessionRecord } from './session-store.ts'

interface WalletSession {
  /** A hostname that this wallet knows. */
  readonly domain: WalletDomain
  readonly wallet: WalletProvider
  /** Ends with the time limit of the whole request. */
  readonly budget: AbortSignal
  /** The wallet may no longer know the hostname. */
  onRefused(): Promise<void>
}

/**
 * Requests a merchant session from the wallet gateway, and records the result for the account.
 * Throws `device-pay-domain-unavailable`, `device-pay-unavailable`.
 */
export async function openWalletSession(
  app: Pick<App, 'log' | 'sql' | 'clock'>,
  account: Account,
  session: WalletSession,
): Promise<string> {
  const { id: accountId } = account
  const { hostname } = session.domain
  const outcome = await askWallet(account, session)
  switch (outcome.kind) {
    case 'session':
      await recordSession(app, { accountId, hostname, outcome: 'given' })
      return outcome.json
    case 'refused':
      app.log.warn({ accountId, status: outcome.status }, 'the wallet refused a merchant session')
      await session.onRefused()
      await recordSession(app, { accountId, hostname, outcome: 'refused-by-wallet' })
      throw new Rejection('device-pay-domain-unavailable')
    case 'unavailable':
      app.log.warn({ accountId, err: String(outcome.cause) }, 'the wallet gave no merchant session')
      await recordSession(app, { accountId, hostname, outcome: 'unavailable' })
      throw new Rejection('device-pay-unavailable', { retryAfterSeconds: 2 })
  }
}

/** Stores the outcome of a request for a session, and never the session. */
export async function recordSession(
  { sql, clock }: Pick<App, 'sql' | 'clock'>,
  record: Omit<SessionRecord, 'id' | 'at'>,
): Promise<void> {
  const at = clock.now()
  await insertSessionRecords(sql, [{ ...record, id: newId(at.getTime()), at }])
}

async function askWallet(
  account: Account,
  { domain, wallet, budget }: WalletSession,
): Promise<SessionOutcome> {
  const outcome = await wallet.createSession(
    { ...domain, displayName: displayNameOf(account.name) },
    AbortSignal.any([budget, AbortSignal.timeout(walletMs)]),
  )
  if (outcome.kind !== 'session' || isSession(outcome.json)) return outcome
  return {
    kind: 'unavailable',
    cause: new Error('the wallet answered something that is no session'),
  }
}

/** The part of the time limit that the wallet gateway may take, ms. */
const walletMs = 8_000

/** The name a wallet shows on its sheet. Its gateway takes at most 64 characters. */
const displayNameOf = (name: string): string => [...name].slice(0, 64).join('')

/**
 * The text becomes part of our response unchanged: it must be one JSON object, not empty, and of a
 * limited length.
 */
function isSession(json: string): boolean {
  if (json.length > 64 * 1024) return false
  try {
    const value: unknown = JSON.parse(json)
    return (
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.keys(value).length > 0
    )
  } catch {
    return false
  }
}
