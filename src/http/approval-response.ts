import type { ApprovalWire } from '../../contract/approval.ts'
import { DecideApprovalRequest, ListApprovalsQuery } from '../../contract/approval.ts'
import type { App } from '../app.ts'
import {
  type Approval,
  approvalStatuses,
  type Decider,
  type DecisionProblem,
  decisionProblem,
  type Party,
  partyFrom,
} from '../approvals/approval.ts'
import { takeResult } from '../approvals/approval-store.ts'
import { decideApproval, findApproval, withdrawApproval } from '../approvals/decide-approval.ts'
import { requestApproval, resultPlace } from '../approvals/request-approval.ts'
import { announceDecision, announceRequest } from '../approved-changes/announce-approval.ts'
import { approvalSentence } from '../approved-changes/approval-text.ts'
import {
  type PayloadOf,
  type SecondPersonAction,
  secondPersonChanges,
} from '../approved-changes/changes.ts'
import { continueSecondPersonChange } from '../approved-changes/continue-approvals.ts'
import { hasSecondPerson } from '../approved-changes/second-person-at-account.ts'
import { operatorScope } from '../audit-log/audit-entry.ts'
import { Rejection } from '../primitives/rejection.ts'
import { deciderOf, partyOf } from './party.ts'
import {
  type ApiRequest,
  type EnvelopeText,
  envelope,
  type RequestContext,
} from './request/endpoint.ts'
import { byAge } from './request/list-page.ts'
import { choiceOf, oneOrMore, type Query, readList } from './request/list-query.ts'
import { withSealedResponse, withSealedText } from './request/sealed-response.ts'
import { type Language, validate } from './request/validation.ts'

interface Place {
  readonly accountId: string
  readonly id: string
}

/**
 * Whether what this request changes waits for a second person. A program of the operator changes
 * only what needs no person, and a command on the machine has an entry of its own in the log.
 */
export const waitsForSecondPerson = (app: Pick<App, 'config' | 'actor'>): boolean =>
  app.config.needsSecondPerson && app.actor.kind === 'person'

/** The same at an account: another person of it decides, if there is one who may. */
export const waitsForSecondPersonOf = async (
  { app }: Pick<RequestContext, 'app'>,
  request: ApiRequest,
  accountId: string,
): Promise<boolean> =>
  waitsForSecondPerson(app) &&
  hasSecondPerson(app.sql, accountId, await partyOf(app, request, accountId))

/** Stores the change of a request for a second person, and says so with 202. */
export async function askSecondPerson<Action extends SecondPersonAction>(
  context: RequestContext,
  request: ApiRequest,
  action: Action,
  payload: PayloadOf<Action>,
  /** The account whose people decide. Left out: the operator's. */
  accountId: string = operatorScope,
): Promise<EnvelopeText<never>> {
  const change = secondPersonChanges[action]
  const description = await change.describe(context.app, payload)
  const decider = await deciderOf(context.app, request, scopeOf(accountId))
  return withSealedText(context, request, {
    accountId,
    kind: 'transaction',
    run: (app) =>
      requestApproval(
        app,
        {
          ...description,
          ...{ accountId, action, payload, requestedBy: partyFrom(decider), reason: null },
          permission: accountId === operatorScope ? change.permission : 'approvals:decide',
        },
        (tx, approval) => announceRequest(app, tx, approval),
      ),
    objectIdOf: ({ id }) => id,
    text: (approval) => ({
      status: 202,
      body: envelope(
        {
          status: 202,
          message: waits,
          data: renderFor(context.app, request, approval, decider),
        },
        request.language,
      ),
    }),
  })
}

const waits = {
  pt: 'O pedido espera a decisão de outra pessoa. Nada mudou ainda.',
  en: 'The request waits for the decision of another person. Nothing has changed yet.',
}

/** The rejections of a decision, besides those of every route. */
export const decisionRejections = [
  'not-found',
  'validation-failed',
  'approval-ended',
  'approver-not-a-person',
  'approver-asked-for-it',
  'approver-not-independent',
] as const

/**
 * Decides, once for each Idempotency-Key, and applies an approved change at once. If that fails, a
 * worker does it: the response says how the request was decided, not what became of the change.
 */
export async function decide(
  context: RequestContext,
  request: ApiRequest,
  place: Place,
  { isApproved }: { readonly isApproved: boolean },
): Promise<EnvelopeText<ApprovalWire>> {
  const { app } = context
  const { reason } = validate(DecideApprovalRequest, request.body ?? {})
  const decider = await deciderOf(app, request, scopeOf(place.accountId))
  const response = await withSealedResponse(context, request, {
    accountId: place.accountId,
    kind: 'transaction',
    run: async (joined) => ({
      id: place.id,
      message: isApproved
        ? { pt: 'Pedido aprovado.', en: 'Request approved.' }
        : { pt: 'Pedido negado.', en: 'Request rejected.' },
      data: renderFor(
        app,
        request,
        await decideApproval(
          joined,
          place,
          { isApproved, reason: reason ?? null, decider },
          (tx, decided) => announceDecision(joined, tx, decided),
        ),
        decider,
      ),
    }),
  })
  if (isApproved)
    await continueSecondPersonChange(app, place).catch((cause: unknown) =>
      app.log.warn(
        { err: cause instanceof Error ? cause.name : 'unknown' },
        'an approved change is applied later',
      ),
    )
  return response
}

