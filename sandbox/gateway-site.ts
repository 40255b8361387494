import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { openAuthority } from './authority.ts'
import { fieldsOf } from './kit/fields.ts'

export interface GatewaySite {
  /** The hostname of the checkout page. */
  readonly hostname: string
  /** The gateway behind it, over plain HTTP. */
  readonly gatewayUrl: string
}

interface SiteOptions extends GatewaySite {
  /** Keys and certificates of the sandbox. */
  readonly home: string
  readonly host: string
  readonly sandboxUrl: string
}

/**
 * The proxy with TLS that a gateway has in front of it in production, for the hostname of its
 * checkout page: the wallet looks for the association file there. Returns how to close it.
 */
export async function openGatewaySite(options: SiteOptions): Promise<() => Promise<void>> {
  const { home, host, hostname, gatewayUrl, sandboxUrl } = options
  const { certificate, privateKey } = await (await openAuthority(home)).site(hostname)
  const server = createServer({ cert: certificate, key: privateKey }, async (request, response) => {
    try {
      const answer = await fetch(new URL(request.url ?? '/', gatewayUrl), { redirect: 'manual' })
      const type = answer.headers.get('content-type')
      const body = Buffer.from(await answer.arrayBuffer())
      response.writeHead(answer.status, type === null ? {} : { 'content-type': type }).end(body)
    } catch {
      response.writeHead(502).end()
    }
  }).listen(0, host)
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  const { port } = server.address() as AddressInfo
  try {
    await addHost(sandboxUrl, hostname, `127.0.0.1:${port}`)
  } catch (cause) {
    await close()
    throw cause
  }
  return close
}

/** Gives the wallet the address of the hostname. */
async function addHost(sandboxUrl: string, hostname: string, address: string): Promise<void> {
  const { ok, status } = await fetch(new URL('/hosts', sandboxUrl), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [hostname]: address }),
  })
  if (!ok) throw new Error(`the sandbox does not accept the hostname ${hostname}: HTTP ${status}`)
}

/** Reads the site from a message. `undefined`: it is not one. */
export function readGatewaySite(value: unknown): GatewaySite | undefined {
  const { hostname, gatewayUrl } = fieldsOf(value)
  return typeof hostname === 'string' && typeof gatewayUrl === 'string'
    ? { hostname, gatewayUrl }
    : undefined
}
