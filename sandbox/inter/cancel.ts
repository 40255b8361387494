import type { ApiResponse } from '../kit/bank-call.ts'
import { fieldsOf, isText } from '../kit/fields.ts'
import type { Bank } from './bank.ts'
import { invalidField, notFound, problem } from './errors.ts'
import { move } from './moves.ts'
import { triggerOf } from './triggers.ts'

const slowCancelMs = 10_000

/** `POST /cobrancas/{codigo}/cancelar`: the response is empty, and the cancel follows it. */
export function cancelCharge(bank: Bank, code: string, body: unknown): ApiResponse {
  const { motivoCancelamento: reason } = fieldsOf(body)
  if (!isText(reason, 50)) return invalidField('motivoCancelamento')
  const now = bank.world.now()
  const charge = bank.charges.findVisible(code, now)
  if (!charge) return notFound()
  if (charge.state.kind !== 'open')
    return problem(400, {
      title: 'Requisição inválida',
      detail: 'A situação da cobrança não permite o cancelamento.',
      outcome: `refused:${charge.state.kind}`,
    })
  if (triggerOf(charge.amount) === 'slow-cancel')
    move(bank, charge, { kind: 'closing', at: new Date(now.getTime() + slowCancelMs), reason })
  else move(bank, charge, { kind: 'cancelled', at: now, reason })
  return { status: 202, body: undefined, text: '', outcome: 'cancelled', amount: charge.amount }
}
