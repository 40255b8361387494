import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { ConfigError } from './primitives/config-error.ts'
import { randomBase62, randomSecret } from './primitives/id.ts'
import { isMailAddress, oneLine } from './primitives/mail-text.ts'
import { isSecretFileOpen, isWeakSecret } from './primitives/weak-secret.ts'

export { ConfigError } from './primitives/config-error.ts'

/** The settings of the environment, read once. */
export interface Config {
  /** Production rejects sample secrets, the adjustable clock and private destinations. */
  readonly mode: 'sandbox' | 'production'
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly sandboxPort: number
  /** Absolute path of the state directory. */
  readonly home: string
  /** Absent: the embedded PostgreSQL inside `home`. */
  readonly databaseUrl: string | undefined
  /** The highest number of connections of one process. */
  readonly poolSize: number
  /** Our public address. Absent: the address listened on. */
  readonly baseUrl: string | undefined
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  readonly adjustableClock: boolean
  readonly secrets: Secrets
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  readonly limits: Limits
  readonly outbound: Outbound
  /** The age up to which the feed returns events, days. */
  readonly eventDays: number
  /** How long the contents of audit entries are kept, days. */
  readonly auditDays: number
  readonly devicePay: DevicePaySettings
  /** Absent: mails wait in the queue. */
  readonly mail?: MailSettings
}

export interface Secrets {
  /**
   * Wrap the data keys of sealed secrets (docs/design/rules.md#k5). The highest version seals,
   * every version opens. 32 bytes each.
   */
  readonly masterKeys: ReadonlyMap<number, Buffer>
  /**
   * The version that seals. Default: the highest. A rotation gives the new key to every process
   * before one uses it.
   */
  readonly sealingVersion?: number
  /**
   * The key of every digest (docs/design/rules.md#k1, docs/design/rules.md#i3). At least 32 bytes.
   */
  readonly pepper: Buffer
  readonly adminToken: string
  /** The end of `adminToken`, by real time. Absent: it has no end. */
  readonly adminTokenUntil?: Date
  /** The previous token, while both are accepted. */
  readonly previousAdminToken?: { readonly token: string; readonly until: Date }
}

export interface Limits {
  /**
   * The number of requests at work at once. Above it a request gets a 503 before any effect
   * (docs/design/rules.md#b5).
   */
  readonly requestsInFlight: number
  /**
   * The part of them for one account. Callbacks, and requests without a key, have the share of one
   * account each.
   */
  readonly requestsInFlightPerAccount: number
  /** The number of open requests without a key of one address. */
  readonly keylessPerAddress: number
  /** Connections; above it requests get a 503 and their connections are closed. */
  readonly connections: number
  /** The time limit of a response (docs/design/rules.md#d4), ms. */
  readonly answerMs: number
  /** The minimum rate of a body after `bodyGraceMs`. */
  readonly bodyBytesPerSecond: number
  readonly bodyGraceMs: number
  /**
   * The time limit of a sale at the acquirer; after it the outcome is unknown
   * (docs/design/rules.md#d4), ms.
   */
  readonly acquirerCallMs: number
  /** Token buckets (docs/design/rules.md#b3). */
  readonly rates: {
    readonly secretKey: Rate
    readonly publicKey: Rate
    readonly publicKeyPerAddress: Rate
    readonly unknownCredentials: Rate
    readonly adminToken: Rate
    /** Passwords, codes and links that one address tries. */
    readonly signInsPerAddress: Rate
    /** The pages that a payer opens, and their resources. */
    readonly pagesPerAddress: Rate
    /** Merchant sessions, counted exactly across processes. */
    readonly sessionsPerAccount: Rate
    readonly sessionsPerHost: Rate
    readonly sessionsPerAddress: Rate
  }
}

/** `perSecond` requests on average, and at most `burst` at once. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

/** Requests to addresses that merchants enter (docs/design/rules.md#w10). */
export interface Outbound {
  readonly allowHttp: boolean
  /** Ports besides 443, and 80 where plain http is allowed. Empty in production unless set. */
  readonly extraPorts: readonly number[] | 'any'
  /** CIDR ranges that are not public and are allowed anyway (docs/design/rules.md#s5). */
  readonly allowedSubnets: readonly string[]
  /** CIDR ranges that are never called. They win over allowed ones. */
  readonly deniedSubnets: readonly string[]
}

