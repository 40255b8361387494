import type { DatabaseSync } from 'node:sqlite'
import { randomBase62, randomId } from '../../src/primitives/id.ts'
import { openNamedValues } from '../kit/named-values.ts'

/** The agreement of the bank's only beneficiary, and the beneficiary's credentials. */
export interface Identity {
  readonly clientId: string
  readonly clientSecret: string
  readonly appKey: string
  /** Sent with every notice, in the header below. */
  readonly noticeSecret: string
}

export const noticeHeader = 'x-notice-secret'

/** The bank's public test agreement. */
export const agreement = {
  convenio: '3128557',
  carteira: '17',
  variacaoCarteira: '35',
  agency: '452',
  account: '123873',
  contract: 19581316,
} as const

/** A second agreement, whose boletos are registered by files. The sandbox's own number. */
export const fileAgreement = { ...agreement, convenio: '3128558', payableDaysAfterDue: 30 } as const

export type Agreement = Omit<typeof agreement, 'convenio'> & { readonly convenio: string }

/** The payer in the sandbox. */
export const bearer = { document: '52998224725', name: 'PAGADOR DO SANDBOX' } as const

/** The same identity at every start. */
export function openIdentity(db: DatabaseSync): Identity {
  const { keep } = openNamedValues(db, 'boleto_identity')
  return {
    clientId: keep('client-id', () => randomId()),
    clientSecret: keep('client-secret', () => randomBase62(48)),
    appKey: keep('app-key', () => randomBase62(32)),
    noticeSecret: keep('notice-secret', () => randomBase62(40)),
  }
}
