import {
  AccountApprovalWire,
  ApprovalResultWire,
  ApprovalWire,
  DecideApprovalRequest,
  ListApprovalsQuery,
} from '../../../../contract/approval.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import type { App } from '../../../app.ts'
import {
  type Approval,
  type Decider,
  decisionProblem,
  type Party,
} from '../../../approvals/approval.ts'
import { approvalById, newestApprovals } from '../../../approvals/approval-store.ts'
import { type WaitingCashout, waitingCashout } from '../../../approved-changes/waiting-cashout.ts'
import type { Cashout } from '../../../cashout/cashout.ts'
import { cashoutById, waitingCashouts } from '../../../cashout/cashout-store.ts'
import { defined } from '../../../primitives/defined.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import {
  approvalCursor,
  decide,
  decisionRejections,
  readApprovalsQuery,
  renderApproval,
  showResult,
  withdraw,
} from '../../approval-response.ts'
import { deciderOf, requesterOf } from '../../party.ts'
import { type AccountRequest, accountEndpoint } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { accountListEndpoint } from '../../request/list-endpoint.ts'
import type { Language } from '../../request/validation.ts'

/** A request with who reads it. */
interface Listed {
  readonly kind: 'change' | 'cashout'
  readonly approval: WaitingCashout
  readonly decider: Decider
  readonly now: Date
}

export const listApprovals = accountListEndpoint({
  summary: 'Listar o que espera aprovação na conta, do mais novo ao mais antigo',
  description:
    'As mudanças que pedem outra pessoa, com qualquer situação, e os saques enquanto esperam. Com status=PENDING, só o que ainda espera.',
  query: ListApprovalsQuery,
  item: AccountApprovalWire,
  message: { pt: 'Pedidos de aprovação.', en: 'Approval requests.' },
  read: readApprovalsQuery,
  async find(app, request, { statuses, after, limit }) {
    const accountId = request.holder.account.id
    const page = { limit, ...defined({ after }) }
    const wantsCashouts = statuses === undefined || statuses.includes('PENDING')
    const [changes, cashouts, reader] = await Promise.all([
      newestApprovals(app.sql, accountId, { ...page, ...defined({ statuses }) }),
      wantsCashouts ? waitingCashouts(app.sql, accountId, page) : [],
      readerOf(app, request),
    ])
    const newest = [
      ...changes.map((approval) => ({ kind: 'change' as const, approval })),
      ...cashouts.map((cashout) => ({ kind: 'cashout' as const, cashout })),
    ]
      .map((each) => ({ ...each, ...placeOfRow(each) }))
      .sort(
        (one, other) =>
          Number(other.createdAt) - Number(one.createdAt) || (other.id < one.id ? -1 : 1),
      )
      .slice(0, limit)
    const requesterOfCashout = rememberedRequester(app, accountId)
    return Promise.all(
      newest.map(
        async (row): Promise<Listed> =>
          row.kind === 'change'
            ? { kind: 'change', approval: row.approval, ...reader }
            : {
                kind: 'cashout',
                approval: waitingCashout(row.cashout, await requesterOfCashout(row.cashout)),
                ...reader,
              },
      ),
    )
  },
  cursor: ({ approval }) => approvalCursor(approval),
  render: (listed, _, { language }) => renderListed(listed, language),
})

export const getApproval = accountEndpoint({
  summary: 'Ver um pedido de aprovação da conta',
  description: 'Ou um saque que espera. O que já foi decidido de um saque está no próprio saque.',
  answer: envelopeOf(AccountApprovalWire),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const place = requestPlace(request)
    const approval = await approvalById(app.sql, place.accountId, place.id)
    const listed = approval
      ? { kind: 'change' as const, approval }
      : { kind: 'cashout' as const, approval: await waitingCashoutAt(app, place) }
    return {
      message: { pt: 'Pedido de aprovação.', en: 'Approval request.' },
      data: renderListed({ ...listed, ...(await readerOf(app, request)) }, request.language),
    }
  },
})