/**
 * Hostnames that show the Device Pay button. These settings are for a developer's machine:
 * production has none of them.
 */
export interface DevicePaySettings {
  /**
   * Names under `.localhost` and `.test` may be registered, and such pages may call the public
   * route over http.
   */
  readonly allowLocal: boolean
  /** The address of a hostname's file for our own check. */
  readonly hosts: ReadonlyMap<string, { readonly address: string; readonly port: number }>
  /**
   * Whether a token without application data pays only after a merchant session (`walletBinding:
   * automatic`).
   */
  readonly needsSession: boolean
  /** An authority that the check trusts besides the public ones, PEM. */
  readonly ca: string | undefined
}

/** Where mails are handed over. */
export interface MailSettings {
  readonly smtp: {
    readonly host: string
    readonly port: number
    /** TLS from the first byte. Otherwise the connection may begin plain and change to TLS. */
    readonly isTls: boolean
    readonly user?: string
    readonly password?: string
  }
  /** A connection that does not become TLS is given up. */
  readonly needsTls: boolean
  readonly from: { readonly name: string; readonly address: string }
  /** An authority trusted instead of the public ones, PEM. */
  readonly ca?: string
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Without `makesHome` a sandbox without a home is rejected; otherwise its home is created.
 * @throws ConfigError
 */
export function readConfig(
  env: Environment = process.env,
  { makesHome = true }: { readonly makesHome?: boolean } = {},
): Config {
  const mode = modeOf(env)
  const home = resolve(env.GUICHE_HOME || '.guiche')
  const sandbox = mode === 'sandbox'
  if (sandbox && !makesHome && !existsSync(home)) throw new ConfigError('home-missing', { home })
  return {
    mode,
    host: env.HOST || (sandbox ? '127.0.0.1' : '0.0.0.0'),
    port: integer(env, 'PORT', 3000, { min: 0, max: 65_535 }),
    sandboxPort: integer(env, 'SANDBOX_PORT', 0, { min: 0, max: 65_535 }),
    home,
    databaseUrl: databaseUrl(env, mode),
    poolSize: integer(env, 'DATABASE_POOL_SIZE', 10, { min: 2, max: 500 }),
    baseUrl: baseUrl(env, mode),
    logLevel: oneOf(
      env,
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'info',
    ),
    adjustableClock: sandbox,
    secrets: sandbox ? sandboxSecrets(env, home) : productionSecrets(env),
    trustedProxies: list(env, 'GUICHE_TRUSTED_PROXIES'),
    limits: readLimits(env),
    outbound: readOutbound(env, mode),
    eventDays: integer(env, 'GUICHE_EVENT_DAYS', 90, { min: 1, max: 3_650 }),
    auditDays: integer(env, 'GUICHE_AUDIT_DAYS', 3_650, { min: 90, max: 36_500 }),
    devicePay: readDevicePay(env, mode),
    ...readMail(env, mode),
  }
}

const modeOf = (env: Environment): Config['mode'] =>
  oneOf(
    env,
    'GUICHE_MODE',
    ['sandbox', 'production'],
    env.NODE_ENV === 'production' ? 'production' : 'sandbox',
  )

function readLimits(env: Environment): Limits {
  const rate = (name: string, count: number, seconds: number, burst: number): Rate => {
    const times = integer(env, `${name}_FACTOR`, 1, { min: 1, max: 100_000 })
    return { perSecond: (count / seconds) * times, burst: burst * times }
  }
  const perMinute = (name: string, fallback: number): Rate => {
    const count = integer(env, name, fallback, { min: 1, max: 10_000_000 })
    return { perSecond: count / 60, burst: count }
  }
  const requestsInFlight = integer(env, 'GUICHE_REQUESTS_IN_FLIGHT', 1_024, {
    min: 1,
    max: 100_000,
  })
  const place = (name: string, fallback: number) =>
    integer(env, name, fallback, { min: 1, max: 1_000_000 })
  return {
    acquirerCallMs: integer(env, 'GUICHE_ACQUIRER_CALL_MS', 20_000, { min: 100, max: 24_000 }),
    answerMs: integer(env, 'GUICHE_ANSWER_MS', 28_000, { min: 100, max: 28_000 }),
    requestsInFlight,
    requestsInFlightPerAccount: place(
      'GUICHE_REQUESTS_IN_FLIGHT_PER_ACCOUNT',
      Math.ceil(requestsInFlight / 2),
    ),
    keylessPerAddress: place(
      'GUICHE_KEYLESS_PER_ADDRESS',
      Math.min(128, Math.ceil(requestsInFlight / 4)),
    ),
    connections: place('GUICHE_CONNECTIONS', 10_000),
    bodyBytesPerSecond: place('GUICHE_BODY_BYTES_PER_SECOND', 1_024),
    bodyGraceMs: integer(env, 'GUICHE_BODY_GRACE_MS', 5_000, { min: 50, max: 28_000 }),
    rates: {
      secretKey: rate('RATE_SECRET_KEY', 100, 1, 200),
      publicKey: rate('RATE_PUBLIC_KEY', 600, 60, 600),
      publicKeyPerAddress: rate('RATE_PUBLIC_KEY_PER_ADDRESS', 60, 60, 60),
      unknownCredentials: rate('RATE_UNKNOWN_CREDENTIALS', 20, 60, 20),
      adminToken: rate('RATE_ADMIN_TOKEN', 100, 1, 200),
      signInsPerAddress: perMinute('RATE_SIGN_INS_PER_ADDRESS', 30),
      pagesPerAddress: rate('RATE_PAGES_PER_ADDRESS', 100, 1, 400),
      sessionsPerAccount: perMinute('RATE_SESSIONS_PER_ACCOUNT', 600),
      sessionsPerHost: perMinute('RATE_SESSIONS_PER_HOST', 600),
      sessionsPerAddress: perMinute('RATE_SESSIONS_PER_ADDRESS', 300),
    },
  }
}

function readOutbound(env: Environment, mode: Config['mode']): Outbound {
  const ports = list(env, 'OUTBOUND_EXTRA_PORTS').map(Number)
  if (ports.some((port) => !Number.isInteger(port) || port < 1 || port > 65_535)) {
    throw new ConfigError('ports-invalid')
  }
  const sandbox = mode === 'sandbox'
  const named = subnets(env, 'OUTBOUND_ALLOWED_SUBNETS')
  const unsafe = named.find(
    (subnet) => !sandbox && neverInProduction.some((never) => overlap(subnet, never)),
  )
  if (unsafe !== undefined) {
    throw new ConfigError('subnet-too-wide', { subnet: unsafe })
  }
  return {
    allowHttp: sandbox,
    extraPorts: sandbox && ports.length === 0 ? 'any' : ports,
    // On a laptop the shop under development runs on the same machine.
    allowedSubnets: sandbox && named.length === 0 ? ['127.0.0.0/8', '::1/128'] : named,
    deniedSubnets: subnets(env, 'OUTBOUND_DENIED_SUBNETS'),
  }
}

function readDevicePay(env: Environment, mode: Config['mode']): DevicePaySettings {
  const sandbox = mode === 'sandbox'
  for (const name of ['DEVICE_PAY_HOSTS', 'DEVICE_PAY_CA', 'DEVICE_PAY_CA_FILE']) {
    if (!sandbox && env[name]) throw new ConfigError('sandbox-only', { name })
  }
  const hosts = new Map(
    list(env, 'DEVICE_PAY_HOSTS').map((entry) => {
      const [, hostname, address, port] = /^([a-z0-9.-]+)=([0-9.]+):(\d{1,5})$/.exec(entry) ?? []
      if (!hostname || !address || !ipaddr.isValid(address) || Number(port) > 65_535) {
        throw new ConfigError('device-pay-hosts-invalid')
      }
      return [hostname, { address, port: Number(port) }] as const
    }),
  )
  const needsSession =
    !sandbox || oneOf(env, 'DEVICE_PAY_NEEDS_SESSION', ['true', 'false'], 'false') === 'true'
  return { allowLocal: sandbox, hosts, needsSession, ca: text(env, 'DEVICE_PAY_CA') }
}

function readMail(env: Environment, mode: Config['mode']): Pick<Config, 'mail'> {
  const smtp = smtpServer(text(env, 'SMTP_URL'))
  if (smtp === undefined) return {}
  const sandbox = mode === 'sandbox'
  const sender = env.MAIL_FROM || (sandbox ? 'Guichê <guiche@sandbox.localhost>' : undefined)
  if (sender === undefined) throw new ConfigError('mail-from-missing')
  const [, name = '', address = sender] = /^([^<>]*?)\s*<([^<>]+)>$/.exec(sender.trim()) ?? []
  if (!isMailAddress(address.trim()) || oneLine(name) !== name)
    throw new ConfigError('mail-from-invalid')
  const ca = text(env, 'SMTP_CA')
  return {
    mail: {
      smtp,
      needsTls: !sandbox,
      from: { name, address: address.trim() },
      ...(ca !== undefined && { ca }),
    },
  }
}

/**
 * `smtps://user:password@host:465`. Parameters are refused: none of them can turn the check of the
 * certificate off.
 */
function smtpServer(address: string | undefined): MailSettings['smtp'] | undefined {
  if (address === undefined) return undefined
  const url = URL.parse(address)
  const isTls = url?.protocol === 'smtps:'
  const isSmtp = isTls || url?.protocol === 'smtp:'
  if (!url || !isSmtp || !url.hostname || url.search || url.hash || !/^\/?$/.test(url.pathname))
    throw new ConfigError('smtp-url-invalid')
  const login = url.username !== '' && {
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
  const port = Number(url.port) || (isTls ? 465 : 587)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, isTls, ...login }
}

function subnets(env: Environment, name: string): string[] {
  const named = list(env, name)
  const bad = named.find((subnet) => !ipaddr.isValidCIDR(subnet) || subnet.endsWith('/0'))
  if (bad !== undefined) throw new ConfigError('subnet-invalid', { name, subnet: bad })
  return named
}

/**
 * This machine, and the link-local addresses with a cloud's metadata: no setting allows them in
 * production.
 */
const neverInProduction = [
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '::/127',
  '::ffff:0:0/96',
  'fe80::/10',
]

function overlap(one: string, other: string): boolean {
  const [first, firstBits] = ipaddr.parseCIDR(one)
  const [second, secondBits] = ipaddr.parseCIDR(other)
  return first.kind() === second.kind() && first.match(second, Math.min(firstBits, secondBits))
}

/**
 * Secrets are read from files or the environment; weak ones are rejected (docs/design/rules.md#k6).
 */
function productionSecrets(env: Environment): Secrets {
  const keys = masterKeys(secret(env, 'GUICHE_MASTER_KEYS'))
  return {
    masterKeys: keys,
    ...sealingVersion(env, keys),
    pepper: strong('GUICHE_PEPPER', secret(env, 'GUICHE_PEPPER')),
    ...adminTokens(
      env,
      strong('GUICHE_ADMIN_TOKEN', secret(env, 'GUICHE_ADMIN_TOKEN')).toString('utf8'),
    ),
  }
}

/** The operator's token, its end, and the previous one while it is replaced. */
function adminTokens(
  env: Environment,
  adminToken: string,
): Pick<Secrets, 'adminToken' | 'adminTokenUntil' | 'previousAdminToken'> {
  const name = 'GUICHE_ADMIN_TOKEN_PREVIOUS'
  const adminTokenUntil = instant(env, 'GUICHE_ADMIN_TOKEN_UNTIL')
  const previous = text(env, name)
  const until = instant(env, `${name}_UNTIL`)
  const ends = adminTokenUntil && { adminTokenUntil }
  if (previous === undefined) return { adminToken, ...ends }
  if (until === undefined) throw new ConfigError('previous-token-without-end')
  if (previous === adminToken) throw new ConfigError('tokens-alike')
  strong(name, previous)
  return { adminToken, ...ends, previousAdminToken: { token: previous, until } }
}

function sealingVersion(
  env: Environment,
  keys: ReadonlyMap<number, Buffer>,
): Pick<Secrets, 'sealingVersion'> {
  const name = 'GUICHE_MASTER_KEY_VERSION'
  if (!env[name]) return {}
  const version = integer(env, name, 0, { min: 1, max: 65_535 })
  if (!keys.has(version))
    throw new ConfigError('not-one-of', { name, values: [...keys.keys()].join(', ') })
  return { sealingVersion: version }
}

function instant(env: Environment, name: string): Date | undefined {
  const value = env[name]
  if (!value) return undefined
  try {
    return new Date(Temporal.Instant.from(value).epochMilliseconds)
  } catch (cause) {
    throw new ConfigError('not-an-instant', { name }, { cause })
  }
}

function secret(env: Environment, name: string): string {
  const value = text(env, name)
  if (value === undefined) throw new ConfigError('secret-missing', { name })
  return value
}

/** The value of `NAME`, or the content of the file `NAME_FILE`. */
function text(env: Environment, name: string): string | undefined {
  const path = env[`${name}_FILE`]
  if (!path) return env[name] || undefined
  if (env[name]) throw new ConfigError('secret-given-twice', { name })
  try {
    const file = statSync(path)
    const isOpen =
      modeOf(env) === 'production'
        ? isSecretFileOpen(file, process.getuid?.())
        : (file.mode & 0o007) !== 0
    if (isOpen) throw new ConfigError('secret-file-open', { name, path })
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    throw new ConfigError('secret-file-unreadable', { name, path }, { cause })
  }
}

function strong(name: string, value: string): Buffer {
  if (value.length < 32) throw new ConfigError('secret-short', { name })
  if (isWeakSecret(value)) throw new ConfigError('secret-weak', { name })
  return Buffer.from(value, 'utf8')
}

/** `1:<base64 of 32 bytes>,2:<…>`: versions, so that keys can be replaced while processes run. */
function masterKeys(value: string): ReadonlyMap<number, Buffer> {
  const keys = new Map<number, Buffer>()
  for (const entry of value.split(',')) {
    const [version = '', encoded = ''] = entry.trim().split(':')
    const key = Buffer.from(encoded, 'base64')
    const number = Number(version)
    if (
      !Number.isInteger(number) ||
      number < 1 ||
      number > 65_535 ||
      key.length !== 32 ||
      keys.has(number)
    ) {
      throw new ConfigError('master-keys-invalid')
    }
    if (new Set(key).size < 10) throw new ConfigError('master-key-weak', { version: number })
    keys.set(number, key)
  }
  return keys
}

/**
 * The sandbox creates its secrets at the first start and keeps them, readable by their owner only.
 */
function sandboxSecrets(env: Environment, home: string): Secrets {
  const kept = keptSecrets(home)
  const keys = masterKeys(text(env, 'GUICHE_MASTER_KEYS') ?? kept.masterKeys)
  return {
    masterKeys: keys,
    ...sealingVersion(env, keys),
    pepper: Buffer.from(text(env, 'GUICHE_PEPPER') ?? kept.pepper, 'utf8'),
    ...adminTokens(env, text(env, 'GUICHE_ADMIN_TOKEN') ?? kept.adminToken),
  }
}

interface KeptSecrets {
  readonly masterKeys: string
  readonly pepper: string
  readonly adminToken: string
}

function keptSecrets(home: string): KeptSecrets {
  const path = join(home, 'secrets.json')
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as KeptSecrets
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    if (code === 'ENOTDIR' || code === 'EACCES')
      throw new ConfigError('home-unusable', { home, reason: code }, { cause })
    if (code !== 'ENOENT') throw new ConfigError('file-unreadable', { path }, { cause })
  }
  const fresh: KeptSecrets = {
    masterKeys: `1:${randomSecret(32).toString('base64')}`,
    pepper: randomBase62(48),
    adminToken: `adm_${randomBase62(40)}`,
  }
  // The complete file is linked into place: two processes that start together use the first one's.
  const draft = `${path}.${randomBase62(8)}`
  try {
    mkdirSync(home, { recursive: true })
    writeFileSync(draft, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    linkSync(draft, path)
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new ConfigError('home-unusable', { home, reason: code }, { cause })
  } finally {
    rmSync(draft, { force: true })
  }
  return JSON.parse(readFileSync(path, 'utf8')) as KeptSecrets
}

/**
 * Production keeps its database outside the program's own folder. A sandbox opens databases of its
 * own machine only: a process without GUICHE_MODE is a sandbox, and must not reach the database of
 * a server by mistake.
 */
function databaseUrl(env: Environment, mode: Config['mode']): string | undefined {
  const url = text(env, 'DATABASE_URL')
  if (url === undefined) {
    if (mode === 'production') throw new ConfigError('database-url-missing')
    return undefined
  }
  if (!isSocketFolder(url) && !/^postgres(?:ql)?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new ConfigError('database-url-invalid')
  if (isOnThisMachine(hostOfDatabase(env, url))) return url
  if (mode === 'sandbox') throw new ConfigError('database-elsewhere')
  if (!verifiesServer(url)) throw new ConfigError('database-without-tls')
  return url
}

/**
 * The driver checks the server's certificate: against the public authorities with `verify-full`, or
 * against the authority in `sslrootcert`. Each parameter may be given once, because the driver uses
 * the last one, and `ssl` would overrule it.
 */
function verifiesServer(url: string): boolean {
  const parameters = URL.parse(url)?.searchParams
  const modes = parameters?.getAll('sslmode') ?? []
  if (!parameters || modes.length !== 1 || parameters.has('ssl')) return false
  const hasAuthority = parameters.getAll('sslrootcert').length === 1
  return modes[0] === 'verify-full' || (hasAuthority && modes[0] === 'verify-ca')
}

/**
 * The host the driver connects to: a `host` parameter wins, and a missing one comes from PGHOST.
 */
function hostOfDatabase(env: Environment, text: string): string {
  if (isSocketFolder(text)) return '/'
  const url = URL.parse(text)
  return url?.searchParams.get('host') || url?.hostname || env.PGHOST || 'localhost'
}

const isSocketFolder = (text: string): boolean => text.startsWith('/') || text.startsWith('socket:')

const isOnThisMachine = (host: string): boolean =>
  host.startsWith('/') ||
  host.startsWith('%2F') ||
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

function baseUrl(env: Environment, mode: Config['mode']): string | undefined {
  const value = env.GUICHE_BASE_URL
  if (!value) {
    if (mode === 'production') throw new ConfigError('base-url-missing')
    return undefined
  }
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new ConfigError('base-url-invalid')
  }
  if (mode === 'production' && url.protocol !== 'https:')
    throw new ConfigError('base-url-not-https')
  return url.href.replace(/(?<!\/)\/+$/, '')
}

function integer(
  env: Environment,
  name: string,
  fallback: number,
  { min, max }: { min: number; max: number },
): number {
  const value = env[name]
  if (value === undefined || value === '') return fallback
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= min && number <= max)) throw new ConfigError('not-a-number', { name, min, max })
  return number
}

function oneOf<Value extends string>(
  env: Environment,
  name: string,
  values: readonly Value[],
  fallback: Value,
): Value {
  const value = env[name]
  if (!value) return fallback
  const found = values.find((each) => each === value)
  if (found === undefined) throw new ConfigError('not-one-of', { name, values: values.join(', ') })
  return found
}

const list = (env: Environment, name: string): string[] =>
  (env[name] ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** The language of messages in a terminal: Portuguese, or English where the system says so. */
export const terminalLanguage = (
  { LC_ALL, LC_MESSAGES, LANG }: Environment = process.env,
): 'pt' | 'en' => (/^en/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'en' : 'pt')
