import ipaddr from 'ipaddr.js'

/**
 * What a limit counts as one caller: an IPv4 address, or an IPv6 network of 64 bits, as one line gets a whole one.
 */
export function callerOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return parsed
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
