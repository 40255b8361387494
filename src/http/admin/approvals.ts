import {
  ApprovalResultWire,
  ApprovalWire,
  DecideApprovalRequest,
  ListApprovalsQuery,
} from '../../../contract/approval.ts'
import { envelopeOf } from '../../../contract/envelope.ts'
import { newestApprovals } from '../../approvals/approval-store.ts'
import { findApproval } from '../../approvals/decide-approval.ts'
import { operatorScope } from '../../audit-log/audit-entry.ts'
import {
  approvalCursor,
  decide,
  decisionRejections,
  readApprovalsQuery,
  renderFor,
  showResult,
  withdraw,
} from '../approval-response.ts'
import { deciderOf } from '../party.ts'
import { type ApiRequest, endpoint } from '../request/endpoint.ts'
import { idFrom } from '../request/id-from.ts'
import { listEndpoint } from '../request/list-endpoint.ts'

const placeOf = (request: ApiRequest) => ({ accountId: operatorScope, id: idFrom(request) })

export const listApprovals = listEndpoint({
  summary: 'Listar os pedidos de aprovação do operador, do mais novo ao mais antigo',
  query: ListApprovalsQuery,
  item: ApprovalWire,
  message: { pt: 'Pedidos de aprovação.', en: 'Approval requests.' },
  read: readApprovalsQuery,
  async find(app, request, wanted) {
    const decider = await deciderOf(app, request, null)
    const approvals = await newestApprovals(app.sql, operatorScope, wanted)
    return approvals.map((approval) => ({ approval, decider }))
  },
  cursor: ({ approval }) => approvalCursor(approval),
  render: ({ approval, decider }, app, request) => renderFor(app, request, approval, decider),
})

export const getApproval = endpoint({
  summary: 'Ver um pedido de aprovação',
  answer: envelopeOf(ApprovalWire),
  rejections: ['not-found'],
  async handle({ app }, request) {
    return {
      message: { pt: 'Pedido de aprovação.', en: 'Approval request.' },
      data: renderFor(
        app,
        request,
        await findApproval(app, placeOf(request)),
        await deciderOf(app, request, null),
      ),
    }
  },
})

export const postApproval = endpoint({
  summary: 'Aprovar um pedido de outra pessoa',
  description: 'A mudança é aplicada logo em seguida, em nome de quem pediu.',
  body: DecideApprovalRequest,
  answer: envelopeOf(ApprovalWire),
  rejections: decisionRejections,
  handle: (context, request) => decide(context, request, placeOf(request), { isApproved: true }),
})

export const postRejection = endpoint({
  summary: 'Negar um pedido de outra pessoa',
  body: DecideApprovalRequest,
  answer: envelopeOf(ApprovalWire),
  rejections: decisionRejections,
  handle: (context, request) => decide(context, request, placeOf(request), { isApproved: false }),
})

export const postWithdrawal = endpoint({
  summary: 'Retirar um pedido próprio',
  answer: envelopeOf(ApprovalWire),
  rejections: ['not-found', 'approval-ended'],
  handle: (context, request) => withdraw(context, request, placeOf(request)),
})

export const postApprovalResult = endpoint({
  summary: 'Ver, uma só vez, o que o pedido aprovado criou',
  description: 'Só quem pediu: a chave criada, ou o endereço de avisos de um provedor.',
  answer: envelopeOf(ApprovalResultWire),
  rejections: ['not-found'],
  handle: (context, request) => showResult(context, request, placeOf(request)),
})
