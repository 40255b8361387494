import { statusEvent } from '../../contract/events.ts'
import { type Change, type Write, write } from '../journal/change.ts'
import { type ChangeOptions, objectChange } from '../journal/object-change.ts'
import { post } from '../ledger/ledger-store.ts'
import type { Cents } from '../primitives/money.ts'
import type { Cashout } from './cashout.ts'
import { cashoutPostings } from './cashout-postings.ts'
import { cashoutsWriter, newCashoutsWriter } from './cashout-store.ts'
import { cashoutUsageWriter } from './cashout-usage-store.ts'
import { renderCashout } from './cashout-wire.ts'

export type CashoutChangeOptions = ChangeOptions<'cashout'>

/**
 * Creates a cashout. The same change holds its money. `owed`: the part that becomes debt, because
 * its bank has it already and the balance does not, cents.
 */
export const cashoutCreation = (
  cashout: Cashout,
  options: CashoutChangeOptions & { readonly owed?: Cents },
): Change => changeOf(undefined, cashout, options)

/** The step from one version of a cashout to the next. */
export const cashoutStep = (
  before: Cashout,
  after: Cashout,
  options: CashoutChangeOptions,
): Change => changeOf(before, after, options)

function changeOf(
  before: Cashout | undefined,
  after: Cashout,
  {
    links,
    checkAt,
    extraWrites = [],
    eventType,
    notify = true,
    owed,
  }: CashoutChangeOptions & { readonly owed?: Cents },
): Change {
  return objectChange({
    accountId: after.accountId,
    at: after.updatedAt,
    writes: [
      write(before ? cashoutsWriter : newCashoutsWriter, {
        cashout: after,
        ...(checkAt && { checkAt }),
      }),
      ...post(cashoutPostings(before, after, owed)),
      ...restoredUsage(before, after),
      ...extraWrites,
    ],
    notify,
    notice: {
      type: 'cashout',
      event: eventType ?? statusEvent('cashout', after.status),
      objectId: after.id,
      url: after.order.postbackUrl,
      sequence: after.version,
      data: renderCashout(after, links),
    },
  })
}

/** A cashout that was never sent does not count towards the limit of its period. */
function restoredUsage(before: Cashout | undefined, after: Cashout): Write[] {
  const wasNeverSent = after.status === 'FAILED' || after.status === 'CANCELED'
  if (!before || !wasNeverSent || before.status === after.status) return []
  const { accountId, period, amount } = after
  return [write(cashoutUsageWriter, { accountId, period, delta: -amount, limit: 0 })]
}
