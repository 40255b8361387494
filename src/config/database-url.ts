import { type DatabaseAddress, parseAddress } from '../db/database-address.ts'
import { ConfigError } from '../primitives/config-error.ts'
import { type Environment, type Mode, text } from './environment.ts'

/**
 * Production keeps its database outside the program's own folder. A sandbox opens databases of its
 * own machine only: a process without GUICHE_MODE is a sandbox, and must not reach the database of
 * a server by mistake.
 */
export function databaseUrls(
  env: Environment,
  mode: Mode,
): { readonly databaseUrl: string | undefined; readonly databaseDirectUrl: string | undefined } {
  const [databaseUrl, databaseDirectUrl] = (['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const).map(
    (name) => checked(env, mode, name),
  )
  if (databaseUrl === undefined && mode === 'production')
    throw new ConfigError('database-url-missing')
  if (databaseUrl === undefined && databaseDirectUrl !== undefined)
    throw new ConfigError('database-pooler-missing')
  return { databaseUrl, databaseDirectUrl }
}

function checked(
  env: Environment,
  mode: Mode,
  name: 'DATABASE_URL' | 'DATABASE_DIRECT_URL',
): string | undefined {
  const url = text(env, name)
  if (url === undefined) return undefined
  const address = parseAddress(url)
  if (!address) throw new ConfigError('database-url-invalid', { name })
  const parameter = ownParameterOf(address)
  if (parameter !== undefined) throw new ConfigError('database-url-parameter', { name, parameter })
  const hosts = address.hostnames.map((host) => host || env.PGHOST || 'localhost')
  if (hosts.every(isOnThisMachine)) return url
  if (mode === 'sandbox') throw new ConfigError('database-elsewhere', { name })
  if (!verifiesServer(address)) throw new ConfigError('database-without-tls', { name })
  return url
}

/**
 * A parameter of the address that the driver would use in place of what the gateway sends: the
 * limits of a session (docs/design/rules.md#d4) and of a response.
 */
const ownParameterOf = ({ urls: [url] }: DatabaseAddress): string | undefined => {
  const given = URL.parse(url)?.searchParams
  return ownParameters.find((parameter) => given?.has(parameter))
}

const ownParameters = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'query_timeout',
] as const

/**
 * The driver checks the server's certificate: against the public authorities with `verify-full`, or
 * against the authority in `sslrootcert`. Each parameter may be given once, because the driver uses
 * the last one, and `ssl` would overrule it.
 */
function verifiesServer({ urls: [url] }: DatabaseAddress): boolean {
  const parameters = URL.parse(url)?.searchParams
  const modes = parameters?.getAll('sslmode') ?? []
  if (!parameters || modes.length !== 1 || parameters.has('ssl')) return false
  const hasAuthority = parameters.getAll('sslrootcert').length === 1
  return modes[0] === 'verify-full' || (hasAuthority && modes[0] === 'verify-ca')
}

const isOnThisMachine = (host: string): boolean =>
  host.startsWith('/') ||
  host.startsWith('%2F') ||
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
