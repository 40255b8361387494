import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import type { Config } from '../../src/config.ts'
import { buildServer } from '../../src/http/server/server.ts'
import { openEventFeed } from '../../src/webhooks/event-feed.ts'
import type { World } from './gateway.ts'

/** Another HTTP server of the same gateway, with limits of its own. */
export async function openSecondServer(
  { app }: World,
  limits: Partial<Config['limits']>,
): Promise<{
  readonly baseUrl: string
  /** How many connections are open. */
  connections(): Promise<number>
  close(): Promise<void>
}> {
  const config = { ...app.config, limits: { ...app.config.limits, ...limits } }
  // Its own feed: a server that stops ends the waits of its feed.
  const server = buildServer({ ...app, config, feed: openEventFeed({ ...app, config }) })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    connections: promisify(server.server.getConnections.bind(server.server)),
    close: () => server.close(),
  }
}
