import type { Change } from '../journal/change.ts'
import { write } from '../journal/change.ts'
import { internalChange } from '../journal/object-change.ts'
import { newId } from '../primitives/id.ts'
import type { Correction } from './correction.ts'
import { correctionsWriter } from './correction-store.ts'
import { post } from './ledger-store.ts'

/**
 * The change that posts the transfer and its record together. The rule `corrections-have-records`
 * checks that neither exists without the other.
 */
export function correctionChange(correction: Correction): Change {
  const { accountId, id, debit, credit, amount, reason, correctedBy, correctedAt: at } = correction
  return internalChange({
    accountId,
    at,
    writes: [
      write(correctionsWriter, correction),
      ...post([
        {
          accountId,
          id: newId(at.getTime()),
          debit,
          credit,
          amount,
          cause: { type: 'correction', id, effect: 'entry' },
          postedAt: at,
        },
      ]),
    ],
    kind: { objectType: 'correction', type: 'correction.posted' },
    objectId: id,
    version: 1,
    data: { debit, credit, amount, reason, correctedBy },
  })
}
