import { accountById } from '../accounts/account-store.ts'
import type { MailLanguage } from '../mail/mail-content.ts'
import { checkInvitation, invitePerson } from '../people/invite.ts'
import { Rejection } from '../primitives/rejection.ts'
import { secondPersonChange } from './second-person-change.ts'

interface AccountInvitation {
  readonly accountId: string
  readonly email: string
  readonly role: string
  readonly language: MailLanguage
}

/** An invitation by the operator to an account, with a role that lets money out or gives access. */
export const invitePersonApproved = secondPersonChange<AccountInvitation>({
  kind: 'transaction',
  permission: 'accounts:write',
  async describe({ sql }, { accountId, email, role }) {
    const found = await accountById(sql, accountId)
    if (!found) throw new Rejection('not-found')
    await checkInvitation(sql, { accountId, email, role })
    return {
      subject: { type: 'account', id: accountId, name: found.account.name },
      before: {},
      after: { email, role },
    }
  },
  async apply(app, invitation) {
    await invitePerson(app, invitation)
    return undefined
  },
})
