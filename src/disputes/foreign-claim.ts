import { accountsByMark } from '../accounts/account-store.ts'
import type { App } from '../app.ts'
import { isSamePixKey } from '../brazil/pix-key.ts'
import { idFromBare } from '../primitives/id.ts'
import type { Claim } from '../providers/ports/dispute.ts'
import { transactionById } from '../transactions/transaction-store.ts'

/**
 * Whether a claim about a payment that this provider did not sell is not for this provider. A bank
 * lists what every key of its account received. What another key received was sold by another
 * provider of ours, which lists the claim too, or by another program. If the txid has the mark of
 * an account (docs/decisions/restore.md#ids-that-lead-back) and there is no such sale, it may be
 * lost here.
 */
export async function isForeignClaim(
  { sql, providers }: Pick<App, 'sql' | 'providers'>,
  providerId: string,
  { key, payment }: Claim,
): Promise<boolean> {
  if (key === undefined || isSamePixKey(key, providers.pix(providerId).key)) return false
  const id = 'reference' in payment ? idFromBare(payment.reference) : undefined
  if (id === undefined) return true
  const accounts = await accountsByMark(sql, id.slice(-8))
  const sales = await Promise.all(accounts.map((account) => transactionById(sql, account.id, id)))
  return accounts.length === 0 || sales.some((sale) => sale !== undefined)
}
