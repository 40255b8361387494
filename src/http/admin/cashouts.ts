import { Type } from 'typebox'
import { CashoutWire, DecideCashoutRequest } from '../../../contract/cashout.ts'
import { envelopeOf } from '../../../contract/envelope.ts'
import { Id } from '../../../contract/fields.ts'
import { ListQuery } from '../../../contract/list.ts'
import { decideCashout } from '../../cashout/approve-cashout.ts'
import type { Cashout } from '../../cashout/cashout.ts'
import { cashoutsToApprove } from '../../cashout/cashout-store.ts'
import { renderCashout } from '../../cashout/cashout-wire.ts'
import type { IdempotencyHandle } from '../../idempotency/idempotency-handle.ts'
import { hasName } from '../../primitives/same-name.ts'
import { type ApiRequest, endpoint, envelope, type RequestContext } from '../request/endpoint.ts'
import { idFrom, idOf } from '../request/id-from.ts'
import { listEndpoint, readPage } from '../request/list-endpoint.ts'
import { byAge } from '../request/list-page.ts'
import { assertNoIssues, validate } from '../request/validation.ts'
import { signedBy } from '../signed-by.ts'
import { withOperatorTextIdempotency } from './operator-idempotency.ts'

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
  const { decidedBy: sentName, reason } = validate(DecideCashoutRequest, request.body)
  const decidedBy = signedBy(context.app, sentName)
  if (!hasName(decidedBy)) assertNoIssues([{ field: 'decidedBy', problem: 'format' }])
  const place = { accountId: idFrom(request), id: idOf(request.params.cashoutId) }
  const decision = { isApproved, decidedBy, ...(reason !== undefined && { reason }) }
  const message = isApproved
    ? { pt: 'Saque aprovado.', en: 'Cashout approved.' }
    : { pt: 'Saque negado.', en: 'Cashout denied.' }
  return withOperatorTextIdempotency(context, request, {
    kind: 'carried',
    run: (idempotency?: IdempotencyHandle<Cashout>) =>
      decideCashout(context.app, place, decision, { ...(idempotency && { idempotency }) }),
    objectIdOf: ({ id }) => id,
    text: (cashout) => ({
      status: 200,
      body: envelope(
        { message, data: renderCashout(cashout, context.app.links) },
        request.language,
      ),
    }),
  })
}
