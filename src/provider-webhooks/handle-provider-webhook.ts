import type { App } from '../app.ts'
import { openCase } from '../cases/open-case.ts'
import { applyClaims } from '../disputes/apply-claims.ts'
import { handleDisputeNotice } from '../disputes/schedule-dispute-poll.ts'
import { Rejection } from '../primitives/rejection.ts'
import { chargeQueryMs } from '../providers/polling/timeouts.ts'
import { handleDeniedCancel, queryOpenRefunds } from '../refunds/send-refund.ts'
import { attemptByRef } from '../transactions/card/attempt-store.ts'
import { resolveAttempt } from '../transactions/card/reconcile-attempt.ts'
import { type OutcomeToRecord, recordOutcome } from '../transactions/card/record-card-outcome.ts'
import { Unanswered } from '../transactions/charge/record-charge.ts'
import { syncCharge } from '../transactions/charge/sync-charge.ts'
import { transactionByReference } from '../transactions/transaction-store.ts'

/** A notice that a provider posted to the gateway. */
export interface Notice {
  readonly headers: Record<string, string | undefined>
  readonly body: unknown
}

/**
 * A notice is only a hint. It makes the gateway query the provider, and only the result of that
 * query changes anything. Therefore forged, duplicated, late and reordered notices are harmless
 * (docs/design/rules.md#u9). Returns true if the notice is authentic.
 */
export async function handleCardNotice(
  app: App,
  providerId: string,
  { headers, body }: Notice,
): Promise<boolean> {
  const acquirer = app.providers.card(providerId)
  const notice = acquirer.readNotice(headers, body)
  if (!notice) return false
  if (notice.change === 'chargeback') {
    await handleChargebackNotice(app, providerId, notice.reference)
    return true
  }
  const finding = await acquirer.findByReference(
    notice.reference,
    AbortSignal.timeout(chargeQueryMs),
  )
  if (finding.kind !== 'found') return true // The worker that queries open attempts does it again.
  const transaction = await transactionByReference(app.sql, providerId, finding.attemptRef)
  const attempt =
    transaction && (await attemptByRef(app.sql, transaction.accountId, finding.attemptRef))
  if (!transaction || !attempt) {
    app.log.warn({ providerId }, 'a notice for a sale we do not know')
    return true
  }
  if (notice.change === 'cancel-denied') await handleDeniedCancel(app, transaction)
  else {
    await recordNoticed(app, { transaction, attempt, outcome: finding.outcome })
    await queryOpenRefunds(app, transaction)
  }
  return true
}

/**
 * Records the outcome of the sale that is recorded for the attempt. If another one is recorded, or
 * none yet, the order may have several sales, and all of them decide.
 */
async function recordNoticed(app: App, noticed: OutcomeToRecord): Promise<void> {
  const { attempt, outcome } = noticed
  const isKnown = 'reference' in outcome && outcome.reference === attempt.reference
  await (isKnown ? recordOutcome(app, noticed) : resolveAttempt(app, attempt))
}

/**
 * Applies the claims of one payment if the provider reports some. Otherwise all claims of the
 * provider are polled soon: they may include what the query of the payment cannot decide.
 */
async function handleChargebackNotice(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'providers' | 'links'>,
  providerId: string,
  reference: string,
): Promise<void> {
  const { disputes } = app.providers.card(providerId)
  // The sale may report a claim but never its end. Money blocked because of the sale alone would
  // stay blocked forever.
  if (!disputes) {
    const found = { problem: 'uma disputa, e nenhuma consulta de disputas configurada' }
    return openCase(app, providerId, {
      kind: 'claim-not-taken',
      subject: reference,
      reference,
      found,
    })
  }
  const listing = await disputes.ofPayment?.(reference, AbortSignal.timeout(chargeQueryMs))
  if (listing?.kind === 'listed' && listing.claims.length > 0)
    await applyClaims(app, providerId, listing.claims)
  else await handleDisputeNotice(app, providerId)
}

export async function handlePixNotice(
  app: App,
  providerId: string,
  { body }: Notice,
): Promise<boolean> {
  const notices = app.providers.pix(providerId).readNotice(body)
  if (notices.some(({ isReturn }) => isReturn)) await handleDisputeNotice(app, providerId)
  await checkEach(app, providerId, [...new Set(notices.map(({ txid }) => txid))])
  return true
}

export async function handleBoletoNotice(
  app: App,
  providerId: string,
  { headers, body }: Notice,
): Promise<boolean> {
  const bank = app.providers.boleto(providerId)
  const references = 'readNotice' in bank ? bank.readNotice(headers, body) : undefined
  if (!references) return false
  await checkEach(app, providerId, references)
  return true
}

/** Throws `provider-unavailable` if a query had no response: the notice has to come again. */
async function checkEach(
  app: App,
  providerId: string,
  references: readonly string[],
): Promise<void> {
  const noticed = { ...app, needsResponse: true, isNoticed: true }
  let unanswered: Unanswered | undefined
  for (const reference of references) {
    const transaction = await transactionByReference(app.sql, providerId, reference)
    if (!transaction) {
      app.log.warn({ providerId }, 'a notice for a charge we do not know')
      continue
    }
    try {
      await queryOpenRefunds(app, await syncCharge(noticed, transaction))
    } catch (cause) {
      if (!(cause instanceof Unanswered)) throw cause
      unanswered = cause
    }
  }
  if (unanswered)
    throw new Rejection('provider-unavailable', { retryAfterSeconds: 60 }, { cause: unanswered })
}
