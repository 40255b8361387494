import type { FastifyReply } from 'fastify'
import type { SharedClock } from './shared-clock.ts'
import type { Simulator, World } from './world.ts'

/** What the control routes work with. */
export interface ControlOptions {
  readonly world: World
  readonly clock: SharedClock
  readonly simulators: readonly Simulator[]
  /** Tells the sandbox where the gateway is. */
  readonly setGateway: (gateway: { url: string; adminToken: string }) => void
}

/** An error as every control route answers it: a code for programs, a sentence for people. */
export const refuse = (reply: FastifyReply, status: number, code: string, message: string): FastifyReply =>
  reply.code(status).send({ error: { code, message } })

/** The fields of a JSON object; none if the body is something else. */
export const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {}
