import type { CashoutApprovalQuestion } from '../../contract/webhook.ts'
import { cashoutSettingsOf } from '../accounts/cashout-settings.ts'
import type { App } from '../app.ts'
import { openGuardedFetch } from '../outbound/guarded-fetch.ts'
import { webhookSecretsOf } from '../webhooks/secrets.ts'
import { signatureHeaders } from '../webhooks/signature.ts'
import { type Decision, recordDecision } from './approve-cashout.ts'
import { recordCanceled } from './cancel-cashout.ts'
import type { Cashout } from './cashout.ts'
import { type CashoutWork, scheduleCashoutCheck } from './cashout-queue-store.ts'
import { renderCashout } from './cashout-wire.ts'

/** The dependencies of a request to the merchant's program. */
type ApprovalDeps = Pick<
  App,
  'sql' | 'clock' | 'accounts' | 'journal' | 'links' | 'vault' | 'config'
>

/**
 * Requests a decision from the merchant's own program, signed like a webhook and with its token. A
 * missing response is not a denial: the request is repeated, and the cashout is denied after a day.
 * A waiting cashout keeps this deadline when the account's rule changes. While the rule names no
 * program, no request is sent.
 */
export async function requestApproval(
  app: ApprovalDeps,
  { cashout, queries }: CashoutWork,
): Promise<void> {
  // A person has no deadline.
  if (cashout.approval?.by !== 'callback') return scheduleCashoutCheck(app.sql, cashout, null)
  const now = app.clock.now()
  const account = await app.accounts.byId(cashout.accountId)
  const url = account && cashoutSettingsOf(account).approval?.url
  const decision = url === undefined ? undefined : await callProgram(app, cashout, url)
  if (decision) {
    await recordDecision(app, cashout, decision)
    return
  }
  const ageMs = now.getTime() - cashout.createdAt.getTime()
  if (ageMs >= approvalTimeoutMs) {
    await recordCanceled(app, cashout, { canceledReason: 'not-approved' })
    return
  }
  const waitMs = waitsMs[Math.min(queries, waitsMs.length) - 1] ?? waitsMs[0] ?? approvalTimeoutMs
  await scheduleCashoutCheck(
    app.sql,
    cashout,
    new Date(now.getTime() + Math.min(waitMs, approvalTimeoutMs - ageMs)),
  )
}

/**
 * The token that, beside the signature, proves to the merchant's program who sends the request.
 * Every request has the same token.
 */
export const approvalToken = ({ vault }: Pick<App, 'vault'>, accountId: string): string =>
  vault.stableHmac('cashout-approval', accountId).toString('base64url')

/** When a waiting cashout is denied without a decision. Null: it waits without an end. */
export const approvalEndOf = ({ approval, createdAt }: Cashout): Date | null =>
  approval?.by === 'callback' ? new Date(createdAt.getTime() + approvalTimeoutMs) : null

const minute = 60_000
const waitsMs = [minute / 2, 2 * minute, 10 * minute, 30 * minute, 60 * minute, 120 * minute]
/** Without a decision for a day, the cashout is denied. */
const approvalTimeoutMs = 24 * 60 * minute

async function callProgram(
  app: ApprovalDeps,
  cashout: Cashout,
  url: string,
): Promise<Decision | undefined> {
  const body = JSON.stringify({
    type: 'cashout_approval',
    objectId: cashout.id,
    url,
    data: renderCashout(cashout, app.links),
  } satisfies CashoutApprovalQuestion)
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
          // Real time: business time less the offset of the sandbox clock. Receivers compare it
          // with their own clock.
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

/**
 * Accepts `{"approved": true}` and `{"approved": false, "reason": "…"}`. Any other body is no
 * decision.
 */
function readDecision(text: string): Decision | undefined {
  try {
    const { approved, reason } = JSON.parse(text) as { approved?: unknown; reason?: unknown }
    if (typeof approved !== 'boolean') return undefined
    return {
      isApproved: approved,
      ...(typeof reason === 'string' && { reason: reason.slice(0, 255) }),
    }
  } catch {
    return undefined
  }
}
