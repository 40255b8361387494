import { isDeepStrictEqual } from 'node:util'
import { type AccountChanges, changeAccount, previewChange } from '../accounts/open-account.ts'
import { resumeAccount } from '../cashout/resume-account.ts'
import { Rejection } from '../primitives/rejection.ts'
import { secondPersonChange } from './second-person-change.ts'

interface AccountChange {
  readonly accountId: string
  readonly changes: AccountChanges
}

/** A change of limits, prices, providers or cashout rules, and the end of a suspension. */
export const changeAccountApproved = secondPersonChange<AccountChange>({
  kind: 'transaction',
  permission: 'accounts:write',
  async describe(app, { accountId, changes }) {
    const { name, before, after } = await previewChange(app, accountId, changes)
    return { subject: { type: 'account', id: accountId, name }, before, after }
  },
  async apply(app, { accountId, changes }, approval) {
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
