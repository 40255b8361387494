import type { App } from '../../app.ts'
import { openCase } from '../../cases/open-case.ts'
import type { RemittanceInstruction } from '../../providers/ports/boleto.ts'
import { methods } from '../methods/methods.ts'
import type { Movement } from '../remittance/boleto-state.ts'
import type { Transaction } from '../transaction.ts'

type Deps = Pick<App, 'sql' | 'clock' | 'log'>

/** Opens a case for a boleto that its bank has neither registered nor rejected in time. */
export const reportUnconfirmed = (app: Deps, transaction: Transaction): Promise<void> =>
  openCase(app, transaction.providerId, {
    ...caseOf(transaction),
    kind: 'boleto-unconfirmed',
    subject: transaction.id,
    expected: { amount: transaction.amount, dueDate: transaction.boleto?.dueDate ?? null },
  })

/**
 * Opens a case for each instruction about a waiting boleto that its bank has not carried out, such
 * as a write-off. The boleto stays as it is.
 */
export async function reportNotDone(
  app: Deps,
  transaction: Transaction,
  movements: readonly Movement[],
): Promise<void> {
  if (transaction.status !== 'WAITING_PAYMENT') return
  for (const { movement, sequence, line, date, reason } of movements)
    if (movement === 'NOT_DONE')
      await openCase(app, transaction.providerId, {
        ...caseOf(transaction),
        kind: 'boleto-instruction-rejected',
        subject: `${transaction.id} ${sequence} ${line}`,
        found: { date, reason: reason ?? null },
      })
}

/** Opens a case for an instruction that does not fit into a remittance, until it is in one. */
export const reportNotWritten = (
  app: Deps,
  transaction: Transaction,
  found: { readonly instruction: RemittanceInstruction; readonly reason: string },
): Promise<void> =>
  openCase(app, transaction.providerId, {
    ...caseOf(transaction),
    kind: 'boleto-not-written',
    subject: transaction.id,
    found,
  })

const caseOf = (transaction: Transaction) =>
  ({
    accountId: transaction.accountId,
    objectType: 'transaction',
    objectId: transaction.id,
    reference: methods[transaction.method].reference(transaction),
  }) as const
