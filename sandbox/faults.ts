import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

/** Ways a provider misbehaves on request. The list is published in README.md. */
export const faults = [
  'timeout-before', // The request is dropped, nothing is done, and no response is sent.
  'timeout-after', // The call is done, and no response is sent.
  // The call is done, no response is sent, and queries do not find it for 10 s of business time.
  'visible-late',
  'reset-before', // Connection reset, nothing done.
  'reset-after', // Done, then connection reset.
  'reset-body', // Done; headers and half the body are sent, then reset.
  'slow-body', // Done; the body is sent at one byte every 500 ms.
  'error-404-html', // As of a proxy, or of a path that does not exist.
  'error-500',
  'error-502-html',
  'error-503',
  'error-400', // The body contains no readable reason.
  'error-401',
  'error-403',
  'error-417',
  'error-429',
  'done-then-500', // Done, and the response is still a 500.
  'truncated-json',
  'wrong-types',
  'extra-fields',
  'missing-body',
  'status-99',
] as const

export type Fault = (typeof faults)[number]

/** Faults of a notice from a provider to the gateway. Each one takes the operation `callback`. */
export const callbackFaults = [
  'callback-lost', // Never sent, and never retried.
  'callback-delayed', // Sent 60 s of business time later.
  'callback-doubled', // Sent twice.
  'callback-reordered', // Sent after the provider's next notice, or 60 s of business time later.
] as const

export type CallbackFault = (typeof callbackFaults)[number]

/** Faults of a daily file. Each one takes the operation `settlement-file`. */
export const settlementFaults = [
  // The first sale and its installments are missing. For a bank that pays: the first payout is
  // missing.
  'missing-row',
  'unknown-sale', // It contains a sale that does not exist.
  'wrong-amount', // The first one is R$ 1.00 more.
  'doubled-file', // It is listed twice, under two names.
  'sequence-gap', // It is never listed.
  'late-file', // It is listed a day later.
  'truncated-file', // At the next download its second half is missing.
] as const

export type SettlementFault = (typeof settlementFaults)[number]

/** The faults of the rows of a file. A statement of an API has no others. */
export const rowFaults = [
  'missing-row',
  'unknown-sale',
  'wrong-amount',
] as const satisfies readonly SettlementFault[]

export interface FaultList {
  /** Applies to the next `times` calls of `operation` (`*`: any) at `provider`. */
  add(fault: WaitingFault): void
  /** Takes a waiting fault that fits this call off the list, if there is one. */
  take(provider: string, operation: string): Fault | undefined
  /**
   * The same for a call that the gateway makes by itself: only if a waiting fault names the
   * operation. A fault for any operation is for a payment, not for a poll.
   */
  takeNamed(provider: string, operation: string): Fault | undefined
  /** Takes a waiting fault of a notice off the list, if there is one. */
  takeCallback(provider: string): CallbackFault | undefined
  /** Takes the first waiting fault of a daily file that `fits` off the list. */
  takeSettlement(
    provider: string,
    fits: (fault: SettlementFault) => boolean,
  ): SettlementFault | undefined
  /** The faults that still wait, oldest first. */
  list(): readonly Readonly<WaitingFault>[]
  clear(): void
}

export interface WaitingFault {
  provider: string
  operation: string
  fault: Fault | CallbackFault | SettlementFault
  times: number
}

export function faultList(): FaultList {
  let waiting: WaitingFault[] = []
  const takeFirst = (next: WaitingFault | undefined): WaitingFault['fault'] | undefined => {
    if (!next) return undefined
    next.times -= 1
    waiting = waiting.filter((each) => each.times > 0)
    return next.fault
  }
  const take = (provider: string, operation: string): Fault | undefined => {
    if (waiting.length === 0) return undefined
    const isNext = (each: WaitingFault) =>
      each.provider === provider && ['*', operation].includes(each.operation) && isFault(each.fault)
    const fault = takeFirst(waiting.find(isNext))
    return fault && isFault(fault) ? fault : undefined
  }
  return {
    add: (fault) => {
      waiting.push({ ...fault })
    },
    take,
    takeNamed: (provider, operation) =>
      waiting.some((each) => each.provider === provider && each.operation === operation)
        ? take(provider, operation)
        : undefined,
    takeCallback: (provider) => {
      if (waiting.length === 0) return undefined
      const fault = takeFirst(
        waiting.find((each) => each.provider === provider && isCallbackFault(each.fault)),
      )
      return fault && isCallbackFault(fault) ? fault : undefined
    },
    takeSettlement: (provider, fits) => {
      if (waiting.length === 0) return undefined
      const fault = takeFirst(
        waiting.find(
          (each) => each.provider === provider && isSettlementFault(each.fault) && fits(each.fault),
        ),
      )
      return fault && isSettlementFault(fault) ? fault : undefined
    },
    list: () => waiting.map((each) => ({ ...each })),
    clear: () => {
      waiting = []
    },
  }
}

