import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of this machine that no program listens on now. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const probe = createServer().listen({ host, port: 0 })
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((closed) => probe.close(closed))
  return typeof address === 'object' && address !== null ? address.port : 0
}
