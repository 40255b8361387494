import type { FastifyReply } from 'fastify'
import { type Fault, isCarriedOut, sendFaulty } from '../faults.ts'
import type { World } from '../world.ts'

/** The response to one call of a bank's API, and its outcome for the call log. */
export interface ApiResponse {
  readonly status: number
  readonly body: unknown
  readonly outcome: string
  /** In cents, for the call log. */
  readonly amount?: number
  /** The body where it is not JSON. */
  readonly text?: string
}

export interface BankCall {
  readonly provider: string
  readonly operation: string
  readonly reference: string | null
  /** The gateway makes the call by itself: a fault for any operation is not for it. */
  readonly isPoll?: boolean
  /** Responds to a caller without access. Returns the outcome, or `undefined` for other callers. */
  reject(reply: FastifyReply): string | undefined
  /** Does the work. Queries do not find what it creates before `visibleAt`. */
  act(visibleAt: Date): ApiResponse
  send(reply: FastifyReply, response: ApiResponse): FastifyReply
  /** A fault that the call itself requests. */
  ownFault?(response: ApiResponse): Fault | undefined
}

const visibleLateMs = 10_000

/**
 * Handles one call of a bank's API: checks access, does the work, writes the call log, and applies
 * a requested fault to the response.
 */
export function handleBankCall(
  world: World,
  reply: FastifyReply,
  { provider, operation, reference, isPoll, ...call }: BankCall,
): FastifyReply | undefined {
  const log = (outcome: string, amount: number | null = null) =>
    world.calls.record({ provider, operation, reference, amount, outcome })
  const refusal = call.reject(reply)
  if (refusal !== undefined) {
    log(refusal)
    return reply
  }
  const fault = world.faults[isPoll ? 'takeNamed' : 'take'](provider, operation)
  if (fault && !isCarriedOut(fault)) {
    log(`fault:${fault}`)
    sendFaulty(fault, reply, { status: 500, body: {} })
    return undefined
  }
  const at = world.now()
  const response = call.act(fault === 'visible-late' ? new Date(at.getTime() + visibleLateMs) : at)
  log(outcomeOf(fault, response), response.amount)
  const applied = fault ?? call.ownFault?.(response)
  if (!applied) return call.send(reply, response)
  sendFaulty(applied, reply, response)
  return undefined
}

/** A call with a fault that the bank refused did nothing, so its outcome names the refusal too. */
function outcomeOf(fault: Fault | undefined, { status, outcome }: ApiResponse): string {
  if (!fault) return outcome
  return status < 400 ? `fault:${fault}` : `fault:${fault} ${outcome}`
}
