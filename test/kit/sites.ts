import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { openAuthority } from '../../sandbox/authority.ts'

/**
 * Merchants' sites on this machine: one HTTPS server that shows each hostname its own certificate,
 * from the sandbox's authority.
 */
export interface Sites {
  /** The address of every hostname: `127.0.0.1:8443`. */
  readonly address: string
  /** The settings with which a gateway finds these hostnames here. */
  readonly env: Readonly<Record<string, string>>
  /** The response of a hostname from now on. Left out: 404. */
  set(hostname: string, answer?: SiteAnswer): void
  /** The number of requests to a hostname. */
  requestsTo(hostname: string): number
  close(): Promise<void>
}

export type SiteAnswer = (request: IncomingMessage, response: ServerResponse) => void

export const plainText =
  (content: string | Buffer, type: string | null = 'text/plain'): SiteAnswer =>
  (_request, response) => {
    response.writeHead(200, type === null ? {} : { 'content-type': type }).end(content)
  }

/** @param mismatched hostnames with a certificate for another hostname */
export async function openSites(
  hostnames: readonly string[],
  mismatched: readonly string[] = [],
): Promise<Sites> {
  const home = await mkdtemp(join(tmpdir(), 'guiche-sites-'))
  const authority = await openAuthority(home)
  const own = await authority.server('sites')
  const answers = new Map<string, SiteAnswer>()
  const counts = new Map<string, number>()
  const server = createServer(
    {
      key: own.privateKey,
      cert: own.certificate,
      SNICallback(name, answer) {
        const certified = mismatched.includes(name) ? Promise.resolve(own) : authority.site(name)
        certified.then(
          ({ privateKey, certificate }) =>
            answer(null, createSecureContext({ key: privateKey, cert: certificate })),
          (cause: Error) => answer(cause),
        )
      },
    },
    (request, response) => {
      const hostname = (request.headers.host ?? '').replace(/:\d+$/, '')
      counts.set(hostname, (counts.get(hostname) ?? 0) + 1)
      const answer = answers.get(hostname)
      if (answer) answer(request, response)
      else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>')
    },
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    env: {
      GUICHE_HOME: home, // The sandbox of the same home vouches by the same authority.
      DEVICE_PAY_CA: authority.certificate,
      DEVICE_PAY_HOSTS: [...hostnames, ...mismatched]
        .map((hostname) => `${hostname}=${address}`)
        .join(','),
    },
    set(hostname, answer) {
      if (answer) answers.set(hostname, answer)
      else answers.delete(hostname)
    },
    requestsTo: (hostname) => counts.get(hostname) ?? 0,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await rm(home, { recursive: true, force: true })
    },
  }
}
