import type { FastifyInstance } from 'fastify'
import { type ControlOptions, refuse } from './control-route.ts'
import {
  type CallbackFault,
  callbackFaults,
  type Fault,
  faults,
  isCallbackFault,
  isSettlementFault,
  type SettlementFault,
  settlementFaults,
  type WaitingFault,
} from './faults.ts'
import { inboxFaults } from './inbox/routes.ts'
import { fieldsOf } from './kit/fields.ts'

/** A party that faults can be set for: a simulated provider, or a merchant's receiver. */
interface Target {
  readonly name: string
  readonly operations?: readonly string[]
  /** Left out: all faults, also those of notices. */
  readonly faults?: readonly (Fault | CallbackFault)[]
  /** Left out: all, if it has the operation. */
  readonly settlementFaults?: readonly SettlementFault[]
}

/** `POST`, `GET` and `DELETE /faults`: the faults of the next calls. */
export function addFaultRoutes(app: FastifyInstance, { world, simulators }: ControlOptions): void {
  const targets: readonly Target[] = [...simulators, inboxFaults]
  app.post('/faults', (request, reply) => {
    const requested = readFault(fieldsOf(request.body), targets)
    if (typeof requested === 'string') return refuse(reply, 400, 'invalid-request', requested)
    world.faults.add(requested)
    return reply.send({ waiting: world.faults.list() })
  })
  app.get('/faults', (_request, reply) => {
    const providers = targets.map(({ name, operations = [], faults }) =>
      faults ? { name, operations, faults } : { name, operations: [...operations, 'callback'] },
    )
    return reply.send({
      waiting: world.faults.list(),
      providers,
      faults,
      callbackFaults,
      settlementFaults,
    })
  })
  app.delete('/faults', (_request, reply) => {
    world.faults.clear()
    return reply.code(204).send()
  })
}

/** The operation of a fault of a daily file. */
const ofFiles = 'settlement-file'

const maxTimes = 1_000_000

/** Returns the requested fault, or a sentence that says what is wrong with the request. */
function readFault(
  fields: Readonly<Record<string, unknown>>,
  targets: readonly Target[],
): WaitingFault | string {
  const { provider, operation = '*', fault, times = 1 } = fields
  const target = targets.find(({ name }) => name === provider)
  if (!target) return `provider deve ser um de: ${targets.map(({ name }) => name).join(', ')}.`
  const ofAllFiles = target.operations?.includes(ofFiles) ? settlementFaults : []
  const withFiles = target.settlementFaults ?? ofAllFiles
  const possible = target.faults ?? [...faults, ...callbackFaults, ...withFiles]
  const wanted = possible.find((each) => each === fault)
  if (!wanted) return `fault deve ser um de: ${possible.join(', ')}.`
  const operations = operationsOf(wanted, target)
  if (typeof operation !== 'string' || (operations && ![...operations, '*'].includes(operation))) {
    return `operation deve ser um de: ${[...(operations ?? []), '*'].join(', ')}.`
  }
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > maxTimes) {
    return `times deve ser um inteiro de 1 a ${maxTimes}.`
  }
  return { provider: target.name, operation, fault: wanted, times }
}

/** Faults of notices and of files have operations of their own. No other fault accepts them. */
function operationsOf(
  fault: WaitingFault['fault'],
  { operations }: Target,
): readonly string[] | undefined {
  if (isCallbackFault(fault)) return ['callback']
  return isSettlementFault(fault) ? [ofFiles] : operations?.filter((each) => each !== ofFiles)
}
