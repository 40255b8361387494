import { cashoutStop, type Resumption } from '../books-audit/cashout-stop-store.ts'
import { resumeCashouts } from '../books-audit/resume-cashouts.ts'
import { Rejection } from '../primitives/rejection.ts'
import { secondPersonChange } from './second-person-change.ts'

/** Ends the cashout stop, after a second person has approved it. */
export const resumeCashoutsApproved = secondPersonChange<Resumption>({
  kind: 'transaction',
  permission: 'ledger:resume-cashouts',
  async describe({ sql }, { seen, note }) {
    const stop = await cashoutStop(sql)
    if (!stop || stop.digest !== seen) throw new Rejection('cashout-stop-changed')
    return {
      subject: { type: 'cashout_stop', id: seen },
      before: { cashouts: 'stopped', breaches: stop.breaches },
      after: { cashouts: 'resumed', note },
    }
  },
  async apply(app, resumption) {
    await resumeCashouts(app, resumption)
    return undefined
  },
})
