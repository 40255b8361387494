import { accountById } from '../accounts/account-store.ts'
import { type CorrectionRequest, postCorrection } from '../ledger/post-correction.ts'
import { Rejection } from '../primitives/rejection.ts'
import { secondPersonChange } from './second-person-change.ts'

/** A correction of the books. */
export const correctLedgerApproved = secondPersonChange<CorrectionRequest>({
  kind: 'leased', // The id of a correction follows from its key.
  permission: 'ledger:correct',
  async describe({ sql }, { accountId, debit, credit, amount, reason }) {
    const found = await accountById(sql, accountId)
    if (!found) throw new Rejection('not-found')
    return {
      subject: { type: 'account', id: accountId, name: found.account.name },
      before: {},
      after: { debitBook: debit, creditBook: credit, amount, reason },
    }
  },
  async apply(app, request) {
    await postCorrection(app, request)
    return undefined
  },
})
