import type { FastifyInstance } from 'fastify'
import { refuse } from '../control-route.ts'
import { fieldsOf } from '../kit/fields.ts'
import type { Rules } from './account-store.ts'
import type { Bank } from './bank.ts'

/** Control routes of the bank that sends: its rules, and returned money. */
export function addControl(
  control: FastifyInstance,
  { world, account, payouts, agenda }: Bank,
): void {
  control.get('/efi', (_request, reply) => reply.send(account.rules()))

  control.put('/efi', (request, reply) => {
    const { balance, nightLimit, homologation } = fieldsOf(request.body)
    const isRight =
      isCents(balance ?? 0) &&
      (nightLimit === null || isCents(nightLimit ?? 0)) &&
      (homologation === undefined || typeof homologation === 'boolean')
    if (!isRight) {
      const message =
        'Informe balance e nightLimit em centavos (nightLimit null: sem limite) e homologation ' +
        'true ou false.'
      return refuse(reply, 400, 'invalid-request', message)
    }
    const named = Object.entries({ balance, nightLimit, homologation }).filter(
      ([, value]) => value !== undefined,
    )
    account.change(Object.fromEntries(named) as Partial<Rules>)
    return reply.send(account.rules())
  })

  control.post('/efi/returns', (request, reply) => {
    const { endToEndId, amount } = fieldsOf(request.body)
    const payout = typeof endToEndId === 'string' ? payouts.findByEndToEndId(endToEndId) : undefined
    if (!payout) return refuse(reply, 404, 'not-found', 'Nenhum Pix enviado tem este endToEndId.')
    const returned = payouts.returnsOf(payout.idEnvio).reduce((sum, each) => sum + each.amount, 0)
    const wanted = amount === undefined ? payout.amount - returned : Number(amount)
    const isPossible =
      payout.status === 'REALIZADO' &&
      isCents(wanted) &&
      wanted > 0 &&
      returned + wanted <= payout.amount
    if (!isPossible)
      return refuse(reply, 422, 'not-returnable', 'O Pix não foi entregue, ou já voltou.')
    agenda.plan([
      {
        at: world.now().getTime(),
        subject: payout.idEnvio,
        work: { kind: 'return', amount: wanted },
      },
    ])
    return reply.send({ endToEndId, amount: wanted })
  })
}

const isCents = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
