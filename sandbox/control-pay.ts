import type { FastifyInstance } from 'fastify'
import { readBrCode } from '../src/brazil/br-code.ts'
import { type ControlOptions, refuse } from './control-route.ts'
import { fieldsOf } from './kit/fields.ts'

/** `POST /pay` and `GET /bills`: the payer's bank. */
export function addPayRoutes(app: FastifyInstance, { simulators }: ControlOptions): void {
  app.post('/pay', async (request, reply) => {
    const { code, amount, force = false } = fieldsOf(request.body)
    const isAmount = amount === undefined || (Number.isSafeInteger(amount) && Number(amount) > 0)
    if (typeof code !== 'string' || code.trim() === '' || !isAmount || typeof force !== 'boolean') {
      const message =
        'Informe code (PIX copia e cola ou linha digitável); amount, se houver, é um inteiro ' +
        'em centavos.'
      return refuse(reply, 400, 'invalid-request', message)
    }
    for (const simulator of simulators) {
      const payment = await simulator.pay?.(
        code.trim(),
        amount === undefined ? undefined : Number(amount),
        { force },
      )
      if (!payment) continue
      if (!payment.paid) return refuse(reply, 422, 'not-payable', payment.reason)
      const reference =
        payment.method === 'PIX'
          ? { endToEndId: payment.reference }
          : { bankReference: payment.reference }
      return reply.send({
        ...reference,
        amount: payment.amount,
        method: payment.method,
        provider: simulator.name,
      })
    }
    return refuse(reply, 404, 'unknown-code', whyUnknown(code.trim()))
  })

  app.get<{ Querystring: { code?: string } }>('/bills', async (request, reply) => {
    const code = request.query.code?.trim() ?? ''
    for (const simulator of simulators) {
      const bill = await simulator.read?.(code)
      if (bill) return reply.send({ ...bill, provider: simulator.name })
    }
    return refuse(reply, 404, 'unknown-code', whyUnknown(code))
  })
}

function whyUnknown(code: string): string {
  if (!code.startsWith('0002')) return 'Nenhum banco deste sandbox emitiu este código.'
  const reading = readBrCode(code)
  if (reading.ok) return 'Nenhum banco deste sandbox emitiu este código PIX.'
  if (reading.problem === 'crc')
    return 'Código PIX inválido: o CRC não confere. Copie o código inteiro.'
  return 'Código PIX inválido: copie o código inteiro, sem alterações.'
}
