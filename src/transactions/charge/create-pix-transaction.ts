import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import { readDocument } from '../../brazil/document.ts'
import { payeeLine } from '../../brazil/payee.ts'
import { idFromKey } from '../../idempotency/keyed-id.ts'
import { bareId, markedId, newId, randomBase62 } from '../../primitives/id.ts'
import { pixChargeFirstMs, pixChargeSecondMs } from '../../providers/polling/timeouts.ts'
import type { PixCharge, PixChargeOutcome, PixReceiver } from '../../providers/ports/pix.ts'
import type { Creation, Order, PixPayment } from '../order.ts'
import { planTransaction } from '../plan-transaction.ts'
import type { Transaction } from '../transaction.ts'
import { chargeRejection, recordNewCharge } from './new-charge.ts'

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
  const message = payeeLine({ shop: account.name, ...(receiver && { receiver }) })
  const charge = await chargeAt(provider, { ...chargeFor(draft), message })
  const transaction: Transaction = {
    ...draft,
    expiresAt: charge.expiresAt,
    pix: { txid: bareId(draft.id), emv: charge.emv, ...(receiver && { receiver }) },
  }
  return recordNewCharge(app, transaction, bareId(draft.id), creation)
}

function chargeFor({
  id,
  amount,
  createdAt,
  expiresAt,
  order: { customer },
}: Transaction): PixCharge {
  const document = customer?.document && readDocument(customer.document.number)
  return {
    txid: bareId(id),
    amount,
    expiresInSeconds: expiresAt
      ? Math.round((expiresAt.getTime() - createdAt.getTime()) / 1_000)
      : 0,
    // Existing clients send placeholders. They are accepted, but a bank gets only a true document.
    ...(document?.ok &&
      customer?.name && { payer: { name: customer.name, document: document.document.number } }),
  }
}

/** Sends the request at most twice. The second one is safe, because it has the same txid. */
async function chargeAt(
  provider: PixReceiver,
  charge: PixCharge,
): Promise<Extract<PixChargeOutcome, { kind: 'created' }>> {
  const first = await provider.createCharge(charge, AbortSignal.timeout(pixChargeFirstMs))
  const outcome =
    first.kind === 'unavailable'
      ? await provider.createCharge(charge, AbortSignal.timeout(pixChargeSecondMs))
      : first
  if (outcome.kind !== 'created') throw chargeRejection(provider.name, outcome)
  return outcome
}
