import { decodePercent } from '../primitives/decode-percent.ts'

/** The parts of a DATABASE_URL. */
export interface DatabaseAddress {
  /** One address for each server, in the order in which they are named. */
  readonly urls: readonly [string, ...string[]]
  /**
   * Whether a connection has to reach a server that accepts writes. Always with several servers:
   * the gateway writes.
   */
  readonly needsWrites: boolean
  /** The host of each server, without its port. Empty: the driver takes it from PGHOST. */
  readonly hostnames: readonly string[]
  /** All servers, for messages. */
  readonly hosts: string
  readonly user: string
  readonly database: string
}

/**
 * Reads an address such as `postgres://user@a:5432,b:5433/db?target_session_attrs=read-write`. An
 * address of one server is left as it is: the driver knows more forms than this one. Undefined: it
 * is no address of PostgreSQL.
 */
export function parseAddress(text: string): DatabaseAddress | undefined {
  if (text.startsWith('/') || text.startsWith('socket:')) return socketAddress(text)
  const urls = addressesOf(text)
  const parsed = urls.map((url) => URL.parse(url))
  const [url] = urls
  const [first] = parsed
  if (url === undefined || !first || parsed.includes(null)) return undefined
  const isAlone = urls.length === 1
  const wanted = first.searchParams.getAll('target_session_attrs')
  const host = first.searchParams.get('host')
  // The driver would use the parameter for every server, and does not split it.
  if (host !== null && (!isAlone || host.includes(','))) return undefined
  if (!isAlone && parsed.some((each) => each?.hostname === '')) return undefined
  if (wanted.length > 1) return undefined
  const [attributes = isAlone ? 'any' : 'read-write'] = wanted
  if (attributes !== 'read-write' && !(isAlone && attributes === 'any')) return undefined
  const user = decodePercent(first.username)
  const database = decodePercent(first.pathname.slice(1) || first.username)
  if (user === undefined || database === undefined) return undefined
  return {
    urls: [url, ...urls.slice(1)],
    needsWrites: attributes === 'read-write',
    hostnames: parsed.map((each) => host || each?.hostname || ''),
    hosts: host || parsed.map((each) => each?.host).join(', ') || 'DATABASE_URL',
    ...{ user, database },
  }
}

/**
 * The address without its parameter `options`, which the driver would send in place of what the
 * gateway sends, and the text of that parameter.
 */
export function splitOptions(text: string): { readonly url: string; readonly options: string } {
  const [address = '', query = ''] = text.split('?')
  const parameters = new URLSearchParams(query)
  const options = parameters.getAll('options').join(' ')
  parameters.delete('options')
  return options === '' ? { url: text, options } : { url: `${address}?${parameters}`, options }
}

/** The same servers, and another database. */
export const withDatabase = (text: string, database: string): string =>
  text.replace(form, (_whole, scheme, login = '', hosts, _path, rest = '') =>
    [scheme, login, hosts, `/${encodeURIComponent(database)}`, rest].join(''),
  )

const socketAddress = (text: string): DatabaseAddress => ({
  ...{ urls: [text], needsWrites: false, hostnames: ['/'], hosts: text, user: '', database: '' },
})

function addressesOf(text: string): string[] {
  const [, scheme, login = '', hosts, path = '', rest = ''] = form.exec(text) ?? []
  if (scheme === undefined || hosts === undefined) return []
  return hosts.split(',').map((host) => [scheme, login, host, path, rest].join(''))
}

/** Scheme, login with its `@`, hosts, path, parameters. */
const form = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(\/[^?#]*)?(.*)$/
