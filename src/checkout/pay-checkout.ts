import type { Static } from 'typebox'
import type { CustomerInput } from '../../contract/create-transaction.ts'
import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import type { WithIdempotency } from '../idempotency/with-idempotency.ts'
import { write } from '../journal/change.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { defined } from '../primitives/defined.ts'
import { Rejection } from '../primitives/rejection.ts'
import { cancelTransaction, withdrawBoleto } from '../transactions/cancel-transaction.ts'
import { createTransaction } from '../transactions/create-transaction.ts'
import { methods } from '../transactions/methods/methods.ts'
import type { Creation, Order, Payment } from '../transactions/order.ts'
import { customerOf } from '../transactions/order-facts.ts'
import { resumeTransaction } from '../transactions/read-transactions.ts'
import { isByFile } from '../transactions/remittance/boleto-state.ts'
import { isWithdrawable } from '../transactions/remittance/remittance-store.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { transactionById, transactionsOfSession } from '../transactions/transaction-store.ts'
import { checkoutAttemptsWriter } from './attempt-guard-store.ts'
import { type CheckoutSession, currentOf, isWaitingCharge, mayAttempt } from './checkout-session.ts'
import { sessionById } from './checkout-session-store.ts'
import { type LinkUsability, linkUsability } from './payment-link.ts'
import { linkById } from './payment-link-store.ts'

/** What a payer sent with the form of a session, read and checked in form. */
export interface CheckoutForm {
  /** The id of the attempt that the form was rendered with: a UUID. */
  readonly attemptId: string
  readonly payment: Payment
  /** What the payer entered. The rest is the customer of the session. */
  readonly customer?: Static<typeof CustomerInput>
  readonly ip?: string
}

interface Deps {
  readonly app: App
  readonly withIdempotency: WithIdempotency
}

/**
 * Attempts to pay a session, once for each `attemptId`. Returns the transaction that counts for the
 * session afterwards: the new one, or the one of another tab that was first, or one that was paid
 * meanwhile. A refused card is a transaction with status REFUSED. A charge that waits is canceled
 * at its provider before.
 *
 * Throws `checkout-session-expired`, `checkout-attempts-exhausted`, `payment-link-unusable`,
 * `method-not-enabled`, `provider-unavailable` and `checkout-boleto-sent` (nothing new was
 * created), `idempotency-key-reused` (the same attempt with other data),
 * `idempotency-in-progress`, and what `createTransaction` throws.
 */
export async function payCheckout(
  { app, withIdempotency }: Deps,
  account: Account,
  session: CheckoutSession,
  form: CheckoutForm,
): Promise<Transaction> {
  checkChoice(session, form.payment)
  let tries = 0
  const work = {
    run: (idempotency: Creation['idempotency']) =>
      attempt(app, account, session, { ...form, ...defined({ idempotency }), hasLost: tries > 1 }),
    objectIdOf: ({ id }: Transaction) => id,
    render: ({ id }: Transaction) => ({ status: 200, body: id }),
    recover: async (id: string) => found(await resumeTransaction(app, account, id)),
  }
  const request = { ...keyedRequest(session, form), accountId: account.id }
  const { body: id } = await retryOnConflict(() => {
    tries += 1
    return methods[form.payment.method].isRepeatSafe
      ? withIdempotency(request, { ...work, kind: 'carried', renderRejection: () => undefined })
      : withIdempotency(request, { ...work, kind: 'leased' })
  })
  return found(await transactionById(app.sql, account.id, id))
}

const found = (transaction: Transaction | undefined): Transaction => {
  if (!transaction) throw new Rejection('not-found')
  return transaction
}

/** The methods and installments that the session allows. The account's rules run later. */
function checkChoice({ paymentMethods, maxInstallments }: CheckoutSession, payment: Payment): void {
  const { method } = payment
  if (paymentMethods && !paymentMethods.includes(method))
    throw new Rejection('method-not-enabled', { field: 'paymentMethod', params: { method } })
  const installments = 'installments' in payment ? payment.installments : 1
  if (maxInstallments !== undefined && installments > maxInstallments)
    throw new Rejection('installments-above-maximum', {
      field: 'installments',
      params: { max: maxInstallments },
    })
}

/** The same attempt with other data is refused as a mistake (docs/design/rules.md#i3). */
function keyedRequest(session: CheckoutSession, { attemptId, payment, customer }: CheckoutForm) {
  const { source, ...rest } = 'source' in payment ? payment : { ...payment, source: undefined }
  return {
    key: attemptId.toLowerCase(),
    scope: 'checkout' as const,
    method: 'POST',
    path: `/checkout/${session.id}`,
    // In the form of which the fingerprint leaves the security code out.
    body: { ...rest, customer, card: source?.kind === 'card' ? source.card : source },
  }
}

interface Attempt extends CheckoutForm {
  readonly idempotency?: NonNullable<Creation['idempotency']>
  /** Another attempt was committed first. Its code may be on a screen, so it is not canceled. */
  readonly hasLost: boolean
}

