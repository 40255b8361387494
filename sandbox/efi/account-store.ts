import type { DatabaseSync } from 'node:sqlite'
import { randomBase62, randomId } from '../../src/primitives/id.ts'
import { openNamedValues } from '../kit/named-values.ts'
import { openWebhookStore } from '../pix/webhook-store.ts'

/** Balance and limits of the bank's only customer. Amounts in cents. */
export interface Rules {
  readonly balance: number
  /** The limit of one night, 20:00 to 06:00. `null`: none. */
  readonly nightLimit: number | null
  /** The amounts of the real bank's test environment apply, not the sandbox's own. */
  readonly homologation: boolean
}

/** What the bank keeps about the customer: keys to the API, rules, webhook. */
export function openAccountStore(db: DatabaseSync) {
  const { read, write, keep } = openNamedValues(db, 'efi_account')
  const webhooks = openWebhookStore(db)
  const key = keep('key', randomId)
  const rules = (): Rules => JSON.parse(read('rules') ?? JSON.stringify(usualRules)) as Rules
  const setRules = (next: Rules): void => {
    write('rules', JSON.stringify(next))
  }
  return {
    clientId: keep('client-id', () => `Client_Id_${randomBase62(40)}`),
    clientSecret: keep('client-secret', () => `Client_Secret_${randomBase62(40)}`),
    /** The PIX key that pays. */
    key,
    rules,
    change: (named: Partial<Rules>): void => setRules({ ...rules(), ...named }),
    /** Adds to the balance, or takes from it. */
    move: (cents: number): void => setRules({ ...rules(), balance: rules().balance + cents }),
    /** The address of the key, which the receiving side of the bank reads too. */
    webhook: () => webhooks.find(key),
    setWebhook: (url: string, now: Date): void => webhooks.set(key, url, now),
  }
}

export type AccountStore = ReturnType<typeof openAccountStore>

const usualRules: Rules = { balance: 1_000_000_000_00, nightLimit: null, homologation: false }
