import type { App } from '../app.ts'
import { type Change, write } from '../journal/change.ts'
import { internalChange } from '../journal/object-change.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { post } from '../ledger/ledger-store.ts'
import { newId } from '../primitives/id.ts'
import { dueOf, netOf, type Receivable } from './receivable.ts'
import { receivablesWriter, stillScheduled } from './receivable-store.ts'

/**
 * Releases the rest of a due receivable once. A refund or a dispute may change it meanwhile: then
 * what is left now is released, because the claim of the receivable has moved its next turn.
 */
export async function releaseReceivable(
  app: Pick<App, 'sql' | 'journal' | 'clock'>,
  claimed: Receivable,
): Promise<void> {
  const { accountId, id } = claimed
  let known: Receivable | undefined = claimed
  await retryOnConflict(async () => {
    const receivable = known ?? (await stillScheduled(app.sql, accountId, [id]))[0]
    known = undefined
    if (receivable) await app.journal.record(releaseOf(receivable, app.clock.now()))
  })
}

/** The change that settles a receivable. Pure except for the new ids. */
export function releaseOf(before: Receivable, at: Date): Change {
  const amount = dueOf(before)
  const after: Receivable = {
    ...before,
    version: before.version + 1,
    status: 'SETTLED',
    settledAt: at,
  }
  const { accountId, id, transactionId } = before
  return internalChange({
    accountId,
    at,
    writes: [
      write(receivablesWriter, after),
      ...post(
        amount === 0
          ? []
          : [
              {
                accountId,
                id: newId(at.getTime()),
                debit: 'pending',
                credit: 'available',
                amount,
                cause: { type: 'receivable', id, effect: 'settlement' },
                transactionId,
                receivableId: id,
                postedAt: at,
              },
            ],
      ),
    ],
    kind: { objectType: 'receivable', type: 'receivable.settled' },
    objectId: id,
    version: after.version,
    data: {
      transactionId,
      number: before.number,
      net: netOf(before),
      amount,
      dueOn: before.dueOn,
      status: after.status,
    },
  })
}
