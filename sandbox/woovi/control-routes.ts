import type { FastifyInstance } from 'fastify'
import { refuse } from '../control-route.ts'
import { fieldsOf } from '../kit/fields.ts'
import type { Rules } from './account-store.ts'
import type { Bank } from './bank.ts'
import { approvePayment } from './pay.ts'

/** Control routes of Woovi: the customer's rules, its decisions at Woovi's site, returned money. */
export function addControl(control: FastifyInstance, bank: Bank): void {
  const { world, account, payments, agenda } = bank
  control.get('/woovi', (_request, reply) => reply.send(account.rules()))

  control.put('/woovi', (request, reply) => {
    const { balance, keyCheck, codeQuery } = fieldsOf(request.body)
    const areFlags = [keyCheck, codeQuery].every(isFlag)
    if (!isCents(balance ?? 0) || !areFlags) {
      const message = 'Informe balance em centavos, e keyCheck e codeQuery true ou false.'
      return refuse(reply, 400, 'invalid-request', message)
    }
    const named = Object.entries({ balance, keyCheck, codeQuery }).filter(
      ([, value]) => value !== undefined,
    )
    account.change(Object.fromEntries(named) as Partial<Rules>)
    return reply.send(account.rules())
  })

  control.post('/woovi/decisions', (request, reply) => {
    const { correlationID, isApproved } = fieldsOf(request.body)
    const id = typeof correlationID === 'string' ? correlationID : ''
    if (!payments.find(id))
      return refuse(reply, 404, 'not-found', 'Nenhum Pix tem este correlationID.')
    const isDone = isApproved
      ? approvePayment(bank, { correlationID }, world.now()).status === 200
      : payments.reject(id)
    if (!isDone)
      return refuse(reply, 422, 'not-decidable', 'O Pix já foi decidido, ou não há saldo.')
    return reply.send({ correlationID, status: payments.find(id)?.status })
  })

  control.post('/woovi/returns', (request, reply) => {
    const { endToEndId, amount } = fieldsOf(request.body)
    const payment =
      typeof endToEndId === 'string' ? payments.findByEndToEndId(endToEndId) : undefined
    if (!payment) return refuse(reply, 404, 'not-found', 'Nenhum Pix enviado tem este endToEndId.')
    const { correlationId, status } = payment
    const returned = payments.returnsOf(correlationId).reduce((sum, each) => sum + each.amount, 0)
    const wanted = amount === undefined ? payment.amount - returned : Number(amount)
    const isPossible =
      status === 'CONFIRMED' && isCents(wanted) && wanted > 0 && returned + wanted <= payment.amount
    if (!isPossible)
      return refuse(reply, 422, 'not-returnable', 'O Pix não foi entregue, ou já voltou.')
    const work = { kind: 'return', amount: wanted } as const
    agenda.plan([{ at: world.now().getTime(), subject: correlationId, work }])
    return reply.send({ endToEndId, amount: wanted })
  })
}

const isFlag = (value: unknown): boolean => value === undefined || typeof value === 'boolean'
const isCents = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
