import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { textOf } from './receiver.ts'

/** A request as a `respond` of `openJsonServer` gets it. */
export interface JsonRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  /** The JSON of the body. Undefined: there is none. */
  readonly body: unknown
}

/** Null: the connection is closed without a response. */
type JsonResponse = { readonly status?: number; readonly body: object } | null

/** A program in place of the gateway or of a merchant's server, until the test ends. */
export async function openJsonServer(
  t: { after(work: () => unknown): void },
  respond: (request: JsonRequest) => JsonResponse | Promise<JsonResponse>,
) {
  const requests: JsonRequest[] = []
  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    if (text === undefined) return
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://x')
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const received = { method: request.method ?? '', path, query, body }
    requests.push(received)
    const sent = await respond(received)
    if (sent === null) return response.destroy()
    return response
      .writeHead(sent.status ?? 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(sent.body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}
