import type { Account } from '../accounts/account.ts'
import { accountsByMark } from '../accounts/account-store.ts'
import type { App } from '../app.ts'
import { openCase } from '../cases/open-case.ts'
import { idFromBare } from '../primitives/id.ts'
import type { SweepCounts } from './sweep-counts.ts'

/** The object that a provider's reference names, and its account. */
export interface Owner {
  readonly id: string
  readonly account: Account
}

/**
 * The owner of a reference that the books do not know. The reference is an id of ours without
 * dashes, and ends with the mark of its account. `undefined`: it is not ours, or two accounts have
 * the mark.
 */
export async function ownerOf(
  { sql }: Pick<App, 'sql'>,
  reference: string,
): Promise<Owner | undefined> {
  const id = idFromBare(reference)
  const [account, other] = id ? await accountsByMark(sql, reference.slice(-8)) : []
  return id && account && !other ? { id, account } : undefined
}

/** Opens a case for a record that cannot be brought back. A repeated sweep opens no second one. */
export async function reportUnmatched(
  app: Pick<App, 'sql' | 'clock' | 'log'>,
  providerId: string,
  {
    kind,
    reference,
    amount,
    accountId,
  }: {
    readonly kind: 'charge' | 'payment' | 'refund' | 'payout'
    readonly reference: string
    readonly amount: number
    readonly accountId?: string
  },
  counts: SweepCounts,
): Promise<void> {
  counts.cases += 1
  await openCase(app, providerId, {
    kind: 'restore-unmatched',
    subject: `${kind} ${reference}`,
    reference,
    found: { record: kind, amount },
    ...(accountId !== undefined && { accountId }),
  })
}
