import type { App } from '../../app.ts'
import { batchLoader } from '../../primitives/batch-loader.ts'
import { providersByCallbacks } from '../../providers/provider-store.ts'

/**
 * Finds the id of the provider whose callback address has this secret. Concurrent lookups share one
 * query.
 */
export type CallbackSenders = (secret: string) => Promise<string | undefined>

export function openCallbackSenders({ sql, vault }: Pick<App, 'sql' | 'vault'>): CallbackSenders {
  const find = batchLoader((secrets: readonly (readonly Buffer[])[]) =>
    providersByCallbacks(sql, secrets),
  )
  return async (secret) =>
    secretPattern.test(secret) ? find(vault.digests('provider-callback', secret)) : undefined
}

const secretPattern = /^[0-9A-Za-z]{40}$/
