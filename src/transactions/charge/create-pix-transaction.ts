import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import { readDocument } from '../../brazil/document.ts'
import { payeeLine } from '../../brazil/payee.ts'
import type { IdempotencyHandle } from '../../idempotency/idempotency-handle.ts'
import { write } from '../../journal/change.ts'
import { bareId, derivedId, newId, randomBase62 } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { pixChargeFirstMs, pixChargeSecondMs } from '../../providers/polling/timeouts.ts'
import type { PixCharge, PixChargeOutcome, PixReceiver } from '../../providers/ports/pix.ts'
import type { Order, PixPayment } from '../order.ts'
import { planTransaction } from '../plan-transaction.ts'
import type { Transaction } from '../transaction.ts'
import { createChange } from '../transaction-change.ts'
import { providerReferencesWriter } from '../transaction-store.ts'
import { firstCheckAt } from './sync-schedule.ts'

/**
 * A PIX charge moves no money: it is made at the provider first and committed once, with the
 * provider's answer. Its txid is our id, and with an idempotency key our id follows from the key,
 * so a repeat names the same charge.
 */
export async function createPix(
  app: App,
  account: Account,
  order: Order<PixPayment>,
  remember?: IdempotencyHandle<Transaction>,
): Promise<Transaction> {
  const at = app.clock.now()
  const draft = planTransaction(account, order, {
    id: remember ? idFromKey(account.id, remember) : newId(at.getTime()),
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
  await app.journal.record(
    createChange(transaction, {
      links: app.links,
      checkAt: firstCheckAt(transaction),
      extraWrites: [
        write(providerReferencesWriter, {
          providerId: draft.providerId,
          reference: bareId(draft.id),
          accountId: account.id,
          transactionId: draft.id,
        }),
        ...(remember ? [remember.markCompleted(draft.id, transaction)] : []),
      ],
    }),
  )
  return transaction
}

/** 32 letters and digits: a txid has 26 to 35 (docs/design/brazil.md#txid). */

const idFromKey = (
  accountId: string,
  { keyDigest, fingerprint }: IdempotencyHandle<Transaction>,
): string =>
  derivedId(`pix ${accountId} ${keyDigest.toString('hex')} ${fingerprint.toString('hex')}`)

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

/** Asked twice at most: the txid makes the repeat safe. */
async function chargeAt(
  provider: PixReceiver,
  charge: PixCharge,
): Promise<Extract<PixChargeOutcome, { kind: 'created' }>> {
  const first = await provider.createCharge(charge, AbortSignal.timeout(pixChargeFirstMs))
  const outcome =
    first.kind === 'unavailable'
      ? await provider.createCharge(charge, AbortSignal.timeout(pixChargeSecondMs))
      : first
  switch (outcome.kind) {
    case 'created':
      return outcome
    case 'rejected':
      throw new Rejection('charge-refused-by-provider', {
        provider: provider.name,
        providerCode: outcome.code,
        params: { detail: outcome.message },
      })
    case 'unavailable':
      throw new Rejection(
        'provider-unavailable',
        { provider: provider.name, retryAfterSeconds: 5 },
        { cause: outcome.cause },
      )
  }
}
