import type { AccountKind } from '../../../contract/cashout.ts'

/** Efí's SDK knows the first two. The third is in its documentation. */
export const accountTypes = { CHECKING: 'cacc', SAVINGS: 'svgs', PAYMENT: 'tran' } as const

/** The examples of its queries have words in place of the codes. */
export const accountKinds: ReadonlyMap<string, AccountKind> = new Map([
  ['cacc', 'CHECKING'],
  ['corrente', 'CHECKING'],
  ['svgs', 'SAVINGS'],
  ['tran', 'PAYMENT'],
])
