import type { Cents } from '../primitives/money.ts'
import type { Book } from './posting.ts'

/**
 * A transfer that a person posts because an earlier one is wrong. It is never changed. A wrong
 * correction is corrected by another one.
 */
export interface Correction {
  readonly accountId: string
  readonly id: string
  readonly debit: Book
  readonly credit: Book
  readonly amount: Cents
  readonly reason: string
  /** The person who posts it. */
  readonly correctedBy: string
  readonly correctedAt: Date
}
