import { Type } from 'typebox'
import { CashoutWire, DecideCashoutRequest } from '../../../contract/cashout.ts'
import { envelopeOf } from '../../../contract/envelope.ts'
import { Id } from '../../../contract/fields.ts'
import { ListQuery } from '../../../contract/list.ts'
import { operatorScope } from '../../audit-log/audit-entry.ts'
import { cashoutsToApprove } from '../../cashout/cashout-store.ts'
import { renderCashout } from '../../cashout/cashout-wire.ts'
import { defined } from '../../primitives/defined.ts'
import { decideWaitingCashout } from '../cashout-decision.ts'
import { type ApiRequest, endpoint, type RequestContext } from '../request/endpoint.ts'
import { idFrom, idOf } from '../request/id-from.ts'
import { listEndpoint, readPage } from '../request/list-endpoint.ts'
import { byAge } from '../request/list-page.ts'
import { validate } from '../request/validation.ts'

const WaitingCashout = Type.Object(
  { ...CashoutWire.properties, accountId: Id },
  { $id: 'WaitingCashout' },
)

export const listCashoutsToApprove = listEndpoint({
  summary: 'Listar os saques que esperam aprovação, do mais antigo ao mais novo',
  query: ListQuery,
  item: WaitingCashout,
  message: { pt: 'Saques que esperam aprovação.', en: 'Cashouts that wait for approval.' },
  read: (query) => readPage(query, byAge),
  find: ({ sql }, _, wanted) => cashoutsToApprove(sql, wanted),
  cursor: byAge.text,
  render: (cashout, app) => ({
    ...renderCashout(cashout, app.links),
    accountId: cashout.accountId,
  }),
})

export const postCashoutApproval = endpoint({
  summary: 'Aprovar um saque',
  body: DecideCashoutRequest,
  answer: envelopeOf(CashoutWire),
  rejections: [
    'not-found',
    'validation-failed',
    'cashout-status-does-not-allow',
    'cashout-account-suspended',
    'approver-asked-for-it',
    'approver-not-independent',
  ],
  handle: (context, request) => decide(context, request, true),
})

export const postCashoutDenial = endpoint({
  summary: 'Negar um saque: o valor volta ao saldo',
  body: DecideCashoutRequest,
  answer: envelopeOf(CashoutWire),
  rejections: ['not-found', 'validation-failed', 'cashout-status-does-not-allow'],
  handle: (context, request) => decide(context, request, false),
})

function decide(context: RequestContext, request: ApiRequest, isApproved: boolean) {
  const { decidedBy, reason } = validate(DecideCashoutRequest, request.body)
  return decideWaitingCashout(context, request, {
    place: { accountId: idFrom(request), id: idOf(request.params.cashoutId) },
    scope: null,
    permission: 'account-cashouts:decide',
    keyScope: operatorScope,
    ...{ isApproved, decidedBy, ...defined({ reason }) },
  })
}
