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
    const { waitsForSweep, breaches } = stop
    if (waitsForSweep && breaches.length === 0) throw new Rejection('restore-not-swept')
    return {
      subject: { type: 'cashout_stop', id: seen },
      before: { cashouts: 'stopped', breaches },
      after: { cashouts: waitsForSweep ? 'stopped' : 'resumed', note },
    }
  },
  async apply(app, resumption) {
    await resumeCashouts(app, resumption)
    return undefined
  },
})
