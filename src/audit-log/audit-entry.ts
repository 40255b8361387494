import { createHash } from 'node:crypto'
import type { AuditAction } from '../../contract/audit.ts'
import type { Actor } from '../primitives/actor.ts'
import { pepperVersionOf } from '../primitives/digests.ts'
import type { Vault } from '../primitives/vault.ts'

/** The account of changes that are of the operator. */
export const operatorScope = '00000000-0000-0000-0000-000000000000'

/** A change that is not an event, as the audit log keeps it. */
export interface AuditContent {
  readonly action: AuditAction
  readonly actor: Actor
  /** What changed, under the name that people know. */
  readonly object: { readonly type: string; readonly id: string; readonly name?: string }
  /** The fields that changed. Never a secret. */
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

export interface AuditEntry {
  readonly accountId: string
  readonly id: string
  /** Its place in the chain: 1, 2, 3 … */
  readonly number: number
  readonly at: Date
  /** JSON of the content. Null: removed when its retention ended. */
  readonly content: string | null
  readonly contentHash: Buffer
  readonly hash: Buffer
}

/** The end of the chain: the number and the hash of its last entry. */
export interface ChainEnd {
  readonly number: number
  readonly hash: Buffer
}

/** The end as it is stored. Its seal proves that the gateway wrote it. */
export interface SealedEnd extends ChainEnd {
  readonly seal: Buffer | null
}

export const sealOf = (vault: Pick<Vault, 'digest'>, end: ChainEnd): Buffer =>
  vault.digest('audit-log-end', endText(end))

/**
 * Whether the gateway wrote this end. A pepper that was removed from the settings seals no end: it
 * may be known to others.
 */
export const isSealed = (
  vault: Pick<Vault, 'matches' | 'pepperVersions'>,
  { seal, ...end }: SealedEnd,
): boolean =>
  seal !== null &&
  vault.pepperVersions.includes(pepperVersionOf(seal)) &&
  vault.matches('audit-log-end', endText(end), seal)

const endText = ({ number, hash }: ChainEnd): string => `${number}\n${hash.toString('hex')}`

export const emptyChain: ChainEnd = { number: 0, hash: Buffer.alloc(32) }

export const contentHashOf = (content: string): Buffer =>
  createHash('sha256').update(content).digest()

/**
 * The hash of an entry, made with the key of the vault. Access to the database alone, without the
 * secret of the gateway, is not enough to write a chain that verifies.
 */
export const entryHash = (
  vault: Pick<Vault, 'digest'>,
  previous: Buffer,
  entry: HashedFields,
): Buffer => vault.digest('audit-log', entryText(previous, entry))

/** Whether an entry has the hash that was computed when it was written. */
export const hasItsHash = (
  vault: Pick<Vault, 'matches'>,
  previous: Buffer,
  { hash, ...entry }: HashedFields & Pick<AuditEntry, 'hash'>,
): boolean => vault.matches('audit-log', entryText(previous, entry), hash)

type HashedFields = Pick<AuditEntry, 'number' | 'accountId' | 'id' | 'at' | 'contentHash'>

const entryText = (
  previous: Buffer,
  { number, accountId, id, at, contentHash }: HashedFields,
): string =>
  [
    previous.toString('hex'),
    number,
    accountId,
    id,
    at.toISOString(),
    contentHash.toString('hex'),
  ].join('\n')
