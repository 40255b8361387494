import type { FastifyInstance } from 'fastify'
import { type ControlOptions, fieldsOf, refuse } from './control-route.ts'
import { callbackFaults, faults, isCallbackFault, isFault, type WaitingFault } from './faults.ts'
import type { Simulator } from './world.ts'

/** `POST`, `GET` and `DELETE /faults`: what goes wrong next. */
export function addFaultRoutes(app: FastifyInstance, { world, simulators }: ControlOptions): void {
  app.post('/faults', (request, reply) => {
    const asked = readFault(fieldsOf(request.body), simulators)
    if (typeof asked === 'string') return refuse(reply, 400, 'invalid-request', asked)
    world.faults.add(asked)
    return reply.send({ waiting: world.faults.list() })
  })
  app.get('/faults', (_request, reply) => {
    const providers = simulators.map(({ name, operations = [] }) => ({ name, operations: [...operations, 'callback'] }))
    return reply.send({ waiting: world.faults.list(), providers, faults, callbackFaults })
  })
  app.delete('/faults', (_request, reply) => {
    world.faults.clear()
    return reply.code(204).send()
  })
}

const maxTimes = 1_000_000

/** The fault asked for, or a sentence that says what is wrong with it. */
function readFault(fields: Readonly<Record<string, unknown>>, simulators: readonly Simulator[]): WaitingFault | string {
  const { provider, operation = '*', fault, times = 1 } = fields
  const simulator = simulators.find(({ name }) => name === provider)
  if (!simulator) return `provider deve ser um de: ${simulators.map(({ name }) => name).join(', ')}.`
  if (typeof fault !== 'string' || !(isFault(fault) || isCallbackFault(fault))) {
    return `fault deve ser um de: ${[...faults, ...callbackFaults].join(', ')}.`
  }
  const operations = isCallbackFault(fault) ? ['callback'] : simulator.operations
  if (typeof operation !== 'string' || (operations && ![...operations, '*'].includes(operation))) {
    return `operation deve ser um de: ${[...(operations ?? []), '*'].join(', ')}.`
  }
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > maxTimes) {
    return `times deve ser um inteiro de 1 a ${maxTimes}.`
  }
  return { provider: simulator.name, operation, fault, times }
}
