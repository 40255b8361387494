import type { Logger } from 'pino'
import { refreshingCache } from '../accounts/refreshing-cache.ts'
import type { Sql } from '../db/pool.ts'
import { batchLoader } from '../primitives/batch-loader.ts'
import { openUseRecorder } from '../primitives/use-recorder.ts'
import type { Vault } from '../primitives/vault.ts'
import { digestOfSigned } from './login.ts'
import { type LoginHolder, loginHoldersOf, loginsChannel, touchLogins } from './login-store.ts'

/**
 * The person of a login. Each request of a person needs it, so it is kept in memory, for a second
 * at most (docs/design/rules.md#k2).
 */
export interface LoginDirectory {
  /** Undefined: not one of ours, or ended. */
  bySignedToken(text: string): Promise<LoginHolder | undefined>
  /** The same, without counting as a use of the login: an idle login still ends. */
  peek(text: string): Promise<LoginHolder | undefined>
  /** Clears the memory. The next request reads it again. */
  refresh(): void
  close(): Promise<void>
}

interface Deps {
  readonly sql: Sql
  readonly vault: Vault
  readonly log: Logger
}

export async function openLoginDirectory({ sql, vault, log }: Deps): Promise<LoginDirectory> {
  const holders = refreshingCache(
    freshMs,
    batchLoader((digests: readonly string[]) => loginHoldersOf(sql, digests)),
  )
  const uses = openUseRecorder(
    (ids: readonly string[]) => touchLogins(sql, ids),
    () => log.warn('last use of logins not recorded'),
  )
  const refresh = () => holders.clear()
  // Another process notifies of a change at once. The second is for when this connection is lost.
  const listening = await sql.listen(loginsChannel, refresh, refresh)

  const peek = async (text: string) => {
    const digest = digestOfSigned(vault, text)
    return digest === undefined ? undefined : holders.get(digest, digest)
  }

  return {
    peek,
    async bySignedToken(text) {
      const holder = await peek(text)
      if (holder) uses.used(holder.login.id, holder.login.id)
      return holder
    },
    refresh,
    async close() {
      await uses.close()
      await listening.unlisten()
    },
  }
}

export type { LoginHolder } from './login-store.ts'

const freshMs = 1_000
