import { createHash } from 'node:crypto'
import { randomSecret } from '../../src/primitives/id.ts'
import type { Certified } from '../authority.ts'
import { type Fields, isFields } from '../kit/fields.ts'
import { isSignedUnder, signDetached } from './detached-signature.ts'
import type { WalletStore } from './wallet-store.ts'

/**
 * Merchant sessions: issued to a merchant's server, checked by a device
 * (docs/design/device-wallet.md#merchant-session).
 */
export interface Sessions {
  /** The JSON text of a session for one payment on one hostname. */
  issue(requested: AskedSession): Promise<string>
  /** Checks a session as a device does. A valid one is used up by it. */
  verify(json: string, hostname: string): SessionCheck
}

export interface AskedSession {
  /** `partnerInternalMerchantIdentifier`. */
  readonly merchantRef: string
  readonly hostname: string
  readonly displayName: string
  readonly pspId: string
  /**
   * The merchant identifier of the registration. The payment's token is encrypted to its processing
   * key.
   */
  readonly encryptTo: string
}

export type SessionCheck =
  | { readonly ok: true; readonly displayName: string }
  | {
      readonly ok: false
      readonly reason: 'malformed' | 'signature' | 'hostname' | 'expired' | 'used'
    }

/**
 * The documented lifetime of a session. `expiresAt` in the object is an hour, and the shorter one
 * applies.
 */
export const sessionLifeMs = 5 * 60_000

export function openSessions(from: {
  readonly now: () => Date
  readonly store: WalletStore
  readonly signer: Certified
  /** PEM of the signer's root. */
  readonly root: string
}): Sessions {
  const { now, store, signer, root } = from
  return {
    async issue({ merchantRef, hostname, displayName, pspId, encryptTo }) {
      const at = now()
      const merchantIdentifier = sha256(merchantRef)
      const id = `SSH${hex(16)}_${hex(32)}`
      const before = {
        epochTimestamp: at.getTime(),
        expiresAt: at.getTime() + 3_600_000,
        merchantSessionIdentifier: id,
        nonce: hex(4).toLowerCase(),
        merchantIdentifier,
        domainName: hostname,
        displayName,
      }
      const after = {
        operationalAnalyticsIdentifier: `${displayName}:${merchantIdentifier}`,
        retries: 0,
        pspId,
      }
      const signature = await signDetached(signedBytes({ ...before, ...after }), signer, at)
      store.addSession({ id, hostname, issuedAt: at.getTime(), encryptTo })
      return JSON.stringify({ ...before, signature: signature.toLowerCase(), ...after })
    },
    verify(json, hostname) {
      const session = fields(json)
      const {
        signature,
        epochTimestamp,
        merchantSessionIdentifier: id,
        domainName,
        displayName,
      } = session ?? {}
      const isWhole =
        typeof signature === 'string' &&
        typeof epochTimestamp === 'number' &&
        typeof id === 'string'
      if (!isWhole || typeof displayName !== 'string') return { ok: false, reason: 'malformed' }
      const { signature: _signature, ...signed } = session ?? {}
      if (!isSignedUnder(signature, signedBytes(signed), root))
        return { ok: false, reason: 'signature' }
      if (domainName !== hostname) return { ok: false, reason: 'hostname' }
      const at = now().getTime()
      if (at < epochTimestamp || at - epochTimestamp > sessionLifeMs)
        return { ok: false, reason: 'expired' }
      return store.useSession(id, at) ? { ok: true, displayName } : { ok: false, reason: 'used' }
    },
  }
}

/**
 * Every field but the signature, in the received order. A changed order or a missing or added field
 * breaks the signature.
 */
const signedBytes = (session: object): Buffer => Buffer.from(JSON.stringify(session), 'utf8')

const hex = (bytes: number): string => randomSecret(bytes).toString('hex').toUpperCase()

const sha256 = (text: string): string =>
  createHash('sha256').update(text).digest('hex').toUpperCase()

function fields(json: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isFields(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
