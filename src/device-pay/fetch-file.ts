import type { DevicePaySettings, Outbound } from '../config.ts'
import { type Resolve, resolveByDns, resolveBySystem } from '../outbound/guarded-connect.ts'
import { type ExchangeOutcome, openGuardedFetch } from '../outbound/guarded-fetch.ts'
import { maxFileBytes } from './file-checks.ts'

export interface FileRequest {
  readonly hostname: string
  /** Starts with a slash. */
  readonly path: string
  readonly outbound: Outbound
  readonly settings: DevicePaySettings
  /** How names are resolved; left out: as everywhere. */
  readonly resolve?: Resolve
}

/**
 * One check of a published file by this server, through the client for addresses that merchants
 * enter: https, port 443, public addresses, no redirect, 5 s, 64 KiB. In the sandbox a setting
 * gives the address of a hostname.
 */
export async function fetchFile({
  hostname,
  path,
  outbound,
  settings,
  resolve,
}: FileRequest): Promise<ExchangeOutcome> {
  const place = settings.hosts.get(hostname)
  const fetch = openGuardedFetch({
    rules: { ...outbound, allowHttp: false },
    limits: { wholeMs: 5_000, bodyMs: 5_000, bodyBytes: maxFileBytes + 1 },
    ...(settings.ca !== undefined && { ca: settings.ca }),
    resolve: place
      ? async () => [place.address]
      : (resolve ?? (outbound.allowHttp ? resolveBySystem : resolveByDns)),
  })
  try {
    return await fetch.send({
      url: `https://${hostname}${place ? `:${place.port}` : ''}${path}`,
      method: 'GET',
      headers: { accept: 'text/plain', 'accept-encoding': 'identity', 'user-agent': 'Guiche' },
      scope: hostname,
    })
  } finally {
    await fetch.close()
  }
}
