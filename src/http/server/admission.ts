import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Limits } from '../../config.ts'
import { randomId } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { Language } from '../request/validation.ts'
import { languageOf, renderFailure } from './failure.ts'

/**
 * Limits the work of the server (docs/design/rules.md#b5). A request that does work takes a place.
 * One owner (an account, all callbacks, all requests without a key) has a share of the places. Open
 * requests and connections have limits of their own, because a request also uses memory before and
 * after its work.
 */
export interface Admission {
  /** A client connected. */
  connected(socket: Socket): void
  /**
   * Rejects a request before any of it is read, when the server is full or its connection has too
   * many open requests. Returns true if it did.
   */
  rejectIfFull(request: IncomingMessage, response: ServerResponse): boolean
  /**
   * Rejects a request whose body has not been read, if there is no place for it now.
   * @throws Rejection `overloaded`, `rate-limited`
   */
  requirePlace(owner: string | undefined): void
  /**
   * Takes a place for work. The returned function releases it. @throws Rejection `overloaded`,
   * `rate-limited`
   */
  acquireSlot(owner: string | undefined): () => void
  /** The response is a stream: from here on it counts among the connections only. */
  streams(response: ServerResponse): void
  /**
   * Counts an open request without a key by its caller. The returned function ends it and may be
   * called again.
   * @throws Rejection `overloaded`, `rate-limited`
   */
  keyless(caller: string): () => void
}

type AdmissionLimits = Pick<
  Limits,
  'connections' | 'keylessPerAddress' | 'requestsInFlight' | 'requestsInFlightPerAccount'
>

interface Options {
  readonly limits: AdmissionLimits
  readonly baseUrl: string
  /** Called for each rejected request. */
  readonly onRejected: () => void
  /** Called with the number of requests that do work. */
  readonly onWork: (count: number) => void
  /** Called when more than half of the connections are taken, and when that is over. */
  readonly onCrowded: (isCrowded: boolean) => void
}

export function openAdmission({
  limits,
  baseUrl,
  onRejected,
  onWork,
  onCrowded,
}: Options): Admission {
  const maxOpen = openPerPlace * limits.requestsInFlight
  const working = openPlaces(limits.requestsInFlight, limits.requestsInFlightPerAccount)
  const keyless = openPlaces(limits.requestsInFlight, limits.keylessPerAddress)
  const surplus = new WeakSet<Socket>()
  const refusal = renderRejection(baseUrl)
  const unanswered = new WeakMap<Socket, number>()
  /** Connections with an open request. Requests pipelined behind a slow one count as one. */
  const open = new Map<Socket, number>()
  const leaves = new WeakMap<ServerResponse, () => void>()
  let connections = 0

  function connected(socket: Socket): void {
    connections += 1
    onCrowded(connections > limits.connections / 2)
    socket.once('close', () => {
      connections -= 1
      onCrowded(connections > limits.connections / 2)
    })
    // Its first request is answered, and then it is closed.
    if (connections > limits.connections) surplus.add(socket)
  }

  function rejectIfFull(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    if (socket.destroyed) return true // Node continues with the data that had arrived.
    if ((unanswered.get(socket) ?? 0) >= mostPipelined) {
      onRejected()
      socket.destroy()
      return true
    }
    countUntilClosed(unanswered, socket, response)
    const isSurplus = surplus.has(socket)
    const isFull = working.count() >= limits.requestsInFlight || open.size >= maxOpen
    if ((!isSurplus && !isFull) || isObservation(request.url)) {
      leaves.set(response, countUntilClosed(open, socket, response))
      return false
    }
    onRejected()
    sendRejection(request, response, {
      body: refusal[languageOf(request.headers['accept-language'])],
      isSurplus,
    })
    return true
  }

  return {
    connected,
    rejectIfFull,
    requirePlace: working.require,
    acquireSlot(owner) {
      const leave = working.enter(owner)
      onWork(working.count())
      return () => {
        leave()
        onWork(working.count())
      }
    },
    streams: (response) => leaves.get(response)?.(),
    keyless: keyless.enter,
  }
}

/** Places of which one owner has a share. Without an owner the share does not apply. */
function openPlaces(most: number, maxPerOwner: number) {
  const taken = new Map<string, number>()
  let all = 0
  const takenBy = (owner: string | undefined) => (owner === undefined ? 0 : (taken.get(owner) ?? 0))
  function require(owner: string | undefined): void {
    if (all >= most) throw serverFull
    if (takenBy(owner) >= maxPerOwner) throw aboveShare
  }
  return {
    count: () => all,
    require,
    enter(owner: string | undefined): () => void {
      require(owner)
      all += 1
      if (owner !== undefined) taken.set(owner, takenBy(owner) + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        all -= 1
        if (owner === undefined) return
        const left = (taken.get(owner) ?? 1) - 1
        if (left > 0) taken.set(owner, left)
        else taken.delete(owner)
      }
    },
  }
}

// Made once: the stack trace of an error costs more than the rest of its rejection.
const serverFull = new Rejection('overloaded', { retryAfterSeconds: 1 })
const aboveShare = new Rejection('rate-limited', { retryAfterSeconds: 1 })

/** What watches the gateway must see it while it is full. It does no work for a client. */
const isObservation = (url = ''): boolean =>
  url.startsWith('/health/') || /^\/metrics(?:\?|$)/.test(url)

/** The returned function ends it earlier. */
function countUntilClosed(
  counts: Map<Socket, number> | WeakMap<Socket, number>,
  socket: Socket,
  response: ServerResponse,
): () => void {
  counts.set(socket, (counts.get(socket) ?? 0) + 1)
  let isCounted = true
  const leave = () => {
    if (!isCounted) return
    isCounted = false
    const left = (counts.get(socket) ?? 1) - 1
    if (left > 0) counts.set(socket, left)
    else counts.delete(socket)
  }
  response.once('close', leave)
  return leave
}

/** Rendered once, so that a rejection costs next to nothing. */
function renderRejection(baseUrl: string): Readonly<Record<Language, string>> {
  const render = (language: Language) => renderFailure(serverFull, { language, baseUrl }).body
  return { pt: render('pt'), en: render('en') }
}

function sendRejection(
  request: IncomingMessage,
  response: ServerResponse,
  { body, isSurplus }: { body: string; isSurplus: boolean },
): void {
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'retry-after': '1',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': randomId(),
    // A new connection costs more than discarding a small body.
    ...((isSurplus || !isSmall(request)) && { connection: 'close' }),
  })
  response.end(body)
}

/** Whether the rest of a request is small enough to be read and discarded. */
export function isSmall({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return (
    headers['transfer-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) <= smallBytes
  )
}

const openPerPlace = 4

/**
 * The limit of requests of one connection that wait for their responses. Clients that pipeline send
 * few. Each one uses memory before the limits of accounts and addresses are checked.
 */
const mostPipelined = 16
const smallBytes = 64 * 1_024
