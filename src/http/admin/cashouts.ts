import { Type } from 'typebox'
import { CashoutWire, DecideCashoutRequest } from '../../../contract/cashout.ts'
import { envelopeOf, listOf } from '../../../contract/envelope.ts'
import { Id } from '../../../contract/fields.ts'
import { ListQuery } from '../../../contract/list.ts'
import { decideCashout } from '../../cashout/approve-cashout.ts'
import type { Cashout } from '../../cashout/cashout.ts'
import { cashoutsToApprove } from '../../cashout/cashout-store.ts'
import { renderCashout } from '../../cashout/cashout-wire.ts'
import { hasName } from '../../cashout/same-name.ts'
import type { IdempotencyHandle } from '../../idempotency/idempotency-handle.ts'
import { type ApiRequest, endpoint, envelope, type RequestContext } from '../request/endpoint.ts'
import { idFrom, idOf } from '../request/id-from.ts'
import { byAge, pageOf } from '../request/list-page.ts'
import { limitFrom, queryReader } from '../request/list-query.ts'
import { assertNoIssues, validate } from '../request/validation.ts'
import { textOnceForOperator } from './operator-idempotency.ts'

const WaitingCashout = Type.Object({ ...CashoutWire.properties, accountId: Id }, { $id: 'WaitingCashout' })

export const getCashoutsToApprove = endpoint({
  summary: 'Listar os saques que esperam aprovação, do mais antigo ao mais novo',
  query: ListQuery,
  answer: listOf(WaitingCashout),
  rejections: ['validation-failed'],
  async handle({ app }, { query }) {
    const reader = queryReader(ListQuery, query)
    const after = reader.read('cursor', 'cursor', byAge.read)
    const limit = limitFrom(reader)
    reader.refuse()
    const waiting = await cashoutsToApprove(app.sql, { limit: limit + 1, ...(after && { after }) })
    const { shown, pagination } = pageOf(waiting, limit, byAge.text)
    return {
      message: { pt: 'Saques que esperam aprovação.', en: 'Cashouts that wait for approval.' },
      data: shown.map((cashout) => ({ ...renderCashout(cashout, app.links), accountId: cashout.accountId })),
      meta: { pagination },
    }
  },
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
  handle: (edge, asked) => decide(edge, asked, true),
})

export const postCashoutDenial = endpoint({
  summary: 'Negar um saque: o valor volta ao saldo',
  body: DecideCashoutRequest,
  answer: envelopeOf(CashoutWire),
  rejections: ['not-found', 'validation-failed', 'cashout-status-does-not-allow'],
  handle: (edge, asked) => decide(edge, asked, false),
})

function decide(edge: RequestContext, asked: ApiRequest, isApproved: boolean) {
  const { decidedBy, reason } = validate(DecideCashoutRequest, asked.body)
  if (!hasName(decidedBy)) assertNoIssues([{ field: 'decidedBy', problem: 'format' }])
  const place = { accountId: idFrom(asked), id: idOf(asked.params.cashoutId) }
  const decision = { isApproved, decidedBy, ...(reason !== undefined && { reason }) }
  const message = isApproved
    ? { pt: 'Saque aprovado.', en: 'Cashout approved.' }
    : { pt: 'Saque negado.', en: 'Cashout denied.' }
  return textOnceForOperator(edge, asked, {
    kind: 'carried',
    run: (remember?: IdempotencyHandle<Cashout>) =>
      decideCashout(edge.app, place, decision, { ...(remember && { remember }) }),
    objectIdOf: ({ id }) => id,
    text: (cashout) => ({
      status: 200,
      body: envelope({ message, data: renderCashout(cashout, edge.app.links) }, asked.language),
    }),
  })
}
