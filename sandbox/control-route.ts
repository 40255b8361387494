import type { FastifyReply } from 'fastify'
import { fieldsOf } from './kit/fields.ts'
import type { SharedClock } from './shared-clock.ts'
import type { Simulator, World } from './world.ts'

/** What the control routes work with. */
export interface ControlOptions {
  readonly world: World
  readonly clock: SharedClock
  readonly simulators: readonly Simulator[]
  /** Undefined while no gateway is known. */
  readonly gatewayUrl: () => string | undefined
  readonly setGateway: (gateway: KnownGateway) => void
}

/** What the sandbox knows about the gateway. */
export interface KnownGateway {
  readonly url: string
  readonly adminToken: string
  /**
   * Where each provider sends its notices, by provider. Only for providers whose contract sets the
   * address, not their API (`cielo`, `boleto`).
   */
  readonly noticeUrls?: Readonly<Record<string, string>>
}

/**
 * Reads the address of the gateway from a message or a request. `undefined`: a required field is
 * missing.
 */
export function readGateway(value: unknown): KnownGateway | undefined {
  const { url, adminToken, noticeUrls = {} } = fieldsOf(value)
  if (typeof url !== 'string' || !URL.canParse(url) || typeof adminToken !== 'string')
    return undefined
  const addresses = Object.entries(fieldsOf(noticeUrls))
  const known = addresses.flatMap(([name, to]) =>
    typeof to === 'string' && URL.canParse(to) ? [[name, to]] : [],
  )
  if (known.length < addresses.length) return undefined
  return { url, adminToken, noticeUrls: Object.fromEntries(known) }
}

/** The error of every control route: a code for programs, a sentence for people. */
export const refuse = (
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
): FastifyReply => reply.code(status).send({ error: { code, message } })
