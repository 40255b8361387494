import type { App } from '../app.ts'
import { LostChange } from '../journal/journal.ts'
import type { PixFinding } from '../providers/pix.ts'
import { openCase } from '../settlement/reconciliation/open-case.ts'
import { stepFrom } from './change-for.ts'
import { expiryGraceMs, nextCheckAt } from './check-schedule.ts'
import { canBecome, canBePaid, nextVersion, type Transaction } from './transaction.ts'
import { scheduleCheck, transactionById } from './transaction-store.ts'

/**
 * Asks the provider what is true of an open charge and records it: paid, expired, removed, or nothing new. Callbacks,
 * expiry and the safety net all come through here, so a payment of the last second ends the same way by any road.
 */
export async function checkTransaction(app: App, transaction: Transaction): Promise<Transaction> {
  switch (transaction.method) {
    case 'PIX':
      return checkPix(app, transaction)
    case 'BOLETO':
      return checkBoleto(app, transaction)
    case 'CREDIT_CARD':
      return checkAuthorisation(app, transaction)
  }
}

/** Money that arrived for a charge, as its provider tells it. */
export interface Arrival {
  readonly amount: number
  readonly paidAt: Date
  readonly endToEndId?: string
}

async function checkPix(app: App, transaction: Transaction): Promise<Transaction> {
  const provider = app.providers.pix(transaction.providerId)
  const txid = transaction.pix?.txid ?? ''
  const finding = await provider.findCharge(txid, AbortSignal.timeout(askMs))
  // Whatever the state of the charge: money that arrived is the fact.
  if (finding.kind === 'found' && (finding.state === 'completed' || finding.payments.length > 0))
    return recordPix(app, transaction, finding)
  if (finding.kind === 'unknown' || transaction.status !== 'WAITING_PAYMENT') return lookAgain(app, transaction)
  // A bank may not find at once what it has just made: that a charge is not there counts once its time is over.
  if (finding.kind === 'not-found' && !isPastItsEnd(app, transaction)) return lookAgain(app, transaction)
  if (finding.kind === 'found' && finding.state === 'active') {
    if (!isPastItsEnd(app, transaction)) return lookAgain(app, transaction)
    // Closed at the provider before it is closed here: what it cannot take any more cannot be paid.
    const removal = await provider.removeCharge(txid, AbortSignal.timeout(askMs))
    if (removal.kind === 'completed') return checkPix(app, transaction)
    if (removal.kind === 'unknown') return lookAgain(app, transaction)
  }
  return recordCanceled(app, transaction, 'expired')
}

async function checkBoleto(app: App, transaction: Transaction): Promise<Transaction> {
  const bank = app.providers.boleto(transaction.providerId)
  const ourNumber = transaction.boleto?.ourNumber ?? ''
  const finding = await bank.find(ourNumber, AbortSignal.timeout(askMs))
  if (finding.kind === 'paid') return recordArrival(app, transaction, finding)
  if (finding.kind === 'unknown' || transaction.status !== 'WAITING_PAYMENT') return lookAgain(app, transaction)
  if (finding.kind === 'not-found' && !isPastItsEnd(app, transaction)) return lookAgain(app, transaction)
  if (finding.kind === 'open') {
    if (!isPastItsEnd(app, transaction)) return lookAgain(app, transaction)
    const cancel = await bank.cancel(ourNumber, AbortSignal.timeout(askMs))
    if (cancel.kind === 'paid') return checkBoleto(app, transaction)
    if (cancel.kind === 'unknown') return lookAgain(app, transaction)
  }
  return recordCanceled(app, transaction, 'expired')
}

/** An authorisation near its end is given back rather than left to lapse. */
async function checkAuthorisation(app: App, transaction: Transaction): Promise<Transaction> {
  if (transaction.status !== 'AUTHORIZED') return transaction
  const acquirer = app.providers.card(transaction.providerId)
  const reference = transaction.card?.reference ?? ''
  const finding = await acquirer.findByReference(reference, AbortSignal.timeout(askMs))
  if (finding.kind !== 'found') return lookAgain(app, transaction)
  if (finding.outcome.kind === 'approved' && finding.outcome.captured) {
    return recordArrival(app, transaction, { amount: transaction.amount, paidAt: app.clock.now() })
  }
  if (finding.outcome.kind === 'voided') return recordCanceled(app, transaction, 'requested')
  if (nextCheckAt(transaction, transaction.createdAt) > app.clock.now()) return lookAgain(app, transaction)
  const cancel = await acquirer.cancel(reference, transaction.amount, AbortSignal.timeout(askMs))
  return cancel.kind === 'cancelled' ? recordCanceled(app, transaction, 'expired') : lookAgain(app, transaction)
}

const askMs = 12_000

function recordPix(
  app: App,
  transaction: Transaction,
  { payments }: Extract<PixFinding, { kind: 'found' }>,
): Promise<Transaction> {
  const [payment] = payments
  if (!payment) return lookAgain(app, transaction) // Completed, its payment not visible yet.
  return recordArrival(app, transaction, payment)
}

/** The charge is paid. An amount that is not ours to expect is for a person: nothing moves (reliability U9). */
export async function recordArrival(app: App, transaction: Transaction, arrival: Arrival): Promise<Transaction> {
  if (!canBePaid(transaction)) return transaction
  if (arrival.amount !== transaction.amount) {
    const { id, accountId, providerId, pix, boleto } = transaction
    await openCase(app, providerId, {
      kind: 'arrival-amount-differs',
      subject: id,
      ...{ accountId, objectType: 'transaction', objectId: id },
      reference: pix?.txid ?? boleto?.ourNumber ?? id,
      ...{ expected: { amount: transaction.amount }, found: { amount: arrival.amount } },
    })
    return lookAgain(app, transaction)
  }
  const { endToEndId, paidAt } = arrival
  const after = nextVersion(transaction, app.clock.now(), {
    status: 'PAID',
    // A bank that tells only the day would have it paid before it was asked for.
    paidAt: new Date(Math.max(paidAt.getTime(), transaction.createdAt.getTime())),
    ...(transaction.pix && endToEndId && { pix: { ...transaction.pix, endToEndId } }),
    ...(transaction.boleto && endToEndId && { boleto: { ...transaction.boleto, endToEndId } }),
  })
  return step(app, transaction, after)
}

export async function recordCanceled(
  app: App,
  transaction: Transaction,
  reason: 'expired' | 'requested',
): Promise<Transaction> {
  if (!canBecome(transaction.status, 'CANCELED')) return transaction
  return step(
    app,
    transaction,
    nextVersion(transaction, app.clock.now(), { status: 'CANCELED', canceledReason: reason }),
  )
}

/** Whoever loses the race answers with what the winner made true. */
async function step(app: App, before: Transaction, after: Transaction): Promise<Transaction> {
  try {
    await app.journal.record(stepFrom(before, after, { links: app.links }))
    return after
  } catch (cause) {
    if (!(cause instanceof LostChange)) throw cause
    return (await transactionById(app.sql, before.accountId, before.id)) ?? before
  }
}

const isPastItsEnd = (app: App, { expiresAt }: Transaction): boolean =>
  expiresAt !== undefined && app.clock.now().getTime() >= expiresAt.getTime() + expiryGraceMs

async function lookAgain(app: App, transaction: Transaction): Promise<Transaction> {
  if (transaction.status === 'WAITING_PAYMENT' || transaction.status === 'AUTHORIZED') {
    await scheduleCheck(app.sql, transaction, nextCheckAt(transaction, app.clock.now()))
  } else {
    await scheduleCheck(app.sql, transaction, null)
  }
  return transaction
}
