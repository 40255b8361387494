import { promises as dns } from 'node:dns'
import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net'
import { createSecureContext, rootCertificates, connect as tlsConnect } from 'node:tls'
import type { buildConnector } from 'undici'
import type { Outbound } from '../config.ts'
import { isAllowedAddress } from './destination.ts'

/** Every address of a name. Rejects when there is none. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>

/**
 * The one message of every refusal, so that it does not show which rule was broken
 * (docs/design/rules.md#s4).
 */
export class DestinationRefused extends Error {
  readonly code = 'DESTINATION_REFUSED'
  constructor() {
    super('destination not allowed')
  }
}

export class TooSlow extends Error {
  readonly code: 'DNS_TIMEOUT' | 'CONNECT_TIMEOUT'
  constructor(code: 'DNS_TIMEOUT' | 'CONNECT_TIMEOUT') {
    super(code)
    this.code = code
  }
}

export interface GuardedConnectOptions {
  readonly rules: Outbound
  readonly resolve: Resolve
  readonly dnsMs: number
  /** TCP and TLS together, ms. */
  readonly connectMs: number
  /** An authority to trust beside the public ones, PEM. */
  readonly ca?: string | undefined
}

/**
 * Opens sockets to allowed addresses only (docs/design/rules.md#s3). A literal is checked before
 * connecting, every resolved address in the look-up of the socket itself, and the peer once more
 * when it is connected.
 */
export function guardedConnector(options: GuardedConnectOptions): buildConnector.connector {
  const lookup = guardedLookup(options)
  const minVersion = 'TLSv1.2'
  const trusted = options.ca === undefined ? {} : { ca: [...rootCertificates, options.ca] }
  // Once: reading the authorities takes a while.
  const secureContext = createSecureContext({ minVersion, ...trusted })
  return ({ hostname, protocol, port, servername }, callback) => {
    const isLiteral = isIP(hostname) !== 0
    if (isLiteral && !isAllowedAddress(hostname, options.rules)) {
      return process.nextTick(callback, new DestinationRefused(), null)
    }
    const isTls = protocol === 'https:'
    const address = { host: hostname, port: Number(port) || (isTls ? 443 : 80), lookup }
    const socket = isTls
      ? tlsConnect({
          ...address,
          ...(isLiteral ? {} : { servername: servername || hostname }),
          secureContext,
          minVersion,
          ALPNProtocols: ['http/1.1'],
        })
      : netConnect(address)
    socket.setNoDelay(true)
    settleOnce(socket, isTls ? 'secureConnect' : 'connect', callback)
    limitTime(socket, isLiteral, isTls, options.connectMs)
    socket.once('connect', () => {
      if (!isAllowedAddress(socket.remoteAddress ?? '', options.rules))
        socket.destroy(new DestinationRefused())
    })
  }
}

/** Looks a name up within the limit, and refuses it when any of its addresses is bad. */
function guardedLookup({ rules, resolve, dnsMs }: GuardedConnectOptions): LookupFunction {
  return (host, { all, family }, callback) => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(new TooSlow('DNS_TIMEOUT')), dnsMs)
    const tooSlow = new Promise<never>((_, reject) => {
      limit.signal.addEventListener('abort', () => reject(limit.signal.reason), { once: true })
    })
    const fail = (cause: unknown) =>
      callback(cause instanceof Error ? cause : new Error('look-up failed'), '', 0)
    Promise.race([resolve(host, limit.signal), tooSlow])
      .finally(() => clearTimeout(timer))
      .then((addresses) => {
        if (addresses.length === 0 || !addresses.every((each) => isAllowedAddress(each, rules))) {
          return fail(new DestinationRefused())
        }
        const found = addresses.map((each) => ({ address: each, family: isIP(each) }))
        const [first] =
          family === 4 || family === 6 ? found.filter((each) => each.family === family) : found
        if (all) callback(null, found)
        else if (first) callback(null, first.address, first.family)
        else fail(new DestinationRefused())
      }, fail)
  }
}

function settleOnce(socket: Socket, event: string, callback: buildConnector.Callback): void {
  let isSettled = false
  socket.once(event, () => {
    // Refused in the same turn: the error comes next.
    if (isSettled || socket.destroyed) return
    isSettled = true
    callback(null, socket)
  })
  socket.on('error', (cause) => {
    if (isSettled) return
    isSettled = true
    callback(cause, null)
  })
}

/** The time starts when the address is known: the look-up has its own limit. */
function limitTime(socket: Socket, isLiteral: boolean, isTls: boolean, connectMs: number): void {
  let timer: NodeJS.Timeout | undefined
  const start = () => {
    timer ??= setTimeout(() => socket.destroy(new TooSlow('CONNECT_TIMEOUT')), connectMs)
  }
  if (isLiteral) start()
  else socket.once('lookup', start)
  socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(timer))
  socket.once('close', () => clearTimeout(timer))
}

/**
 * Queries the configured name servers directly, so that a silent server does not block a thread
 * that other work needs.
 */
export const resolveByDns: Resolve = async (host, signal) => {
  const resolver = new dns.Resolver({ timeout: 1_500, tries: 1 })
  signal.addEventListener('abort', () => resolver.cancel(), { once: true })
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
  return [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/**
 * Resolves names as the other programs of this machine do, with its hosts file: for the sandbox.
 */
export const resolveBySystem: Resolve = async (host) => {
  const found = await dns.lookup(host, { all: true, order: 'ipv4first' })
  return found.map(({ address }) => address)
}
