import type { RowWriter } from '../journal/change.ts'

/** The account from which a change sends money. */
export interface LeavingAccount {
  readonly accountId: string
}

/**
 * Loses while the account is suspended. The row is locked until the commit ends, so a suspension
 * that is committed first always stops the change, and one that is committed later waits for it.
 */
export const activeAccountWriter: RowWriter<LeavingAccount> = {
  name: 'active-account',
  async write(tx, rows) {
    const accounts = [...new Set(rows.map(({ accountId }) => accountId))]
    const found = await tx<{ id: string; status: string }[]>`
      select id, status from accounts where id = any(${accounts}::uuid[]) order by id for share`
    const suspended = new Set(
      found.filter(({ status }) => status === 'suspended').map(({ id }) => id),
    )
    return rows.flatMap(({ accountId }, index) => (suspended.has(accountId) ? [index] : []))
  },
}
