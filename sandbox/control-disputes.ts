import type { FastifyInstance } from 'fastify'
import { type ControlOptions, refuse } from './control-route.ts'
import { fieldsOf } from './kit/fields.ts'
import type { ClaimRequest } from './world.ts'

/**
 * `POST /disputes`: plays the payer who claims the money back, and the party that decides about the
 * claim.
 */
export function addDisputeRoutes(app: FastifyInstance, { simulators }: ControlOptions): void {
  app.post('/disputes', async (request, reply) => {
    const claim = readClaim(fieldsOf(request.body))
    if (!claim) return refuse(reply, 400, 'invalid-request', howToDispute)
    for (const simulator of simulators) {
      const result = await simulator.dispute?.(claim)
      if (!result) continue
      if (!result.done) return refuse(reply, 422, 'not-disputable', result.reason)
      const { done: _done, ...fields } = result
      return reply.send({ ...fields, kind: claim.kind, provider: simulator.name })
    }
    const reference = claim.reference.slice(0, 80)
    const message = `Nenhum provedor deste sandbox conhece "${reference}".`
    return refuse(reply, 404, 'unknown-payment', `${message} ${acceptedReferences[claim.kind]}`)
  })
}

function readClaim(body: Readonly<Record<string, unknown>>): ClaimRequest | undefined {
  const { reference, kind, action = 'open', amount, reason, now } = body
  const isAmount = amount === undefined || (Number.isSafeInteger(amount) && Number(amount) > 0)
  const isReason =
    reason === undefined || (typeof reason === 'string' && /^[0-9A-Za-z.]{1,20}$/.test(reason))
  const known = kinds.find((each) => each === kind)
  const wanted = actions.find((each) => each === action)
  if (
    typeof reference !== 'string' ||
    reference.trim() === '' ||
    !known ||
    !wanted ||
    !isAmount ||
    !isReason
  )
    return undefined
  return {
    ...{ reference: reference.trim(), kind: known, action: wanted },
    ...(amount !== undefined && { amount: Number(amount) }),
    ...(reason !== undefined && { reason }),
    ...(now === true && { now }),
  }
}

const kinds = ['chargeback', 'med'] as const
const actions = ['open', 'win', 'lose', 'reverse'] as const

const howToDispute =
  'Informe reference (do pagamento ou do caso), kind "chargeback" ou "med" e, se quiser, ' +
  'action "open", "win", "lose" ou "reverse", amount em centavos e reason (código).'

const acceptedReferences = {
  chargeback:
    'Um chargeback pede uma venda com cartão: o acquirer.tid ou acquirer.reference que ' +
    'GET /api/user/transactions/{id} mostra, ou a reference da venda (operation "sale") em ' +
    'GET /calls.',
  med:
    'Um MED pede um PIX recebido: o endToEndId que GET /api/user/transactions/{id} mostra, ou o ' +
    'que POST /pay respondeu.',
}
