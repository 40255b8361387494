import type { DatabaseSync } from 'node:sqlite'
import { randomId } from '../../src/primitives/id.ts'
import { openNamedValues } from '../kit/named-values.ts'

/** The credentials of the bank's only account holder. */
export interface Identity {
  readonly clientId: string
  readonly clientSecret: string
}

/** The account. The integration has two, so every call names one. */
export const account = { number: '123456789', carteira: '112' } as const

/** The same identity at every start. */
export function openIdentity(db: DatabaseSync) {
  const { keep, read, write } = openNamedValues(db, 'inter_identity')
  const identity: Identity = {
    clientId: keep('client-id', () => randomId()),
    clientSecret: keep('client-secret', () => randomId()),
  }
  return {
    identity,
    /** The address of the callbacks, and when it was set. */
    webhook: (): { readonly url: string; readonly at: string } | undefined => {
      const stored = read('webhook')
      return stored ? JSON.parse(stored) : undefined
    },
    setWebhook: (url: string, at: Date): void =>
      write('webhook', JSON.stringify({ url, at: at.toISOString() })),
    removeWebhook: (): void => write('webhook', ''),
  }
}

export type Account = ReturnType<typeof openIdentity>
