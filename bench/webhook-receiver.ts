import { createServer } from 'node:http'

/**
 * Merchants' receivers in a process of their own. `/hang` never responds; `/after/50` accepts after
 * 50 ms; every other path accepts at once.
 */

/** `[webhook-id, arrival of its first bytes, path]`, ms since 1970 with fractions. */
let arrivals: [string, number, string][] = []

const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now()
  arrivals.push([String(request.headers['webhook-id']), at, request.url ?? ''])
  request.resume()
  if (request.url?.startsWith('/hang')) return
  const afterMs = Number(/^\/after\/(\d+)/.exec(request.url ?? '')?.[1] ?? 0)
  const accept = () => response.writeHead(204).end()
  request.once('end', () => (afterMs > 0 ? setTimeout(accept, afterMs) : accept()))
}).listen(0, '127.0.0.1', () => {
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  process.send?.({ ready: { url } })
})
server.keepAliveTimeout = 60_000

setInterval(() => {
  if (arrivals.length === 0) return
  process.send?.({ arrivals })
  arrivals = []
}, 50)
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0))
