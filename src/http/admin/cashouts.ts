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
import type { Remember } from '../../idempotency/remember.ts'
import { type Asked, type Edge, endpoint, envelope } from '../endpoint.ts'
import { idFrom, idOf } from '../id-from.ts'
import { byAge, pageOf } from '../list-page.ts'
import { limitFrom, queryReader } from '../list-query.ts'
import { checked, refuseIssues } from '../problems.ts'
import { textOnceForOperator } from './once-for-operator.ts'

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
      beside: { pagination },
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

function decide(edge: Edge, asked: Asked, isApproved: boolean) {
  const { decidedBy, reason } = checked(DecideCashoutRequest, asked.body)
  if (!hasName(decidedBy)) refuseIssues([{ field: 'decidedBy', problem: 'format' }])
  const place = { accountId: idFrom(asked), id: idOf(asked.params.cashoutId) }
  const decision = { isApproved, decidedBy, ...(reason !== undefined && { reason }) }
  const message = isApproved
    ? { pt: 'Saque aprovado.', en: 'Cashout approved.' }
    : { pt: 'Saque negado.', en: 'Cashout denied.' }
  return textOnceForOperator(edge, asked, {
    kind: 'carried',
    run: (remember?: Remember<Cashout>) => decideCashout(edge.app, place, decision, { ...(remember && { remember }) }),
    objectIdOf: ({ id }) => id,
    text: (cashout) => ({
      status: 200,
      body: envelope({ message, data: renderCashout(cashout, edge.app.links) }, asked.language),
    }),
  })
}
