import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Rejection } from '../primitives/rejection.ts'

/** An address somebody gave us, found fit to be called (reliability section 6). */
export interface Destination {
  /** Parsed once: what was checked is what is called (S1). */
  readonly url: URL
  /** Path and query byte for byte as given: the URL standard would tidy them (compatibility 1.9). */
  readonly target: string
}

/** What the operator allows beyond the rules. */
export interface DestinationSettings {
  /** The sandbox: plain http, every port, and this machine's own loopback addresses. Never in production. */
  readonly allowLoopbackHttp: boolean
  /** Ports besides 443. */
  readonly ports: readonly number[]
  /** Private networks named by the operator, CIDR (S5). */
  readonly allowedSubnets: readonly string[]
  /** Networks never called, CIDR; they win. */
  readonly deniedSubnets: readonly string[]
}

/** Production without exceptions. */
export const strictDestinations: DestinationSettings = {
  allowLoopbackHttp: false,
  ports: [],
  allowedSubnets: [],
  deniedSubnets: [],
}

/** Reads an address; undefined when it must not be called, for whatever reason. Names are not resolved here. */
export function parseDestination(text: string, settings: DestinationSettings): Destination | undefined {
  const shape = text.length <= maxLength ? plainUrl.exec(text) : null
  if (!shape || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isAllowed =
    isAllowedScheme(url, settings) && isAllowedPort(url, settings) && isAllowedHost(hostOf(url), settings)
  return isAllowed ? { url, target: targetOf(shape.groups?.rest ?? '') } : undefined
}

/** A merchant's `postbackUrl`, checked when it is given. Throws the rejection `postback-url-invalid`. */
export function checkPostbackUrl(text: string, settings: DestinationSettings): URL {
  const destination = parseDestination(text, settings)
  if (!destination) throw new Rejection('postback-url-invalid', { field: 'postbackUrl' })
  return destination.url
}

/** The host as a connector takes it: an IPv6 literal without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * Whether an IP address may be called (S2): public unicast only. No way round through IPv4 inside IPv6 (mapped, NAT64,
 * 6to4, Teredo).
 */
export function isAllowedAddress(text: string, settings: DestinationSettings): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  const isIn = (subnet: string) => {
    const [network, bits] = ipaddr.parseCIDR(subnet)
    return network.kind() === address.kind() && address.match(network, bits)
  }
  if (settings.deniedSubnets.some(isIn)) return false
  if (settings.allowedSubnets.some(isIn)) return true
  const range = address.range()
  if (settings.allowLoopbackHttp && range === 'loopback') return true
  return range === 'unicast' && (address.kind() === 'ipv4' ? text !== azureWireServer : isIn('2000::/3'))
}

/** A public address that only means something inside one cloud: its hosts' control channel. */
const azureWireServer = '168.63.129.16'

const maxLength = 2_048

/**
 * Scheme, authority without user information, path and query; no fragment, no backslash. No white space and no control
 * character anywhere: the URL standard would drop or move them.
 */
const plainUrl = /^https?:\/\/[^\p{Z}\p{C}/\\?#@]+(?<rest>(?:[/?][^\p{Z}\p{C}\\#]*)?)$/iu

function isAllowedScheme({ protocol }: URL, { allowLoopbackHttp }: DestinationSettings): boolean {
  return protocol === 'https:' || (protocol === 'http:' && allowLoopbackHttp)
}

function isAllowedPort({ port }: URL, { allowLoopbackHttp, ports }: DestinationSettings): boolean {
  return port === '' ? true : allowLoopbackHttp ? port !== '0' : ports.includes(Number(port))
}

/** Literals by their address; names by their form, as their addresses are checked when they are resolved. */
function isAllowedHost(host: string, settings: DestinationSettings): boolean {
  if (isIP(host) !== 0) return isAllowedAddress(host, settings)
  if (host.length > 253 || !host.split('.').every((label) => labelPattern.test(label))) return false
  // Names that only mean something here are for operators who named a network, and for the sandbox.
  if (settings.allowLoopbackHttp || settings.allowedSubnets.length > 0) return true
  return host.includes('.') && !localNames.test(host)
}

const labelPattern = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const localNames = /(?:^|\.)(?:localhost|local|internal|localdomain|home\.arpa|lan|intranet|corp|home)$/

/** Only what cannot travel in a request line is encoded. */
function targetOf(rest: string): string {
  const target = rest.startsWith('/') ? rest : `/${rest}`
  return target.replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}
