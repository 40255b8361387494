import https from 'node:https'
import type { ConnectionOptions } from 'node:tls'

/** Where the calls to one host of a provider go instead. */
export interface Target {
  /** The address of the simulator. Its path is put before the path of each call. */
  readonly url: string
  /** The certificate of the authority that issued the simulator's certificate. */
  readonly ca: string
  /** Headers that replace those of the witness. */
  readonly headers?: Readonly<Record<string, string>>
}

const targets = new Map<string, Target>()

/**
 * Sends the calls that this process makes to hosts of a provider to simulators: the SDKs of
 * providers have the addresses of their servers in their code. A client certificate that the SDK
 * gives stays in use. Ends with the result of `act`.
 */
export async function redirectHosts<T>(
  hosts: Readonly<Record<string, Target>>,
  act: () => Promise<T>,
): Promise<T> {
  patchAgent()
  for (const [host, target] of Object.entries(hosts)) targets.set(host, target)
  try {
    return await act()
  } finally {
    for (const host of Object.keys(hosts)) targets.delete(host)
  }
}

/** Node's own agent makes every connection, also those of the agents that libraries derive. */
interface AgentMethods {
  addRequest(request: Request, options: Options, ...rest: unknown[]): void
  createConnection(options: Options, ...rest: unknown[]): unknown
}

interface Request {
  path: string
  setHeader(name: string, value: string): void
}

interface Options extends ConnectionOptions {
  readonly host?: string
  readonly hostname?: string
}

let isPatched = false

function patchAgent(): void {
  if (isPatched) return
  isPatched = true
  const agent = https.Agent.prototype as unknown as AgentMethods
  const { addRequest, createConnection } = agent
  agent.addRequest = function (request, options, ...rest) {
    const target = targetOf(options)
    if (target) {
      // The first line and the headers of the request are not written yet.
      request.path = `${new URL(target.url).pathname.replace(/\/$/, '')}${request.path}`
      for (const [name, value] of Object.entries(target.headers ?? {}))
        request.setHeader(name, value)
    }
    return addRequest.call(this, request, options, ...rest)
  }
  agent.createConnection = function (options, ...rest) {
    const target = targetOf(options)
    if (!target) return createConnection.call(this, options, ...rest)
    const { hostname, port } = new URL(target.url)
    const here = { host: hostname, port: Number(port), servername: 'localhost', ca: target.ca }
    return createConnection.call(this, { ...options, ...here }, ...rest)
  }
}

const targetOf = ({ host, hostname }: Options): Target | undefined =>
  targets.get(host ?? hostname ?? '')
