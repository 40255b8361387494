import { isDeepStrictEqual } from 'node:util'
import { accountById } from '../accounts/account-store.ts'
import { type AccountChanges, changeAccount, previewChange } from '../accounts/open-account.ts'
import type { App } from '../app.ts'
import { resumeAccount } from '../cashout/resume-account.ts'
import { Rejection } from '../primitives/rejection.ts'
import { secondPersonChange } from './second-person-change.ts'

interface AccountChange {
  readonly accountId: string
  readonly changes: AccountChanges
  /** Of the account at the request, if the change ends a suspension. */
  readonly version?: number
}

/** A request to change an account. Throws `not-found`. */
export async function accountChange(
  { sql }: Pick<App, 'sql'>,
  accountId: string,
  changes: AccountChanges,
): Promise<AccountChange> {
  const found = await accountById(sql, accountId)
  if (!found) throw new Rejection('not-found')
  const { version } = found
  return { accountId, changes, ...(changes.status === 'active' && { version }) }
}

/** A change of limits, prices, providers or cashout rules, and the end of a suspension. */
export const changeAccountApproved = secondPersonChange<AccountChange>({
  kind: 'transaction',
  permission: 'accounts:write',
  async describe(app, { accountId, changes }) {
    const { name, before, after } = await previewChange(app, accountId, changes)
    return { subject: { type: 'account', id: accountId, name }, before, after }
  },
  async apply(app, { accountId, changes, version }, approval) {
    // It may be suspended again since, for another reason.
    if (version !== undefined && (await accountById(app.sql, accountId))?.version !== version)
      throw new Rejection('approval-outdated')
    const { before } = await previewChange(app, accountId, changes)
    // The second person decided about what the account was then.
    if (!isDeepStrictEqual(JSON.parse(JSON.stringify(before)), approval.before))
      throw new Rejection('approval-outdated')
    await changeAccount(app, accountId, changes, resumeAccount(app))
    return undefined
  },
})

/** A name, and a suspension, take effect at once: they let no money out. */
export const needsSecondPerson = ({ name: _, status, ...others }: AccountChanges): boolean =>
  status === 'active' || Object.values(others).some((value) => value !== undefined)
