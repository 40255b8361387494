import type { DatabaseSync } from 'node:sqlite'
import type { FastifyRequest } from 'fastify'
import { randomBase62 } from '../../src/primitives/id.ts'
import { isBasic } from '../acquirer/handle.ts'
import type { Contract } from './contract.ts'

/** The merchant's accounts at Pagar.me, one for each contract, created at the first start. */
export interface AccountKeys {
  /** Of the account with the contract gateway. */
  readonly secretKey: string
  readonly psp: { readonly secretKey: string; readonly publicKey: string }
  /** Basic credentials that Pagar.me sends with every notice. */
  readonly notice: { readonly user: string; readonly password: string }
}

export function openAccountKeys(db: DatabaseSync): AccountKeys {
  db.exec(`
    create table if not exists pagarme_account (
      secret_key text primary key,
      notice_password text not null
    ) strict;
    create table if not exists pagarme_psp_account (
      secret_key text primary key,
      public_key text not null
    ) strict
  `)
  const [secretKey, notice] = pair(db, 'pagarme_account', () => [
    `sk_test_${randomBase62(16)}`,
    randomBase62(32),
  ])
  const [pspKey, publicKey] = pair(db, 'pagarme_psp_account', () => [
    `sk_test_${randomBase62(16)}`,
    `pk_test_${randomBase62(16)}`,
  ])
  return {
    secretKey,
    psp: { secretKey: pspKey, publicKey },
    notice: { user: 'pagarme', password: notice },
  }
}

/** The only row of a table of two columns. */
function pair(
  db: DatabaseSync,
  table: string,
  create: () => readonly [string, string],
): readonly [string, string] {
  const known = db.prepare(`select * from ${table}`).get()
  if (known) {
    const [first, second] = Object.values(known)
    return [String(first), String(second)]
  }
  const created = create()
  db.prepare(`insert into ${table} values (?, ?)`).run(...created)
  return created
}

/** The contract of the account whose secret key a request has. `undefined`: of none. */
export function contractOf(
  { secretKey, psp }: AccountKeys,
  { headers }: FastifyRequest,
): Contract | undefined {
  if (isBasic(headers.authorization, secretKey, '')) return 'gateway'
  return isBasic(headers.authorization, psp.secretKey, '') ? 'psp' : undefined
}

export const isPublicKey = ({ psp }: AccountKeys, key: unknown): boolean => key === psp.publicKey
