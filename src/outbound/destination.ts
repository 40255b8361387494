import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Outbound } from '../config.ts'
import { Rejection } from '../primitives/rejection.ts'

/** An address that may be called. */
export interface Destination {
  /** Parsed once: the checked address is the one that is called (docs/design/rules.md#s1). */
  readonly url: URL
  /**
   * Path and query unchanged, byte for byte: existing clients rely on it, and a URL parser changes
   * them.
   */
  readonly target: string
}

/** Production without exceptions: https, port 443, public addresses. */
export const strictOutbound: Outbound = {
  allowHttp: false,
  extraPorts: [],
  allowedSubnets: [],
  deniedSubnets: [],
}

/** Parses an address. `undefined`: it must not be called. Names are not resolved here. */
export function parseDestination(text: string, rules: Outbound): Destination | undefined {
  const shape = text.length <= maxLength ? plainUrl.exec(text) : null
  if (!shape || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isAllowed =
    isAllowedScheme(url, rules) && isAllowedPort(url, rules) && isAllowedHost(hostOf(url), rules)
  return isAllowed ? { url, target: targetOf(shape.groups?.rest ?? '') } : undefined
}

/**
 * A merchant's `postbackUrl`, checked when it is sent. Throws the rejection `postback-url-invalid`.
 */
export function checkPostbackUrl(text: string, rules: Outbound): URL {
  const destination = parseDestination(text, rules)
  if (!destination) throw new Rejection('postback-url-invalid', { field: 'postbackUrl' })
  return destination.url
}

/** The host as a connector takes it: an IPv6 literal without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * Whether an IP address may be called: public unicast only (docs/design/rules.md#s2). IPv4 inside
 * IPv6 (mapped, NAT64, 6to4, Teredo, ISATAP) is refused.
 */
export function isAllowedAddress(text: string, rules: Outbound): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  const isIn = (subnet: string) => {
    const [network, bits] = networkOf(subnet)
    return network.kind() === address.kind() && address.match(network, bits)
  }
  if (rules.deniedSubnets.some(isIn) || isIsatap(address)) return false
  if (rules.allowedSubnets.some(isIn)) return true
  return (
    address.range() === 'unicast' &&
    (address.kind() === 'ipv4' ? text !== azureWireServer : isIn('2000::/3'))
  )
}

/**
 * An IPv4 address inside an IPv6 address of any network (RFC 5214): `…:0:5efe:a.b.c.d` and
 * `…:200:5efe:a.b.c.d`.
 */
function isIsatap(address: ReturnType<typeof ipaddr.parse>): boolean {
  if (!(address instanceof ipaddr.IPv6)) return false
  const [, , , , scope, mark] = address.parts
  return mark === 0x5efe && (scope === 0 || scope === 0x200)
}

/** Subnets are few and come from the configuration: each is read once. */
function networkOf(subnet: string): ReturnType<typeof ipaddr.parseCIDR> {
  const known = networks.get(subnet)
  if (known) return known
  const network = ipaddr.parseCIDR(subnet)
  networks.set(subnet, network)
  return network
}

const networks = new Map<string, ReturnType<typeof ipaddr.parseCIDR>>()

/** A public address that is special inside one cloud: the control channel of its hosts. */
const azureWireServer = '168.63.129.16'

const maxLength = 2_048

/**
 * Scheme, authority without user information, path and query; no fragment, no backslash. No white
 * space and no control character anywhere: the URL standard would drop or move them.
 */
const plainUrl = /^https?:\/\/[^\p{Z}\p{C}/\\?#@]+(?<rest>(?:[/?][^\p{Z}\p{C}\\#]*)?)$/iu

const isAllowedScheme = ({ protocol }: URL, { allowHttp }: Outbound): boolean =>
  protocol === 'https:' || (protocol === 'http:' && allowHttp)

/** The scheme's own port, or one the operator named. */
const isAllowedPort = ({ port }: URL, { extraPorts }: Outbound): boolean =>
  port === '' || (extraPorts === 'any' ? port !== '0' : extraPorts.includes(Number(port)))

/**
 * Literals by their address; names by their form, as their addresses are checked when they are
 * resolved.
 */
function isAllowedHost(host: string, rules: Outbound): boolean {
  if (isIP(host) !== 0) return isAllowedAddress(host, rules)
  if (host.length > 253 || !host.split('.').every((label) => labelPattern.test(label))) return false
  // Names that are valid only inside one network are for operators who allow a network of theirs.
  if (rules.allowedSubnets.length > 0) return true
  return host.includes('.') && !localNames.test(host)
}

const labelPattern = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const localNames =
  /(?:^|\.)(?:localhost|local|internal|localdomain|home\.arpa|lan|intranet|corp|home)$/

/** Only characters that a request line cannot hold are encoded. */
function targetOf(rest: string): string {
  const target = rest.startsWith('/') ? rest : `/${rest}`
  return target.replace(/[^\x21-\x7e]+/g, encodeURIComponent)
}
