import type { Permission } from '../../contract/permission.ts'
import type { App } from '../app.ts'
import { decisionProblem } from '../approvals/approval.ts'
import { decideCashout } from '../cashout/approve-cashout.ts'
import type { Cashout } from '../cashout/cashout.ts'
import { cashoutById } from '../cashout/cashout-store.ts'
import { renderCashout } from '../cashout/cashout-wire.ts'
import type { IdempotencyHandle } from '../idempotency/idempotency-handle.ts'
import { Rejection } from '../primitives/rejection.ts'
import { hasName } from '../primitives/same-name.ts'
import { deciderOf, requesterOf } from './party.ts'
import { type ApiRequest, envelope, type RequestContext } from './request/endpoint.ts'
import { withSealedText } from './request/sealed-response.ts'
import { assertNoIssues } from './request/validation.ts'
import { signedBy } from './signed-by.ts'

export interface CashoutDecision {
  readonly isApproved: boolean
  readonly decidedBy: string
  readonly reason?: string
}

/**
 * A person or a program decides a cashout that waits, once for each Idempotency-Key of
 * `keyScope`. A person is checked as for every other approval: by login, name, mailbox, and who
 * gave access to whom.
 */
export async function decideWaitingCashout(
  context: RequestContext,
  request: ApiRequest,
  {
    place,
    scope,
    permission,
    keyScope,
    ...sent
  }: CashoutDecision & {
    readonly place: { readonly accountId: string; readonly id: string }
    /** Where the person decides: at the account, or null for the operator. */
    readonly scope: string | null
    readonly permission: Permission
    readonly keyScope: string
  },
) {
  const { app } = context
  const decision = { ...sent, decidedBy: signedBy(app, sent.decidedBy) }
  if (!hasName(decision.decidedBy)) assertNoIssues([{ field: 'decidedBy', problem: 'format' }])
  if (request.login && decision.isApproved)
    await requireSecondPerson(app, request, { place, scope, permission })
  return withSealedText(context, request, {
    accountId: keyScope,
    kind: 'carried',
    run: (idempotency?: IdempotencyHandle<Cashout>) =>
      decideCashout(app, place, decision, { ...(idempotency && { idempotency }) }),
    objectIdOf: ({ id }) => id,
    text: (cashout) => ({
      status: 200,
      body: envelope(
        {
          message: decision.isApproved ? approved : denied,
          data: renderCashout(cashout, app.links),
        },
        request.language,
      ),
    }),
  })
}

/** Throws the problem of a person who cannot approve this cashout. */
async function requireSecondPerson(
  app: App,
  request: ApiRequest,
  {
    place: { accountId, id },
    scope,
    permission,
  }: {
    readonly place: { readonly accountId: string; readonly id: string }
    readonly scope: string | null
    readonly permission: Permission
  },
): Promise<void> {
  const cashout = await cashoutById(app.sql, accountId, id)
  if (!cashout?.requestedBy) return
  const requestedBy = await requesterOf(app, accountId, cashout.requestedBy, scope)
  const decider = await deciderOf(app, request, scope)
  const problem = decisionProblem(
    {
      ...{ status: 'PENDING', permission, requestedBy },
      ...{ requestedAt: cashout.createdAt, expiresAt: null },
    },
    decider,
    app.clock.now(),
  )
  if (problem !== undefined) throw new Rejection(problem, { params: { permission } })
}

const approved = { pt: 'Saque aprovado.', en: 'Cashout approved.' }
const denied = { pt: 'Saque negado.', en: 'Cashout denied.' }
