import { createHash, generateKeyPairSync } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { randomBase62 } from '../../src/primitives/id.ts'
import { openNamedValues } from '../kit/named-values.ts'

/** Of the only customer. Amount in cents. */
export interface Rules {
  readonly balance: number
  /** Whether the customer may query keys. */
  readonly keyCheck: boolean
  /** Whether the payment of a code may name the query of its key: Woovi's pages do not agree. */
  readonly codeQuery: boolean
}

/** What Woovi keeps about the customer, and the key with which it signs its webhooks. */
export function openAccountStore(db: DatabaseSync) {
  const { read, write, keep } = openNamedValues(db, 'woovi_account')
  const rules = (): Rules => ({
    ...usualRules,
    ...(JSON.parse(read('rules') ?? '{}') as Partial<Rules>),
  })
  const change = (named: Partial<Rules>): void =>
    write('rules', JSON.stringify({ ...rules(), ...named }))
  return {
    appId: keep('app-id', () => Buffer.from(`Client_Id_${randomBase62(40)}`).toString('base64')),
    /** Created when it is first used. */
    signingKey: () => keep('signing-key', newKey),
    rules,
    change,
    /** Adds to the balance, or takes from it. */
    move: (cents: number): void => change({ balance: rules().balance + cents }),
  }
}

export type AccountStore = ReturnType<typeof openAccountStore>

const usualRules: Rules = { balance: 1_000_000_000_00, keyCheck: true, codeQuery: true }

/** As long as the live one. */
const newKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 1_024,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey

export const keyIdentifier = (publicKeyDer: Buffer): string =>
  createHash('sha256').update(publicKeyDer).digest('hex')
