import type { DatabaseSync } from 'node:sqlite'
import { randomBase62, randomId } from '../../src/primitives/id.ts'
import { openNamedValues } from '../kit/named-values.ts'

/** The account of the bank's only receiver, and the receiver's credentials. */
export interface Identity {
  readonly clientId: string
  readonly clientSecret: string
  /** Required by Banco do Brasil only. */
  readonly appKey: string
  /** Required by Inter only: the integration has several accounts. */
  readonly accountNumber: string
  /** An EVP key of the Pix directory. */
  readonly key: string
  readonly name: string
  readonly street: string
  readonly city: string
  readonly state: string
  readonly zipCode: string
  /** CNPJ. */
  readonly document: string
}

/** The ISPB of the sandbox's bank. It belongs to no real institution. */
export const receiverIspb = '99999008'
/** The ISPB of the payer's bank in the sandbox. */
export const payerIspb = '99999016'
/** The CPF of the payer in the sandbox. */
export const payerDocument = '52998224725'

/** The same identity at every start. */
export function openIdentity(db: DatabaseSync): Identity {
  const values = openNamedValues(db, 'pix_identity')
  return {
    clientId: values.keep('client-id', () => randomId()),
    clientSecret: values.keep('client-secret', () => randomBase62(48)),
    appKey: values.keep('application-key', () => randomBase62(32)),
    accountNumber: '123456789',
    key: values.keep('key', () => randomId()),
    name: 'Guiche Sandbox Pagamentos',
    street: 'Avenida Paulista, 1000',
    city: 'Sao Paulo',
    state: 'SP',
    zipCode: '01310100',
    document: '11222333000181',
  }
}
