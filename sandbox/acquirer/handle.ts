import type { FastifyReply } from 'fastify'
import { answerBadly, type Fault, isCarriedOut } from '../faults.ts'
import type { World } from '../world.ts'
import type { Sale } from './sale.ts'
import type { SaleStore } from './sale-store.ts'

/** The HTTP response. Without `body` the response is empty. */
export interface Answer {
  readonly status: number
  readonly body?: unknown
}

/** The result of a call, before a fault changes its response. */
export interface Done {
  readonly answer: Answer
  /** The outcome for the call log. */
  readonly outcome: string
  /** Waited for before the answer is sent. */
  readonly before?: () => Promise<unknown>
}

/** One call as the call log stores it. */
export interface Called {
  readonly provider: string
  readonly operation: string
  readonly reference: string | null
  readonly amount: number | null
}

/**
 * Handles one call: checks access, does the work, writes the call log, and applies a requested
 * fault to the response.
 */
export async function handle(
  world: World,
  reply: FastifyReply,
  called: Called,
  how: {
    /** Returns the response to a caller without access. */
    readonly checkAccess: () => Answer | undefined
    readonly work: (fault: Fault | undefined) => Done
    /**
     * The gateway makes such calls by itself: only a fault that names the operation applies to
     * them.
     */
    readonly isRoutine?: boolean
    /** A fault that the call itself requests. */
    readonly ownFault?: Fault | undefined
  },
): Promise<unknown> {
  const log = (outcome: string) =>
    world.calls.record({ ...called, reference: masked(called.reference), outcome })
  const turnedAway = how.checkAccess()
  if (turnedAway) {
    log('unauthorized')
    return send(reply, turnedAway)
  }
  const isNamed = ({ provider, operation }: Pick<Called, 'provider' | 'operation'>): boolean =>
    provider === called.provider && operation === called.operation
  const isFaulty = !how.isRoutine || world.faults.list().some(isNamed)
  const fault =
    (isFaulty ? world.faults.take(called.provider, called.operation) : undefined) ?? how.ownFault
  if (fault && !isCarriedOut(fault)) {
    log(fault === 'timeout-before' ? 'swallowed' : `fault:${fault}`)
    return answerBadly(fault, reply, { status: 500, body: {} })
  }
  const { answer, outcome, before } = how.work(fault)
  log(outcome)
  await before?.()
  return fault
    ? answerBadly(fault, reply, { status: answer.status, body: answer.body ?? {} })
    : send(reply, answer)
}

export const send = (reply: FastifyReply, { status, body }: Answer): FastifyReply =>
  body === undefined ? reply.code(status).send() : reply.code(status).send(body)

/** How long a sale stays hidden under the fault. */
export const hiddenMs = (fault: Fault | undefined): number =>
  fault === 'visible-late' ? 10_000 : 0

/** The sales that queries can find at this time. */
export function visibleSales(world: World, sales: SaleStore) {
  const isVisible = (sale: Sale) => sale.visibleAt <= world.now().getTime()
  return {
    find: (id: string): Sale | undefined =>
      [sales.find(id)].find((sale) => sale && isVisible(sale)),
    ofOrder: (orderId: string): readonly Sale[] => sales.ofOrder(orderId).filter(isVisible),
  }
}

/** Whether `Authorization: Basic` carries exactly this user and password. */
export const isBasic = (header: string | undefined, user: string, password: string): boolean =>
  header === `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** A card number sent in place of a reference is masked in the call log. */
const masked = (reference: string | null): string | null =>
  reference?.replace(/[0-9]{13,19}/g, '*') ?? null
