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
 * requests and connections have limits of their own, since a request also takes memory before and
 * after its work.
 */
export interface Admission {
  /** A client connected. */
  connected(socket: Socket): void
  /**
   * Refuses a request before anything of it is looked at, when the server is full or its connection has too many requests
   * open. True: nothing more is to be done.
   */
  shed(request: IncomingMessage, response: ServerResponse): boolean
  /** Takes a place for work; the result gives it back. @throws Rejection `overloaded`, `rate-limited` */
  work(owner: string | undefined): () => void
  /**
   * Counts an open request without a key by its caller; the result ends it and may be called again.
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
  /** Told of each request that was shed. */
  readonly onShed: () => void
  /** Told how many requests do work. */
  readonly onWork: (count: number) => void
  /** Told when more than half of the connections are taken, and when that is over. */
  readonly onCrowded: (isCrowded: boolean) => void
}

export function openAdmission({ limits, baseUrl, onShed, onWork, onCrowded }: Options): Admission {
  const mostOpen = openPerPlace * limits.requestsInFlight
  const working = openPlaces(limits.requestsInFlight, limits.requestsInFlightPerAccount)
  const keyless = openPlaces(limits.requestsInFlight, limits.keylessPerAddress)
  const surplus = new WeakSet<Socket>()
  const refusal = renderShed(baseUrl)
  const unanswered = new WeakMap<Socket, number>()
  /** Connections with an open request: what one pipelines behind a slow request must not count as many. */
  const open = new Map<Socket, number>()
  let connections = 0

  function connected(socket: Socket): void {
    connections += 1
    onCrowded(connections > limits.connections / 2)
    socket.once('close', () => {
      connections -= 1
      onCrowded(connections > limits.connections / 2)
    })
    if (connections > limits.connections) surplus.add(socket) // Its first request is answered, and it is closed.
  }

  function shed(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    if (socket.destroyed) return true // Node goes on to read what had arrived.
    if ((unanswered.get(socket) ?? 0) >= mostPipelined) {
      onShed()
      socket.destroy()
      return true
    }
    countUntilClosed(unanswered, socket, response)
    const isSurplus = surplus.has(socket)
    const isFull = working.count() >= limits.requestsInFlight || open.size >= mostOpen
    if ((!isSurplus && !isFull) || request.url?.startsWith('/health/')) {
      countUntilClosed(open, socket, response)
      return false
    }
    onShed()
    answerShed(request, response, { body: refusal[languageOf(request.headers['accept-language'])], isSurplus })
    return true
  }

  return {
    connected,
    shed,
    work(owner) {
      const leave = working.enter(owner)
      onWork(working.count())
      return () => {
        leave()
        onWork(working.count())
      }
    },
    keyless: keyless.enter,
  }
}

/** Places of which one owner has a share. No owner: the share does not count. */
function openPlaces(most: number, mostOfOne: number) {
  const taken = new Map<string, number>()
  let all = 0
  return {
    count: () => all,
    enter(owner: string | undefined): () => void {
      const own = owner === undefined ? 0 : (taken.get(owner) ?? 0)
      if (all >= most) throw new Rejection('overloaded', { retryAfterSeconds: 1 })
      if (own >= mostOfOne) throw new Rejection('rate-limited', { retryAfterSeconds: 1 })
      all += 1
      if (owner !== undefined) taken.set(owner, own + 1)
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

function countUntilClosed(
  counts: Map<Socket, number> | WeakMap<Socket, number>,
  socket: Socket,
  response: ServerResponse,
): void {
  counts.set(socket, (counts.get(socket) ?? 0) + 1)
  response.once('close', () => {
    const left = (counts.get(socket) ?? 1) - 1
    if (left > 0) counts.set(socket, left)
    else counts.delete(socket)
  })
}

/** Rendered once: a refusal must cost next to nothing. */
function renderShed(baseUrl: string): Readonly<Record<Language, string>> {
  const rejection = new Rejection('overloaded', { retryAfterSeconds: 1 })
  const render = (language: Language) => renderFailure(rejection, { language, baseUrl }).body
  return { pt: render('pt'), en: render('en') }
}

function answerShed(
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
    // A new connection costs more than a small body that is thrown away.
    ...((isSurplus || !isSmall(request)) && { connection: 'close' }),
  })
  response.end(body)
}

/** Whether what is still to come of a request is little enough to be read and thrown away. */
export function isSmall({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= smallBytes
}

const openPerPlace = 4

/**
 * Requests of one connection that wait for their answers. Clients that pipeline send few; each more takes memory before
 * any limit of an account or an address is asked.
 */
const mostPipelined = 16
const smallBytes = 64 * 1_024
