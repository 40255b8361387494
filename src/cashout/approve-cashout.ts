import type { App } from '../app.ts'
import { LostChange } from '../journal/journal.ts'
import { Rejection } from '../primitives/rejection.ts'
import { openGuardedFetch } from '../providers/guarded-fetch.ts'
import { webhookSecretsOf } from '../webhooks/secrets.ts'
import { signatureHeaders } from '../webhooks/signature.ts'
import { type Cashout, nextVersion } from './cashout.ts'
import { cashoutStep } from './cashout-change.ts'
import { type CashoutWork, cashoutById, scheduleCashoutCheck } from './cashout-store.ts'
import { renderCashout } from './cashout-wire.ts'
import { cashoutSettingsOf } from './plan-cashout.ts'

/** Somebody's yes or no. */
export interface Decision {
  readonly isApproved: boolean
  /** Absent: the merchant's own program. */
  readonly decidedBy?: string
  readonly reason?: string
}

/**
 * A second person decides (reliability K4): yes, and it is sent; no, and the money is free again. Throws `not-found`,
 * `cashout-status-does-not-allow`.
 */
export async function decideCashout(
  app: App,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  decision: Decision,
): Promise<Cashout> {
  const cashout = await cashoutById(app.sql, accountId, id)
  if (!cashout) throw new Rejection('not-found')
  const decided = isWaiting(cashout) ? await recordDecision(app, cashout, decision) : undefined
  if (decided) return decided
  const now = (await cashoutById(app.sql, accountId, id)) ?? cashout
  throw new Rejection('cashout-status-does-not-allow', { params: { status: now.status } })
}

/** Asks the merchant's own program, signed like a webhook and with its token. No answer is not a no: it is asked again. */
export async function askForApproval(app: App, { cashout, queries }: CashoutWork): Promise<void> {
  const now = app.clock.now()
  const account = await app.accounts.byId(cashout.accountId)
  const rule = account && cashoutSettingsOf(account).approval
  // Asked by callback once, and left to a person since: nobody to ask.
  if (cashout.approval?.by !== 'callback' || rule?.url === undefined)
    return scheduleCashoutCheck(app.sql, cashout, null)
  const decision = await askProgram(app, cashout, rule.url)
  if (decision) {
    await recordDecision(app, cashout, decision)
    return
  }
  const ageMs = now.getTime() - cashout.createdAt.getTime()
  if (ageMs >= patienceMs) {
    await recordCanceled(app, cashout, { canceledReason: 'not-approved' })
    return
  }
  const waitMs = waitsMs[Math.min(queries, waitsMs.length) - 1] ?? waitsMs[0] ?? patienceMs
  await scheduleCashoutCheck(app.sql, cashout, new Date(now.getTime() + Math.min(waitMs, patienceMs - ageMs)))
}

/** What proves to the merchant's program that a question is ours, beside the signature. The same at every question. */
export const approvalToken = ({ vault }: Pick<App, 'vault'>, accountId: string): string =>
  vault.hmac('cashout-approval', accountId).toString('base64url')

/** Takes it back before it leaves: the money is free again. `undefined`: somebody else was first. */
export async function recordCanceled(
  app: Pick<App, 'journal' | 'clock' | 'links'>,
  cashout: Cashout,
  facts: Pick<Cashout, 'canceledReason' | 'approval'>,
): Promise<Cashout | undefined> {
  return step(app, cashout, nextVersion(cashout, app.clock.now(), { status: 'CANCELED', ...facts }))
}

const minute = 60_000
const waitsMs = [minute / 2, 2 * minute, 10 * minute, 30 * minute, 60 * minute, 120 * minute]
/** Unanswered for a day it is given up. */
const patienceMs = 24 * 60 * minute

const isWaiting = ({ status, approval }: Cashout): boolean => status === 'PENDING' && approval?.state === 'waiting'

async function recordDecision(
  app: Pick<App, 'journal' | 'clock' | 'links'>,
  cashout: Cashout,
  { isApproved, decidedBy, reason }: Decision,
): Promise<Cashout | undefined> {
  const at = app.clock.now()
  const approval = {
    by: cashout.approval?.by ?? 'person',
    state: isApproved ? ('approved' as const) : ('denied' as const),
    decidedAt: at.toISOString(),
    ...(decidedBy !== undefined && { decidedBy }),
    ...(reason !== undefined && { reason }),
  }
  if (!isApproved) return recordCanceled(app, cashout, { approval, canceledReason: 'denied' })
  return step(app, cashout, nextVersion(cashout, at, { approval }), at)
}

/** With `checkAt` the status stays, and nobody is told. */
async function step(
  app: Pick<App, 'journal' | 'links'>,
  before: Cashout,
  after: Cashout,
  checkAt?: Date,
): Promise<Cashout | undefined> {
  try {
    await app.journal.record(
      cashoutStep(before, after, {
        links: app.links,
        ...(checkAt && { checkAt, notify: false, eventType: 'cashout.approved' }),
      }),
    )
    return after
  } catch (cause) {
    if (cause instanceof LostChange) return undefined
    throw cause
  }
}

async function askProgram(app: App, cashout: Cashout, url: string): Promise<Decision | undefined> {
  const body = JSON.stringify({
    type: 'cashout_approval',
    objectId: cashout.id,
    url,
    data: renderCashout(cashout, app.links),
  })
  const secrets = await webhookSecretsOf(app, cashout.accountId)
  const fetch = openGuardedFetch({ rules: app.config.outbound })
  try {
    const outcome = await fetch.send({
      url,
      method: 'POST',
      scope: cashout.accountId,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Guiche-Webhooks/1',
        'x-guiche-approval-token': approvalToken(app, cashout.accountId),
        ...signatureHeaders({
          id: cashout.id,
          // Business time less what the sandbox added: receivers compare it with their own clock.
          timestampSeconds: Math.floor((app.clock.now().getTime() - app.clock.offsetMs()) / 1_000),
          body,
          secrets,
        }),
      },
      body,
    })
    return outcome.kind === 'answered' && outcome.status === 200
      ? readDecision(outcome.body.toString('utf8'))
      : undefined
  } finally {
    await fetch.close()
  }
}

/** `{"approved": true}` or `{"approved": false, "reason": "…"}`; anything else is no answer. */
export function readDecision(text: string): Decision | undefined {
  try {
    const { approved, reason } = JSON.parse(text) as { approved?: unknown; reason?: unknown }
    if (typeof approved !== 'boolean') return undefined
    return { isApproved: approved, ...(typeof reason === 'string' && { reason: reason.slice(0, 255) }) }
  } catch {
    return undefined
  }
}
