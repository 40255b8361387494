import type { DatabaseSync } from 'node:sqlite'
import { randomBase62, randomId } from '../../src/primitives/id.ts'
import { openIdentityStore } from './identity-store.ts'

/** The account the sandbox's bank keeps for its one receiver, and what the receiver signs in with. */
export interface Identity {
  readonly clientId: string
  readonly clientSecret: string
  /** An EVP key of the Pix directory. */
  readonly key: string
  readonly name: string
  readonly city: string
  /** CNPJ. */
  readonly document: string
}

/** ISPB of the sandbox's bank: of no institution of the real world. */
export const receiverIspb = '99999008'
/** ISPB of the bank of whoever pays in the sandbox. */
export const payerIspb = '99999016'
/** CPF of whoever pays in the sandbox. */
export const payerDocument = '52998224725'

/** The same identity at every start. */
export function openIdentity(db: DatabaseSync): Identity {
  const store = openIdentityStore(db)
  return {
    clientId: store.keep('client-id', () => randomId()),
    clientSecret: store.keep('client-secret', () => randomBase62(48)),
    key: store.keep('key', () => randomId()),
    name: 'Guiche Sandbox Pagamentos',
    city: 'Sao Paulo',
    document: '11222333000181',
  }
}