export const postApproval = accountEndpoint({
  summary: 'Aprovar um pedido de outra pessoa da conta',
  description:
    'A mudança é aplicada logo em seguida, em nome de quem pediu. Um saque é aprovado pela sua própria rota, que está em paths.',
  body: DecideApprovalRequest,
  answer: envelopeOf(ApprovalWire),
  rejections: decisionRejections,
  handle: (context, request) =>
    decide(context, request, requestPlace(request), { isApproved: true }),
})

export const postRejection = accountEndpoint({
  summary: 'Negar um pedido de outra pessoa da conta',
  body: DecideApprovalRequest,
  answer: envelopeOf(ApprovalWire),
  rejections: decisionRejections,
  handle: (context, request) =>
    decide(context, request, requestPlace(request), { isApproved: false }),
})

export const postWithdrawal = accountEndpoint({
  summary: 'Retirar um pedido próprio',
  answer: envelopeOf(ApprovalWire),
  rejections: ['not-found', 'approval-ended'],
  handle: (context, request) => withdraw(context, request, requestPlace(request)),
})

export const postApprovalResult = accountEndpoint({
  summary: 'Ver, uma só vez, a chave que o pedido aprovado criou',
  description: 'Só a pessoa que pediu.',
  answer: envelopeOf(ApprovalResultWire),
  rejections: ['not-found'],
  handle: (context, request) => showResult(context, request, requestPlace(request)),
})

const requestPlace = (request: AccountRequest) => ({
  accountId: request.holder.account.id,
  id: idFrom(request),
})

const readerOf = async (app: App, request: AccountRequest) => ({
  decider: await deciderOf(app, request, request.holder.account.id),
  now: app.clock.now(),
})

/** @throws Rejection `not-found` for a cashout that does not wait for approval */
async function waitingCashoutAt(
  app: App,
  { accountId, id }: ReturnType<typeof requestPlace>,
): Promise<WaitingCashout> {
  const cashout = await cashoutById(app.sql, accountId, id)
  if (cashout?.status !== 'PENDING' || cashout.approval?.state !== 'waiting')
    throw new Rejection('not-found')
  return waitingCashout(cashout, await rememberedRequester(app, accountId)(cashout))
}

/** Who asked for each cashout; a page names the same few persons and keys. */
function rememberedRequester(app: App, accountId: string) {
  const found = new Map<string, Promise<Party>>()
  return ({ requestedBy }: Cashout): Promise<Party> => {
    if (!requestedBy) return Promise.resolve({ kind: 'gateway', id: 'gateway', name: 'Guichê' })
    const { keyId } = requestedBy
    const party = found.get(keyId) ?? requesterOf(app, accountId, requestedBy, accountId)
    found.set(keyId, party)
    return party
  }
}

const placeOfRow = (
  row: { readonly approval: Approval } | { readonly cashout: Cashout },
): { readonly createdAt: Date; readonly id: string } =>
  'approval' in row
    ? { createdAt: row.approval.requestedAt, id: row.approval.id }
    : { createdAt: row.cashout.createdAt, id: row.cashout.id }

function renderListed(
  { kind, approval, decider, now }: Listed,
  language: Language,
): AccountApprovalWire {
  const { expiresAt, id } = approval
  const problem = decisionProblem(approval, decider, now)
  return {
    ...renderApproval(approval, { problem, language }),
    kind,
    expiresAt: expiresAt?.toISOString() ?? null,
    paths: kind === 'cashout' ? cashoutPaths(id) : changePaths(id),
  }
}

const changePaths = (id: string) => ({
  approve: `/api/user/approvals/${id}/approve`,
  reject: `/api/user/approvals/${id}/reject`,
  withdraw: `/api/user/approvals/${id}/withdraw`,
})

const cashoutPaths = (id: string) => ({
  approve: `/api/user/cashout/${id}/approve`,
  reject: `/api/user/cashout/${id}/deny`,
  withdraw: `/api/user/cashout/${id}/cancel`,
})
