import type { FastifyReply } from 'fastify'
import type { SharedClock } from './shared-clock.ts'
import type { Simulator, World } from './world.ts'

/** What the control routes work with. */
export interface ControlOptions {
  readonly world: World
  readonly clock: SharedClock
  readonly simulators: readonly Simulator[]
  readonly setGateway: (gateway: KnownGateway) => void
}

/** What the sandbox is told of the gateway. */
export interface KnownGateway {
  readonly url: string
  readonly adminToken: string
  /** By provider: where it sends its notices, where a contract and not an API says so (`cielo`, `boleto`). */
  readonly noticeUrls?: Readonly<Record<string, string>>
}

/** Reads what a message or a request says of the gateway; `undefined` when it says too little. */
export function readGateway(value: unknown): KnownGateway | undefined {
  const { url, adminToken, noticeUrls = {} } = fieldsOf(value)
  if (typeof url !== 'string' || !URL.canParse(url) || typeof adminToken !== 'string') return undefined
  const addresses = Object.entries(fieldsOf(noticeUrls))
  const known = addresses.flatMap(([name, to]) => (typeof to === 'string' && URL.canParse(to) ? [[name, to]] : []))
  if (known.length < addresses.length) return undefined
  return { url, adminToken, noticeUrls: Object.fromEntries(known) }
}

/** An error as every control route answers it: a code for programs, a sentence for people. */
export const refuse = (reply: FastifyReply, status: number, code: string, message: string): FastifyReply =>
  reply.code(status).send({ error: { code, message } })

/** The fields of a JSON object; none if the body is something else. */
export const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {}
