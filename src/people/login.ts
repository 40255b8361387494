import { timingSafeEqual } from 'node:crypto'
import { bareDigest } from '../primitives/digests.ts'
import type { Vault } from '../primitives/vault.ts'

/** A person signed in on one browser or command line. */
export interface Login {
  readonly id: string
  readonly kind: LoginKind
  readonly state: LoginState
  /** When the second factor was shown last. */
  readonly provedAt: Date | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

export type LoginKind = 'browser' | 'cli'

/** `second-factor`: the password was right, and the login opens nothing but the second step. */
export type LoginState = 'second-factor' | 'open'

/** The longest time between two requests of a login (docs/design/rules.md#k4). */
export const idleMs: Record<LoginKind, number> = { browser: 15 * 60_000, cli: 12 * 3_600_000 }
export const longestLoginMs = 12 * 3_600_000
/** How long a person may take from the password to the second factor. */
export const secondStepMs = 10 * 60_000
/** How long a shown second factor counts for sensitive changes. */
export const proofMs = 10 * 60_000

export const isProofFresh = ({ provedAt }: Pick<Login, 'provedAt'>, now: Date): boolean =>
  provedAt !== null && now.getTime() - provedAt.getTime() < proofMs

/**
 * The text a client holds: the token, and a signature that lets a forged one fail without a query.
 */
export const signedToken = (vault: Vault, token: string): string =>
  `login_${token}.${signatureOf(vault, token).toString('base64url')}`

/** The digest that the database has of a client's text. Undefined: it is not one of ours. */
export function digestOfSigned(vault: Vault, text: string): string | undefined {
  const [, token = '', signature = ''] = pattern.exec(text) ?? []
  if (token === '') return undefined
  const given = Buffer.from(signature, 'base64url')
  const signatures = vault.digests('login-signature', token)
  const place = signatures.findIndex((each) => timingSafeEqual(given, each.subarray(0, 18)))
  // The signature shows under which pepper the login was made.
  const digest = place >= 0 ? vault.digests('login', token)[place] : undefined
  return digest && hexOf(digest)
}

export const digestOfToken = (vault: Vault, token: string): string =>
  hexOf(vault.digest('login', token))

const hexOf = (digest: Buffer): string => bareDigest(digest).toString('hex')

const signatureOf = (vault: Vault, token: string): Buffer =>
  vault.digest('login-signature', token).subarray(0, 18)

/** 32 bytes, then 18, in base64url. */
const pattern = /^login_([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{24})$/