export const isFault = (value: string): value is Fault => faults.some((each) => each === value)
export const isCallbackFault = (value: string): value is CallbackFault =>
  callbackFaults.some((each) => each === value)

export const isSettlementFault = (value: string): value is SettlementFault =>
  settlementFaults.some((each) => each === value)

/** Whether the provider carries out a call with this fault before the response is changed. */
export const isCarriedOut = (fault: Fault): boolean => !notCarriedOut.has(fault)

const notCarriedOut = new Set<Fault>([
  'timeout-before',
  'reset-before',
  'error-404-html',
  'error-500',
  'error-502-html',
  'error-503',
  'error-400',
  'error-401',
  'error-403',
  'error-417',
  'error-429',
])

/**
 * Sends `response` changed by `fault`. It takes the reply over, so Fastify sends nothing more.
 * `text`: the body is not JSON.
 */
export function sendFaulty(
  fault: Fault,
  reply: FastifyReply,
  response: { readonly status: number; readonly body: unknown; readonly text?: string },
): void {
  reply.hijack()
  const { socket } = reply.raw
  const text = response.text ?? JSON.stringify(response.body)
  const send = (status: number, body: string, type = 'application/json') =>
    reply.raw
      .writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
      .end(body)
  switch (fault) {
    case 'timeout-before':
    case 'timeout-after':
    case 'visible-late':
      return // The socket stays open without a response until the caller closes it.
    case 'reset-before':
    case 'reset-after':
      if (socket) reset(socket)
      return
    case 'reset-body':
      reply.raw.writeHead(response.status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      })
      reply.raw.write(text.slice(0, text.length / 2), () => socket && reset(socket))
      return
    case 'slow-body':
      reply.raw.writeHead(response.status, { 'content-type': 'application/json' })
      drip(reply, text)
      return
    case 'error-500':
    case 'done-then-500':
      send(500, '{"message":"internal error"}')
      return
    case 'error-404-html':
      send(404, '<html><body><h1>404 Not Found</h1></body></html>', 'text/html')
      return
    case 'error-502-html':
      send(502, '<html><body><h1>502 Bad Gateway</h1></body></html>', 'text/html')
      return
    case 'error-503':
      send(503, '')
      return
    case 'error-400':
      send(400, '')
      return
    case 'error-401':
      send(401, '')
      return
    case 'error-403':
      send(403, '{"message":"forbidden"}')
      return
    case 'error-417':
      send(417, '')
      return
    case 'error-429':
      send(429, '{"message":"too many requests"}')
      return
    case 'truncated-json':
      send(response.status, text.slice(0, -Math.ceil(text.length / 3)))
      return
    case 'wrong-types':
      send(response.status, JSON.stringify([text.length, 'lista', null]))
      return
    case 'extra-fields':
      send(
        response.status,
        JSON.stringify({ ...(response.body as object), NovoCampo: { Lista: [1, 2, 3] } }),
      )
      return
    case 'missing-body':
      send(response.status, '{}')
      return
    case 'status-99':
      send(response.status, text.replace(/"(Status|status)":("?)[^,}"]+\2/g, '"$1":99'))
      return
  }
}

/**
 * Over TLS the reset must come from the underlying TCP socket. Node keeps it but does not document
 * it.
 */
function reset(socket: Socket & { _parent?: Socket | null }): void {
  const tcp = socket._parent ?? socket
  tcp.resetAndDestroy()
}

function drip(reply: FastifyReply, text: string, at = 0): void {
  if (at >= text.length || reply.raw.destroyed) {
    reply.raw.end()
    return
  }
  reply.raw.write(text[at])
  setTimeout(() => drip(reply, text, at + 1), 500).unref()
}
