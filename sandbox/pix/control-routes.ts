import type { FastifyInstance } from 'fastify'
import { refuse } from '../control-route.ts'
import { fieldsOf } from '../kit/fields.ts'
import { returnMoney, runDueInfractions } from './decide-infraction.ts'
import { paidUnder } from './dispute.ts'
import { refundedAmount } from './payment.ts'
import type { Psp } from './psp.ts'

/**
 * `POST /pix/returns`: the bank returns a Pix because of its own error, without an earlier
 * infraction.
 */
export function addPixControl(control: FastifyInstance, psp: Psp): void {
  control.post('/pix/returns', (request, reply) => {
    const { reference, amount } = fieldsOf(request.body)
    const payment = typeof reference === 'string' ? paidUnder(psp, reference.trim()) : undefined
    if (!payment || payment === 'unpaid') {
      const message = 'Informe em reference um PIX pago: EndToEndId, txid ou copia e cola.'
      return refuse(reply, 404, 'not-found', message)
    }
    const left = payment.amount - refundedAmount(psp.payments.refundsOf(payment.endToEndId))
    const wanted = amount === undefined ? left : Number(amount)
    if (!Number.isSafeInteger(wanted) || wanted < 1 || wanted > left) {
      return refuse(reply, 422, 'not-returnable', 'O valor é maior do que o que resta deste PIX.')
    }
    const now = psp.world.now()
    const returnId = returnMoney(psp, payment, {
      at: now,
      sentAt: now,
      amount: wanted,
      nature: 'MED_OPERACIONAL',
    })
    runDueInfractions(psp)
    return reply.send({ endToEndId: payment.endToEndId, returnId, amount: wanted })
  })
}
