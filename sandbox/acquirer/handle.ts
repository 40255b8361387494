import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Fault, isCarriedOut, sendFaulty } from '../faults.ts'
import type { World } from '../world.ts'
import type { StoredSale } from './sale.ts'

/** The HTTP response. Without `body` the response is empty. */
export interface ApiResponse {
  readonly status: number
  readonly body?: unknown
}

/** The result of a call, before a fault changes its response. */
export interface Done {
  readonly response: ApiResponse
  /** The outcome for the call log. */
  readonly outcome: string
  /** Waited for before the response is sent. */
  readonly before?: () => Promise<unknown>
}

/** What the call log stores of one call, beside its outcome. */
export interface Label {
  readonly reference: string | null
  readonly amount: number | null
}

/** One acquirer: what is the same for all of its calls. */
export interface Callee<Operation extends string> {
  readonly world: World
  readonly provider: string
  /** Returns the response to a caller without access. */
  readonly checkAccess: (request: FastifyRequest) => ApiResponse | undefined
  /**
   * The gateway makes such calls by itself: only a fault that names the operation applies to them.
   */
  readonly isRoutine?: (operation: Operation) => boolean
  /** Waited for before anything else. */
  readonly latencyMs?: (operation: Operation) => number
}

/**
 * Returns the function that handles one call: it checks access, does the work, writes the call log,
 * and applies a requested fault to the response. `ownFault`: a fault that the call itself requests.
 */
export function callHandler<Operation extends string>(callee: Callee<Operation>) {
  const { world, provider, checkAccess, isRoutine, latencyMs } = callee
  return async (
    operation: Operation,
    request: FastifyRequest,
    reply: FastifyReply,
    { reference, amount }: Label,
    work: (fault: Fault | undefined) => Done,
    ownFault?: Fault,
  ): Promise<unknown> => {
    const log = (outcome: string) =>
      world.calls.record({ provider, operation, reference: masked(reference), amount, outcome })
    const waitMs = latencyMs?.(operation) ?? 0
    if (waitMs > 0) await wait(waitMs)
    const rejection = checkAccess(request)
    if (rejection) {
      log('unauthorized')
      return send(reply, rejection)
    }
    const { faults } = world
    const waiting = isRoutine?.(operation)
      ? faults.takeNamed(provider, operation)
      : faults.take(provider, operation)
    const fault = waiting ?? ownFault
    if (fault && !isCarriedOut(fault)) {
      log(fault === 'timeout-before' ? 'swallowed' : `fault:${fault}`)
      return sendFaulty(fault, reply, { status: 500, body: {} })
    }
    const { response, outcome, before } = work(fault)
    log(outcome)
    await before?.()
    return fault
      ? sendFaulty(fault, reply, { status: response.status, body: response.body ?? {} })
      : send(reply, response)
  }
}

/** The label of a call about one sale. `reference`: as the caller sent it. */
export const labelOfSale = (
  sale: StoredSale | undefined,
  reference: string,
  amount?: number,
): Label => ({ reference: sale?.orderId ?? reference, amount: amount ?? sale?.amount ?? null })

export const send = (reply: FastifyReply, { status, body }: ApiResponse): FastifyReply =>
  body === undefined ? reply.code(status).send() : reply.code(status).send(body)

/** How long a sale stays hidden under the fault. */
export const hiddenMs = (fault: Fault | undefined): number =>
  fault === 'visible-late' ? 10_000 : 0

/** The sales that queries can find at this time. */
export function visibleSales<S extends StoredSale>(
  world: World,
  sales: {
    find(id: string): S | undefined
    ofOrder(orderId: string): readonly S[]
  },
) {
  const isVisible = (sale: S) => sale.visibleAt <= world.now().getTime()
  return {
    find(id: string): S | undefined {
      const sale = sales.find(id)
      return sale && isVisible(sale) ? sale : undefined
    },
    ofOrder: (orderId: string): readonly S[] => sales.ofOrder(orderId).filter(isVisible),
  }
}

/** Whether `Authorization: Basic` carries exactly this user and password. */
export const isBasic = (header: string | undefined, user: string, password: string): boolean =>
  header === `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** A card number sent in place of a reference is masked in the call log. */
const masked = (reference: string | null): string | null =>
  reference?.replace(/[0-9]{13,19}/g, '*') ?? null
