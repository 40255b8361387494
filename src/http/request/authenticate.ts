import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { machinePermissions, type OperatorPermission } from '../../../contract/permission.ts'
import type { KeyHolder } from '../../accounts/account-directory.ts'
import { hasAddress } from '../../accounts/key-restriction.ts'
import type { App } from '../../app.ts'
import type { Rate } from '../../config.ts'
import { Rejection, type RejectionCode } from '../../primitives/rejection.ts'
import { callerOf } from '../server/client-address.ts'
import { tokenFingerprint } from '../server/operator-log.ts'
import type { RateLimiter } from '../server/rate-limit.ts'
import {
  bearerFrom,
  type CredentialMistake,
  publicKeyMistake,
  secretKeyFrom,
  secretKeyMistake,
} from './credentials.ts'

interface Guard {
  readonly app: Pick<App, 'accounts' | 'clock' | 'config' | 'log' | 'vault'>
  readonly limiter: RateLimiter
}

/**
 * The holder of a request's secret key. Throws `unauthenticated`, `secret-key-in-browser`,
 * `key-address-denied`, `account-suspended`, `rate-limited`.
 */
export async function authenticateSecret(
  { app, limiter }: Guard,
  request: FastifyRequest,
): Promise<KeyHolder> {
  const key = secretKeyFrom(request.headers.authorization)
  const holder = key === undefined ? undefined : await app.accounts.byKey('secret', key)
  if (!holder)
    throw refusalOf(
      { app, limiter },
      request,
      'unauthenticated',
      secretKeyMistake(request.headers.authorization),
    )
  if (request.headers.origin !== undefined) {
    // Some back ends forward the header. In a request of a browser the key is public
    // (docs/design/rules.md#k3).
    app.log.warn(
      { accountId: holder.account.id, keyId: holder.keyId, requestId: request.id },
      'a secret key came with an Origin header',
    )
  }
  const { secretKey } = app.config.limits.rates
  if (!hasAddress(holder.addresses, request.ip)) {
    // Of a stolen key, which takes nothing from the limit of its merchant.
    spend(limiter, `sk ${holder.keyId} elsewhere`, secretKey)
    throw new Rejection('key-address-denied')
  }
  spend(limiter, `sk ${holder.keyId}`, secretKey)
  if (
    request.headers.origin !== undefined &&
    holder.account.settings.secretKeyWithOrigin === 'refuse'
  ) {
    throw new Rejection('secret-key-in-browser')
  }
  return activeOnly(holder)
}

/**
 * The holder of a request's public key, who is not admitted yet. Throws `public-key-invalid`,
 * `rate-limited`; for a key that matches no account it throws `unknownKey`, where a route has one.
 */
export async function holderOfPublicKey(
  { app, limiter }: Guard,
  request: FastifyRequest,
  unknownKey?: RejectionCode,
): Promise<KeyHolder> {
  const sent = request.headers['x-public-key']
  const holder =
    typeof sent === 'string' ? await app.accounts.byKey('public', sent.trim()) : undefined
  if (!holder)
    throw refusalOf(
      { app, limiter },
      request,
      (sent && unknownKey) || 'public-key-invalid',
      publicKeyMistake(sent),
    )
  return holder
}

/**
 * Admits the holder of a public key, within the limits of the key. Throws `rate-limited` and
 * `account-suspended`, or `unknownKey` in its place.
 */
export function admitPublic(
  { app, limiter }: Guard,
  request: FastifyRequest,
  holder: KeyHolder,
  unknownKey?: RejectionCode,
): void {
  const { publicKeyPerAddress, publicKey } = app.config.limits.rates
  spend(limiter, `pk ${holder.keyId} ${callerOf(request.ip)}`, publicKeyPerAddress)
  spend(limiter, `pk ${holder.keyId}`, publicKey)
  activeOnly(holder, unknownKey)
}

/**
 * Each operator token has its own limit, and may expire. Returns the token's fingerprint. Throws
 * `admin-unauthenticated`, `rate-limited`, `person-required`.
 */
export function authenticateAdmin(
  { app, limiter }: Guard,
  request: FastifyRequest,
  permission: OperatorPermission,
): string {
  const token = bearerFrom(request.headers.authorization)
  const accepted = token === undefined ? undefined : adminTokenName(app, token)
  if (token === undefined || accepted === undefined)
    throw refusalOf({ app, limiter }, request, 'admin-unauthenticated')
  spend(limiter, `admin ${accepted}`, app.config.limits.rates.adminToken)
  if (app.config.mode === 'production' && !machinePermissions.includes(permission))
    throw new Rejection('person-required', { params: { permission } })
  return tokenFingerprint(app.vault, token)
}

/** Which of the operator's tokens this is, while it is valid by real time. */
function adminTokenName(
  { config, clock }: Guard['app'],
  token: string,
): 'current' | 'previous' | undefined {
  const { adminToken, adminTokenUntil, previousAdminToken: previous } = config.secrets
  const nowMs = clock.now().getTime() - clock.offsetMs()
  const isValid = (expected: string, until: Date | undefined): boolean =>
    // Digests are compared: they have equal lengths, and the time does not depend on how much
    // matches (docs/design/rules.md#k1).
    timingSafeEqual(sha256(token), sha256(expected)) &&
    (until === undefined || nowMs < until.getTime())
  if (isValid(adminToken, adminTokenUntil)) return 'current'
  return previous && isValid(previous.token, previous.until) ? 'previous' : undefined
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

function activeOnly(holder: KeyHolder, suspended: RejectionCode = 'account-suspended'): KeyHolder {
  if (holder.account.status !== 'active') throw new Rejection(suspended)
  return holder
}

/** A caller that guesses credentials gets a 429 after several guesses (docs/design/rules.md#b3). */
function refusalOf(
  { app, limiter }: Guard,
  request: FastifyRequest,
  code: RejectionCode,
  mistake?: CredentialMistake,
): Rejection {
  const waitSeconds = limiter.take(
    `unknown ${callerOf(request.ip)}`,
    app.config.limits.rates.unknownCredentials,
  )
  if (waitSeconds > 0) return new Rejection('rate-limited', { retryAfterSeconds: waitSeconds })
  return new Rejection(code, mistake && { params: { mistake } })
}

/** Takes one from a bucket. @throws Rejection `rate-limited` */
export function spend(limiter: RateLimiter, bucket: string, rate: Rate): void {
  const waitSeconds = limiter.take(bucket, rate)
  if (waitSeconds > 0) throw new Rejection('rate-limited', { retryAfterSeconds: waitSeconds })
}
