import ipaddr from 'ipaddr.js'
import type { AccountPermission } from '../../contract/permission.ts'

/** What narrows a secret key: the rest of the account stays closed to it. */
export interface KeyRestriction {
  /** Null: every permission that a key can have. */
  readonly permissions: readonly AccountPermission[] | null
  /** Networks in CIDR notation. Null: the key is accepted from every address. */
  readonly addresses: readonly string[] | null
  /** From then on the key is invalid, and so is one that replaces it. Null: no end. */
  readonly validUntil: Date | null
}

export const noRestriction: KeyRestriction = {
  permissions: null,
  addresses: null,
  validUntil: null,
}

/**
 * A network in its shortest form, such as `203.0.113.0/24`. An address alone is a network of one.
 * Undefined: it is neither.
 */
export function networkFrom(text: string): string | undefined {
  const [address = '', bits, ...rest] = text.trim().split('/')
  const isOne = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
  if (!isOne || rest.length > 0) return undefined
  const parsed = ipaddr.process(address)
  const kind = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  const cidr = `${parsed.toString()}/${bits ?? (kind === ipaddr.IPv4 ? 32 : 128)}`
  if (!kind.isValidCIDR(cidr)) return undefined
  return `${kind.networkAddressFromCIDR(cidr).toString()}/${cidr.split('/')[1]}`
}

/** Whether one of the networks has the address. Null has every address. */
export function hasAddress(networks: readonly string[] | null, address: string): boolean {
  if (networks === null) return true
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return networks.some((text) => {
    const [network, bits] = ipaddr.parseCIDR(text)
    return network.kind() === parsed.kind() && parsed.match(network, bits)
  })
}
