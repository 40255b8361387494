import assert from 'node:assert/strict'
import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import { readDocument } from '../../brazil/document.ts'
import type { DueCharge } from '../../brazil/due-charge.ts'
import { payeeFor, payeeLine } from '../../brazil/payee.ts'
import { idFromKey } from '../../idempotency/keyed-id.ts'
import { bareId, markedId, newId, randomBase62 } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { pixChargeFirstMs, pixChargeSecondMs } from '../../providers/polling/timeouts.ts'
import type { PixCharge, PixChargeOutcome, PixDueCharge } from '../../providers/ports/pix.ts'
import type { Creation, Order, PixPayment } from '../order.ts'
import { planTransaction } from '../plan-transaction.ts'
import type { Transaction } from '../transaction.ts'
import { chargeOfKey, chargeRejection, recordNewCharge } from './new-charge.ts'

/**
 * A PIX charge moves no money, so it is created at the provider first and committed once, with the
 * provider's response. Its txid is our id. With an idempotency key our id is derived from the key,
 * so a repeat creates the same charge.
 */
export async function createPix(
  app: Pick<App, 'sql' | 'clock' | 'journal' | 'providers' | 'links'>,
  account: Account,
  order: Order<PixPayment>,
  creation: Creation,
): Promise<Transaction> {
  const { idempotency } = creation
  const at = app.clock.now()
  const draft = planTransaction(account, order, {
    id: idempotency
      ? idFromKey('pix', account.id, idempotency)
      : markedId(newId(at.getTime()), account.id),
    secureId: randomBase62(24),
    at,
  })
  const provider = app.providers.pix(draft.providerId)
  const receiver = provider.receiver && ({ ...provider.receiver, source: 'account' } as const)
  const message = payeeLine(payeeFor(account, receiver))
  const { due: terms } = order.payment
  if (terms && !provider.takesDueCharges)
    throw new Rejection('pix-due-not-supported', { field: 'pix.due' })
  const charge = await twice((signal) =>
    terms
      ? provider.dueCharges.createCharge({ ...dueChargeFor(draft, terms), message }, signal)
      : provider.createCharge({ ...chargeFor(draft), message }, signal),
  )
  if (charge.kind !== 'created') {
    // Its bank may refuse the txid of a charge that is over.
    const earlier = await chargeOfKey(app.sql, draft, idempotency)
    if (earlier) return earlier
    throw chargeRejection(provider.name, charge)
  }
  const transaction: Transaction = {
    ...draft,
    expiresAt: charge.expiresAt,
    pix: {
      txid: bareId(draft.id),
      emv: charge.emv,
      ...(receiver && { receiver }),
      ...(terms && { due: { terms } }),
    },
  }
  return recordNewCharge(app, transaction, bareId(draft.id), creation)
}

function chargeFor(draft: Transaction): PixCharge {
  const { id, amount, createdAt, expiresAt } = draft
  const payer = payerOf(draft)
  return {
    txid: bareId(id),
    amount,
    expiresInSeconds: expiresAt
      ? Math.round((expiresAt.getTime() - createdAt.getTime()) / 1_000)
      : 0,
    ...(payer && { payer }),
  }
}

function dueChargeFor(draft: Transaction, terms: DueCharge): PixDueCharge {
  const payer = payerOf(draft)
  assert(payer, 'the plan checked the payer')
  return { txid: bareId(draft.id), terms, payer }
}

/** Existing clients send placeholders. They are accepted, but a bank gets only a true document. */
function payerOf({ order: { customer } }: Transaction): PixCharge['payer'] {
  const document = customer?.document && readDocument(customer.document.number)
  if (!document?.ok || !customer?.name) return undefined
  return { name: customer.name, document: document.document.number }
}

/** Sends the request at most twice. The second one is safe, because it has the same txid. */
async function twice(
  create: (signal: AbortSignal) => Promise<PixChargeOutcome>,
): Promise<PixChargeOutcome> {
  const first = await create(AbortSignal.timeout(pixChargeFirstMs))
  return first.kind === 'unavailable' ? create(AbortSignal.timeout(pixChargeSecondMs)) : first
}
