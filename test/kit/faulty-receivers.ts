import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The receipts of one event at one address. */
interface EventHistory {
  /** Every pair of `webhook-id` and digest of the body. A correct delivery has one. */
  readonly copies: Set<string>
  receipts: number
  isAccepted: boolean
}

/**
 * Servers of many merchants that accept, fail, reset the connection or do not respond, at random.
 * They record what they received.
 */
export interface FaultyReceivers {
  readonly urls: readonly string[]
  /** Events that were accepted with 200, each counted once for each address. */
  accepted(): number
  /** Receipts beyond the first accepted one. */
  repeats(): number
  /**
   * One sentence for each event that arrived before an earlier one was accepted, or after a later
   * one, or with two bodies.
   */
  readonly violations: string[]
  readonly responses: Readonly<Record<ResponseKind, number>>
  close(): void
}

const responseKinds = ['200', '500', 'reset', 'timeout'] as const
type ResponseKind = (typeof responseKinds)[number]

/** `weights`: how often each kind of response is chosen. `random` is in [0, 1). */
export async function openFaultyReceivers(
  count: number,
  {
    weights,
    random,
  }: { readonly weights: Readonly<Record<ResponseKind, number>>; readonly random: () => number },
): Promise<FaultyReceivers> {
  const histories = new Map<string, Map<number, EventHistory>>()
  const violations: string[] = []
  const responses = { '200': 0, '500': 0, reset: 0, timeout: 0 }
  let accepted = 0
  let repeats = 0

  const historyOf = (key: string, sequence: number): EventHistory => {
    const bySequence = histories.get(key) ?? new Map<number, EventHistory>()
    histories.set(key, bySequence)
    const history = bySequence.get(sequence) ?? {
      copies: new Set<string>(),
      receipts: 0,
      isAccepted: false,
    }
    bySequence.set(sequence, history)
    return history
  }
  const receive = (key: string, id: string, text: string): EventHistory => {
    const { sequence } = JSON.parse(text) as { sequence: number }
    const history = historyOf(key, sequence)
    history.receipts += 1
    history.copies.add(`${id} ${createHash('sha256').update(text).digest('base64')}`)
    if (history.copies.size > 1)
      violations.push(`${key} ${sequence} arrived in ${history.copies.size} versions`)
    for (const [other, { isAccepted }] of histories.get(key) ?? []) {
      if (other < sequence && !isAccepted)
        violations.push(`${key}: ${sequence} arrived before ${other} was accepted`)
      if (other > sequence) violations.push(`${key}: ${sequence} arrived after ${other}`)
    }
    return history
  }
  const respond = (history: EventHistory, response: ServerResponse): void => {
    const kind = responseKindAt(random(), weights)
    responses[kind] += 1
    if (kind === '500') response.writeHead(500).end()
    else if (kind === 'reset') response.socket?.resetAndDestroy()
    else if (kind === '200') {
      if (history.isAccepted) repeats += 1
      else accepted += 1
      history.isAccepted = true
      response.writeHead(200).end()
    }
  }

  const servers = Array.from({ length: count }, (_, n) =>
    createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const text = Buffer.concat(chunks).toString()
      const { objectId } = JSON.parse(text) as { objectId: string }
      respond(
        receive(`${n}${request.url} ${objectId}`, String(request.headers['webhook-id']), text),
        response,
      )
    }).listen(0, '127.0.0.1'),
  )
  await Promise.all(servers.map((server) => once(server, 'listening')))
  return {
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    accepted: () => accepted,
    repeats: () => repeats,
    violations,
    responses,
    close() {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

function responseKindAt(at: number, weights: Readonly<Record<ResponseKind, number>>): ResponseKind {
  let left = at * responseKinds.reduce((sum, kind) => sum + weights[kind], 0)
  for (const kind of responseKinds) {
    left -= weights[kind]
    if (left < 0) return kind
  }
  return '200'
}
