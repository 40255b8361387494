import type { AccountKind } from '../../contract/cashout.ts'
import { isIspb } from './pix-ids.ts'

/** An account that receives a PIX without a key. */
export interface BankAccount {
  /** The institution. */
  readonly ispb: string
  /** Without its check digit. */
  readonly branch: string
  /** With its check digit, without a hyphen. */
  readonly number: string
  readonly kind: AccountKind
}

/** Reads an account as people write it: `12.345-6`. `undefined`: a part is not valid. */
export function normalizeBankAccount({ kind, ...account }: BankAccount): BankAccount | undefined {
  const plain = (text: string) => text.replace(/[\s.-]/g, '').toUpperCase()
  const [ispb, branch, number] = [account.ispb, account.branch, account.number].map(plain)
  if (ispb === undefined || branch === undefined || number === undefined) return undefined
  const isValid = isIspb(ispb) && /^\d{1,4}$/.test(branch) && /^\d{1,19}[\dX]$/.test(number)
  return isValid ? { ispb, branch: branch.padStart(4, '0'), number, kind } : undefined
}

/** One text for one account: `18236120/0001/1234567/CHECKING`. */
export const writeBankAccount = ({ ispb, branch, number, kind }: BankAccount): string =>
  `${ispb}/${branch}/${number}/${kind}`

/** Reads the text of `writeBankAccount`. */
export function readBankAccount(text: string): BankAccount | undefined {
  const [ispb = '', branch = '', number = '', kind] = text.split('/')
  if (kind !== 'CHECKING' && kind !== 'SAVINGS' && kind !== 'PAYMENT') return undefined
  return { ispb, branch, number, kind }
}