export async function withdraw(
  context: RequestContext,
  request: ApiRequest,
  place: Place,
): Promise<EnvelopeText<ApprovalWire>> {
  const decider = await deciderOf(context.app, request, scopeOf(place.accountId))
  const party = partyFrom(decider)
  return withSealedResponse(context, request, {
    accountId: place.accountId,
    kind: 'transaction',
    run: async (app) => ({
      id: place.id,
      message: { pt: 'Pedido retirado.', en: 'Request withdrawn.' },
      data: renderFor(app, request, await withdrawApproval(app, place, party), decider),
    }),
  })
}

/** What only the person who asked sees, once. Throws `not-found` for everyone else. */
export async function showResult(
  context: RequestContext,
  request: ApiRequest,
  place: Place,
): Promise<EnvelopeText<{ readonly result: string | null }>> {
  const approval = await findApproval(context.app, place)
  const party = await partyOf(context.app, request, scopeOf(place.accountId))
  if (approval.requestedBy.kind !== party.kind || approval.requestedBy.id !== party.id)
    throw new Rejection('not-found')
  return withSealedResponse(context, request, {
    accountId: place.accountId,
    kind: 'transaction',
    async run(app) {
      const sealed = await app.sql.begin((tx) => takeResult(tx, place))
      const result = sealed ? app.vault.open(sealed, resultPlace(approval)).toString('utf8') : null
      return {
        id: place.id,
        message: {
          pt: 'Guarde: não será mostrado de novo.',
          en: 'Keep it: it is not shown again.',
        },
        data: { result },
      }
    },
  })
}

/** The query of a list of approvals. @throws Rejection `validation-failed` */
export const readApprovalsQuery = (sent: Query) =>
  readList(ListApprovalsQuery, sent, ({ read }) => ({
    statuses: read('status', choiceOf(approvalStatuses), oneOrMore(approvalStatuses)),
    after: read('cursor', 'cursor', byAge.read),
  }))

/** The cursor of the page that follows an approval. */
export const approvalCursor = ({
  requestedAt,
  id,
}: {
  readonly requestedAt: Date
  readonly id: string
}): string => byAge.text({ createdAt: requestedAt, id })

/** A request as this caller sees it. */
export const renderFor = (
  { clock }: Pick<App, 'clock'>,
  { language }: Pick<ApiRequest, 'language'>,
  approval: Approval,
  decider: Decider,
): ApprovalWire => ({
  ...renderApproval(approval, { problem: problemAt(approval, decider, clock.now()), language }),
  expiresAt: approval.expiresAt.toISOString(),
})

/** At the operator the route that decides needs a permission of its own. */
function problemAt(approval: Approval, decider: Decider, now: Date): DecisionProblem | undefined {
  const problem = decisionProblem(approval, decider, now)
  const isOfOperator = approval.accountId === operatorScope
  return problem === undefined &&
    isOfOperator &&
    !decider.permissions.has('operator-approvals:decide')
    ? 'permission-denied'
    : problem
}

/** All fields but the deadline, which a cashout that waits may not have. */
export const renderApproval = (
  approval: Omit<Approval, 'expiresAt'>,
  {
    problem,
    language,
  }: { readonly problem: DecisionProblem | undefined; readonly language: Language },
): Omit<ApprovalWire, 'expiresAt'> => ({
  id: approval.id,
  accountId: scopeOf(approval.accountId),
  status: approval.status,
  action: approval.action,
  permission: approval.permission,
  summary: approvalSentence(approval, language),
  subject: { ...approval.subject, name: approval.subject.name ?? null },
  before: { ...approval.before },
  after: { ...approval.after },
  requestedBy: renderParty(approval.requestedBy),
  requestedAt: approval.requestedAt.toISOString(),
  decidedBy: approval.decidedBy && renderParty(approval.decidedBy),
  decidedAt: approval.decidedAt?.toISOString() ?? null,
  decision: approval.decision,
  endedAt: approval.endedAt?.toISOString() ?? null,
  failure: approval.failure,
  mayDecide: problem === undefined,
  mayNotDecide: problem ?? null,
})

/** Never the address of a person's mailbox. */
const renderParty = ({ kind, id, name }: Party) => ({ kind, id, name })

const scopeOf = (accountId: string): string | null =>
  accountId === operatorScope ? null : accountId
