import type { SessionState } from '../../contract/checkout-session.ts'
import type { PaymentMethod } from '../../contract/fields.ts'
import type { Cents } from '../primitives/money.ts'
import { methods } from '../transactions/methods/methods.ts'
import type { OrderFacts, Transaction } from '../transactions/transaction.ts'

/** The purchase of one payer (docs/design/checkout.md). */
export interface CheckoutSession extends SessionFacts {
  readonly id: string
  readonly accountId: string
  /** Increased by one at each change. Starts at 1. */
  readonly version: number
  /** Its name in the address of the page, which cannot be guessed. */
  readonly token: string
  /** The link whose use it is. Absent: the merchant's program opened it. */
  readonly linkId?: string
  /** Never changes. */
  readonly amount: Cents
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Until when a payment can be attempted. */
  readonly expiresAt: Date
}

/** What is stored of a session and never queried. */
export interface SessionFacts {
  readonly title?: string
  readonly description?: string
  /** What every transaction of the session repeats. The payer may add to `customer`. */
  readonly order: OrderFacts
  /** Absent: every method that the account offers. */
  readonly paymentMethods?: readonly PaymentMethod[]
  /** Absent: the maximum of the account. */
  readonly maxInstallments?: number
  readonly redirectUrl?: string
  readonly cancelUrl?: string
}

/** What the state of a session depends on, of a transaction. */
type Attempted = Pick<Transaction, 'status' | 'method' | 'createdAt'>

/**
 * The transaction that counts: the one that is paid, may still be paid, or is disputed. If all are
 * refused or canceled, the newest. A session has at most one that counts, but money may arrive for
 * a canceled one later; then the first of them.
 */
export function currentOf<Each extends Attempted>(attempts: readonly Each[]): Each | undefined {
  const sorted = attempts.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  return sorted.find((each) => !hasFailed(each)) ?? sorted.at(-1)
}

const hasFailed = ({ status }: Attempted): boolean => status === 'REFUSED' || status === 'CANCELED'

/** Whether the payer can still pay it at a bank, or change the method. */
export const isWaitingCharge = ({ status, method }: Attempted): boolean =>
  status === 'WAITING_PAYMENT' && methods[method].isCharge

/**
 * The state of a session. It follows from its clock and its current transaction. EXPIRED closes the
 * form: a charge that was created before can be paid until its own end.
 */
export function sessionState(
  { expiresAt }: Pick<CheckoutSession, 'expiresAt'>,
  current: Attempted | undefined,
  now: Date,
): SessionState {
  if (current === undefined || hasFailed(current) || isWaitingCharge(current))
    return now < expiresAt ? 'OPEN' : 'EXPIRED'
  return current.status === 'WAITING_PAYMENT' ? 'PROCESSING' : 'COMPLETED'
}

/** Whether a session takes another attempt, or what stands against it. */
export type Attemptability = 'yes' | 'expired' | 'processing' | 'completed' | 'too-many'

/** The rule of it. The commit of the attempt checks the session once more. */
export function mayAttempt(
  session: Pick<CheckoutSession, 'expiresAt'>,
  attempts: readonly Attempted[],
  now: Date,
): Attemptability {
  const state = sessionState(session, currentOf(attempts), now)
  if (state === 'PROCESSING') return 'processing'
  if (state === 'COMPLETED') return 'completed'
  if (state === 'EXPIRED') return 'expired'
  const sales = attempts.filter(({ method }) => !methods[method].isCharge)
  return attempts.length >= mostAttempts || sales.length >= mostSales ? 'too-many' : 'yes'
}

/** A session is no tool to test stolen cards, and no tool to fill a bank with charges. */
export const mostSales = 10
export const mostAttempts = 20

/** How long a session lives at most, seconds. */
export const longestSeconds = 86_400
