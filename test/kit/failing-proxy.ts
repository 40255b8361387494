import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a network between a client and the gateway does with one request. */
export type NetworkFault =
  | 'pass'
  /** The connection ends before the gateway gets the request. */
  | 'reset-before'
  /** The gateway does the work, and the response is lost. */
  | 'reset-after'
  /** The gateway does the work, and no response ever arrives. */
  | 'silent-after'
  /** A load balancer rejects, with `Retry-After: 1`. */
  | '503'
  /** A load balancer rejects, with `Retry-After: 60`. */
  | '503-for-a-minute'
  /** A proxy reports that it cannot reach the gateway, without `Retry-After`. */
  | '521'
  /** A proxy returns a page of its own after the gateway did the work. */
  | '502-after'

/** One request as it passed. */
export interface PassedRequest {
  readonly method: string
  readonly path: string
  readonly key: string | undefined
  readonly atMs: number
}

/** A proxy before the gateway that fails in named ways, one for each next request. */
export async function openFailingProxy(target: string) {
  const faults: NetworkFault[] = []
  const requests: PassedRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    const key = headers['idempotency-key']
    requests.push({ method, path: url, key: key?.toString(), atMs: performance.now() })
    const fault = faults.shift() ?? 'pass'
    if (fault === 'reset-before') incoming.socket.resetAndDestroy()
    else if (fault === '503' || fault === '503-for-a-minute')
      outgoing.writeHead(503, { 'retry-after': fault === '503' ? '1' : '60' }).end('<html>')
    else if (fault === '521') outgoing.writeHead(521).end('<html>')
    else await forward(target, incoming, outgoing, fault)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    failWith: (...next: readonly NetworkFault[]) => void faults.splice(0, faults.length, ...next),
    /** Every open connection is lost. */
    cut: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function forward(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: NetworkFault,
): Promise<void> {
  const { method, url = '', headers } = incoming
  const upstream = request(`${target}${url}`, { method, headers })
  incoming.pipe(upstream)
  outgoing.on('close', () => upstream.destroy())
  upstream.on('error', () => outgoing.destroy())
  const [response] = (await once(upstream, 'response').catch(() => [])) as [IncomingMessage?]
  if (!response) return
  if (fault === 'pass') {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    response.on('error', () => outgoing.destroy()).pipe(outgoing)
    return
  }
  await response.toArray().catch(() => [])
  if (fault === 'reset-after') incoming.socket.resetAndDestroy()
  if (fault === '502-after') outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<html>')
}
