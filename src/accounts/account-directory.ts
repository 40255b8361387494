import type { Logger } from 'pino'
import type { Sql } from '../db/pool.ts'
import { batchLoader } from '../primitives/batch-loader.ts'
import { openUseRecorder } from '../primitives/use-recorder.ts'
import type { Vault } from '../primitives/vault.ts'
import type { Account } from './account.ts'
import { accountsByIds, pinApiVersion } from './account-store.ts'
import { type KeyKind, kindOfKey } from './api-key.ts'
import {
  accountsChannel,
  holdersOf,
  type KeyHolder,
  touchKeys,
  type UsedKey,
} from './api-key-store.ts'
import { refreshingCache } from './refreshing-cache.ts'

/**
 * The account of a key, and what the key may do. Each request needs it, so it is cached in memory
 * for at most one second (docs/design/rules.md#k2).
 */
export interface AccountDirectory {
  /** Undefined: the key is unknown, revoked, expired, or of the other kind. */
  byKey(kind: KeyKind, key: string): Promise<KeyHolder | undefined>
  /** The same, without counting as a use of the key. */
  peek(kind: KeyKind, key: string): Promise<KeyHolder | undefined>
  byId(accountId: string): Promise<Account | undefined>
  /** Stores the interface version of an account's first call. */
  pinVersion(holder: KeyHolder, version: string): Promise<void>
  /** Clears the memory. The next request reads it again. */
  refresh(): void
  close(): Promise<void>
}

interface Deps {
  readonly sql: Sql
  readonly vault: Vault
  readonly log: Logger
}

export async function openAccountDirectory({ sql, vault, log }: Deps): Promise<AccountDirectory> {
  const holders = refreshingCache(
    freshMs,
    batchLoader((keys: readonly { kind: KeyKind; digests: readonly Buffer[] }[]) =>
      holdersOf(sql, keys),
    ),
  )
  const accounts = refreshingCache(
    freshMs,
    batchLoader((ids: readonly string[]) => accountsByIds(sql, ids)),
  )
  const uses = openUseRecorder(
    (keys: readonly UsedKey[]) => touchKeys(sql, keys),
    () => log.warn('last use of keys not recorded'),
  )
  const refresh = () => {
    holders.clear()
    accounts.clear()
  }
  // A change by another process clears the cache at once. The limit of one second applies while
  // this connection is lost.
  const listening = await sql.listen(accountsChannel, refresh, refresh)

  const peek = async (kind: KeyKind, key: string) => {
    if (kindOfKey(key) !== kind) return undefined
    const digests = vault.digests('api-key', key)
    return holders.get(`${kind} ${digests[0].toString('base64')}`, { kind, digests })
  }

  return {
    peek,
    async byKey(kind, key) {
      const holder = await peek(kind, key)
      if (holder) {
        const { account, keyId, pepperVersion } = holder
        // The key itself is at hand only now: its digest moves to the pepper in use. Only upwards:
        // during a rotation another process may use an older one.
        const digest = pepperVersion < vault.pepperVersion ? digestOfKey(vault, key) : null
        uses.used(keyId, { accountId: account.id, keyId, digest })
      }
      return holder
    },
    byId: (accountId) => accounts.get(accountId, accountId),
    async pinVersion(holder, version) {
      if (holder.apiVersion !== null) return
      await pinApiVersion(sql, holder.account.id, version)
      holders.clear()
    },
    refresh,
    async close() {
      await uses.close()
      await listening.unlisten()
    },
  }
}

/** The form of a key in the database. */
export const digestOfKey = (vault: Vault, key: string): Buffer => vault.digest('api-key', key)

export type { KeyHolder } from './api-key-store.ts'

const freshMs = 1_000
