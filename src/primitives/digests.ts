import assert from 'node:assert/strict'
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'

/**
 * Names that the gateway computes again and again. They protect no secret, and a pepper that is
 * replaced does not change them: they stay under the first pepper of the installation.
 */
const stableLabels = [
  'card-token',
  'cashout-approval',
  'customer',
  'idempotency-fingerprint', // For the id of a PIX, which a repeated request computes again.
  'idempotency-key',
  'idempotency-key checkout',
  'idempotency-key public',
] as const

/** Digests that are compared with what the gateway computes later, also from a retired pepper. */
const comparedLabels = [
  'audit-log',
  'audit-log-end',
  'idempotency-fingerprint',
  'wallet-request',
] as const

type StableLabel = (typeof stableLabels)[number]
type ComparedLabel = (typeof comparedLabels)[number]

/** Digests of secrets that their owners present again. They end with their pepper. */
type PresentedLabel =
  | 'api-key'
  | 'invitation'
  | 'known-device'
  | 'login'
  | 'login-signature'
  | 'provider-callback'
  | 'recovery-code'

/** Values that are stored nowhere. */
type DerivedLabel = 'database-identity' | 'operator-token' | 'sign-in-library'

/**
 * HMAC-SHA-256 under keys that come from the pepper, one for each label. A pepper has a version,
 * and a stored digest names it, so that a pepper can be replaced
 * (docs/decisions/pepper-rotation.md).
 */
export interface Digests {
  /** Under the first pepper, always. 32 bytes. */
  stableHmac(label: StableLabel, text: string | Buffer): Buffer
  /** Under the pepper in use. Not to be stored. 32 bytes. */
  hmac(label: DerivedLabel, text: string | Buffer): Buffer
  /** Under the pepper in use, to be stored. */
  digest(label: PresentedLabel | ComparedLabel, text: string | Buffer): Buffer
  /** Under each pepper that the process has: the one in use first. For a search. */
  digests(
    label: PresentedLabel,
    text: string | Buffer,
  ): readonly [inUse: Buffer, ...others: Buffer[]]
  /** Whether a stored digest is of this text, under the pepper that it names. */
  matches(label: ComparedLabel, text: string | Buffer, stored: Buffer): boolean
  /** The version of the pepper in use. */
  readonly pepperVersion: number
  /** Every version that the process has. */
  readonly pepperVersions: readonly number[]
}

export interface DigestKeys {
  /** By version. */
  readonly peppers: ReadonlyMap<number, Buffer>
  /** The version in use. Default: the highest. */
  readonly pepperVersion?: number
  /** The version of the first pepper of the installation. Default: the lowest. */
  readonly firstPepper?: number
  /** Keys of labels that outlive their pepper, by its version. */
  readonly keptKeys?: ReadonlyMap<number, KeptKeys>
}

/** The keys of one pepper that stay when it is retired, by label. */
export type KeptKeys = Readonly<Record<string, Buffer>>

/** The keys of a pepper that have to be kept when it is retired. */
export const keptKeysOf = (pepper: Buffer): KeptKeys =>
  Object.fromEntries(
    [...stableLabels, ...comparedLabels].map((label) => [label, deriveKey(pepper, label)]),
  )

export function openDigests({
  peppers,
  pepperVersion,
  firstPepper,
  keptKeys = new Map(),
}: DigestKeys): Digests {
  const current = pepperVersion ?? Math.max(...peppers.keys())
  const first = firstPepper ?? Math.min(...peppers.keys())
  const others = [...peppers.keys()].filter((version) => version !== current)
  const keys = new Map<string, KeyObject>()

  const keyOf = (version: number, label: string): KeyObject | undefined => {
    const name = `${version} ${label}`
    const known = keys.get(name)
    if (known) return known
    const pepper = peppers.get(version)
    const secret = pepper ? deriveKey(pepper, label) : keptKeys.get(version)?.[label]
    if (!secret) return undefined
    const created = createSecretKey(secret)
    keys.set(name, created)
    return created
  }
  const hmac = (version: number, label: string, text: string | Buffer): Buffer => {
    const key = keyOf(version, label)
    assert(key, `no pepper of version ${version}`)
    return createHmac('sha256', key).update(text).digest()
  }
  const tagged = (version: number, label: string, text: string | Buffer): Buffer =>
    Buffer.concat([hmac(version, label, text), tagOf(version)])

  return {
    stableHmac: (label, text) => hmac(first, label, text),
    hmac: (label, text) => hmac(current, label, text),
    digest: (label, text) => tagged(current, label, text),
    digests: (label, text) => [
      tagged(current, label, text),
      ...others.map((version) => tagged(version, label, text)),
    ],
    matches(label, text, stored) {
      const version = pepperVersionOf(stored)
      if (!keyOf(version, label)) return false
      const computed = tagged(version, label, text)
      return computed.length === stored.length && timingSafeEqual(computed, stored)
    },
    pepperVersion: current,
    pepperVersions: [...peppers.keys()],
  }
}

const deriveKey = (pepper: Buffer, label: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, 'guiche', `hmac ${label}`, 32))

/** The version of the pepper that made a stored digest. */
export const pepperVersionOf = (digest: Buffer): number =>
  digest.length === hmacBytes + tagBytes ? digest.readUInt16BE(hmacBytes) : 1

/** The digest without the version of its pepper. */
export const bareDigest = (digest: Buffer): Buffer => digest.subarray(0, hmacBytes)

/** Digests of version 1 have no tag: that is how they were stored before peppers had versions. */
function tagOf(version: number): Buffer {
  const tag = Buffer.alloc(version === 1 ? 0 : tagBytes)
  if (version !== 1) tag.writeUInt16BE(version)
  return tag
}

const hmacBytes = 32
const tagBytes = 2
