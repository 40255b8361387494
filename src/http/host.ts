import { Rejection } from '../primitives/rejection.ts'

/** Exactly one Host (reliability B1): two readers of one request must never disagree about whom it is for. */
export function requireOneHost(rawHeaders: readonly string[]): void {
  let host: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== 'host') continue
    if (host !== undefined) throw new Rejection('host-invalid')
    host = rawHeaders[index + 1]
  }
  if (host === undefined || !hostPattern.test(host)) throw new Rejection('host-invalid')
}

const hostPattern = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/