async function attempt(
  app: App,
  account: Account,
  opened: CheckoutSession,
  { hasLost, idempotency, ...form }: Attempt,
): Promise<Transaction> {
  const session = (await sessionById(app.sql, account.id, opened.id)) ?? opened
  const standing = await closeWaiting(app, account, session, hasLost)
  if (standing) return standing
  await checkLink(app, session)
  const order = orderOf(app, session, form)
  const { id: sessionId, accountId } = session
  const at = app.clock.now()
  return createTransaction(app, account, order, {
    ...(idempotency && { idempotency }),
    extraWrites: [write(checkoutAttemptsWriter, { accountId, sessionId, at })],
  })
}

/**
 * Cancels the charge that waits, if there is one. Returns the transaction that stands against
 * another attempt. Throws `checkout-session-expired`, `checkout-attempts-exhausted`,
 * `payment-link-unusable`, `checkout-boleto-sent`, `provider-unavailable`.
 */
async function closeWaiting(
  app: App,
  account: Account,
  session: CheckoutSession,
  hasLost: boolean,
): Promise<Transaction | undefined> {
  for (let hasCanceled = false; ; hasCanceled = true) {
    const attempts = await transactionsOfSession(app.sql, account.id, session.id)
    const current = currentOf(attempts)
    switch (mayAttempt(session, attempts, app.clock.now())) {
      case 'expired':
        throw new Rejection('checkout-session-expired')
      case 'too-many':
        throw new Rejection('checkout-attempts-exhausted')
      case 'processing':
      case 'completed':
        return current
    }
    if (!current || !isWaitingCharge(current)) return undefined
    if (hasLost) return current
    if (hasCanceled) throw new Rejection('provider-unavailable', { retryAfterSeconds: 5 })
    // Its code can be paid, although its link has ended.
    await checkLink(app, session, current)
    await cancelUnlessPaid(app, account, current)
  }
}

async function cancelUnlessPaid(app: App, account: Account, current: Transaction): Promise<void> {
  try {
    if (!isByFile(current)) await cancelTransaction(app, account, current.id)
    // A write-off takes days, and would leave the payer without a way to pay.
    else if (!(await withdrawBoleto(app, account, current.id)))
      throw new Rejection('checkout-boleto-sent')
  } catch (cause) {
    // A payment was faster, or another tab has canceled it: the next look decides.
    if (!(cause instanceof Rejection) || cause.code !== 'status-does-not-allow') throw cause
  }
}

/** Whether the payer can change the method, because no bank may have a boleto by file already. */
export const mayChangeMethod = async (
  { sql }: Pick<App, 'sql'>,
  current: Transaction,
): Promise<boolean> =>
  !isWaitingCharge(current) || !isByFile(current) || isWithdrawable(sql, current)

/** Before a provider is called. The commit checks it once more. */
async function checkLink(
  app: Pick<App, 'sql' | 'clock'>,
  session: CheckoutSession,
  current?: Transaction,
): Promise<void> {
  const usability = await linkUsabilityFor(app, session, current)
  if (!usability.isUsable)
    throw new Rejection('payment-link-unusable', { params: { reason: usability.reason } })
}

/**
 * Whether the link of a session takes another attempt in place of `current`, which gives its use
 * back. A session without a link has nothing against it.
 */
export async function linkUsabilityFor(
  { sql, clock }: Pick<App, 'sql' | 'clock'>,
  { accountId, linkId }: CheckoutSession,
  current: Transaction | undefined,
): Promise<LinkUsability> {
  const used = linkId === undefined ? undefined : await linkById(sql, accountId, linkId)
  if (!used) return { isUsable: true }
  const { link, uses } = used
  const own = current && isWaitingCharge(current) ? 1 : 0
  return linkUsability(link, { taken: uses.taken - own }, clock.now())
}

function orderOf(
  { clock, vault }: Pick<App, 'clock' | 'vault'>,
  session: CheckoutSession,
  { payment, customer, ip }: CheckoutForm,
): Order {
  const { id: sessionId, accountId, linkId, amount, order } = session
  const known = withoutNulls(order.customer ?? {}) as Static<typeof CustomerInput>
  const leftSeconds = Math.floor((session.expiresAt.getTime() - clock.now().getTime()) / 1_000)
  const seconds = Math.min(Math.max(leftSeconds, leastCodeSeconds), mostCodeSeconds)
  return {
    amount,
    facts: {
      ...order,
      customer: customerOf({ ...known, ...customer }, { accountId, vault }),
      ip: ip ?? null,
    },
    payment: methods[payment.method].endingWithin(payment, seconds),
    checkout: { sessionId, ...(linkId !== undefined && { linkId }) },
  }
}

/** A code that is created shortly before the end of the session can still be paid. */
const leastCodeSeconds = 300
const mostCodeSeconds = 1_800

const withoutNulls = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
