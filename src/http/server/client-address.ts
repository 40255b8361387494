import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * What a limit counts as one caller: an IPv4 address, or an IPv6 network of 64 bits, because one
 * line gets a whole one.
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

/** Whether a request was forwarded by a program of our own network, such as a load balancer. */
export function isBehindProxy({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): boolean {
  if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return false
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() !== 'unicast'
}
