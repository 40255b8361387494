import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import type { CustodyKind } from './config/custody/custody.ts'
import { custodyOf, unwrapSecrets } from './config/custody/unwrap-secrets.ts'
import { databaseUrls } from './config/database-url.ts'
import {
  type Environment,
  integer,
  list,
  type Mode,
  modeOf,
  oneOf,
  text,
} from './config/environment.ts'
import { productionSecrets, type Secrets, sandboxSecrets } from './config/secrets.ts'
import { readTracing, type TracingSettings } from './config/tracing-settings.ts'
import { ConfigError } from './primitives/config-error.ts'
import { decodePercent } from './primitives/decode-percent.ts'
import { isMailAddress, oneLine } from './primitives/mail-text.ts'
import { languageOfTerminal } from './primitives/terminal-language.ts'

export { ConfigError } from './primitives/config-error.ts'

/** The settings of the environment, read once. */
export interface Config {
  /** Production rejects sample secrets, the adjustable clock and private destinations. */
  readonly mode: Mode
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Another port for `/metrics` and `/health` alone. 0: any free one. Absent: none. */
  readonly statusPort?: number
  readonly sandboxPort: number
  /** Absolute path of the state directory. */
  readonly home: string
  /** Absent: the embedded PostgreSQL inside `home`. */
  readonly databaseUrl: string | undefined
  /** Present if `databaseUrl` is a pooler in transaction mode: the address without the pooler. */
  readonly databaseDirectUrl: string | undefined
  /** The highest number of connections of one process. */
  readonly poolSize: number
  /** Whether a failover of the database loses no commit: it has a synchronous standby. */
  readonly failoverIsLossless: boolean
  /** The number of this process among those of one `serve --processes`, from 1. */
  readonly processNumber: number | undefined
  /** Our public address. Absent: the address listened on. */
  readonly baseUrl: string | undefined
  /** The address of the pages of links and checkout sessions. Absent: the public address. */
  readonly checkoutUrl: string | undefined
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  readonly adjustableClock: boolean
  readonly secrets: Secrets
  /** The service that opened the secrets at the start. */
  readonly custody: CustodyKind
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  readonly limits: Limits
  readonly outbound: Outbound
  /** The age up to which the feed returns events, days. */
  readonly eventDays: number
  /**
   * How many whole months before the current one tables keep. Absent: all of them. A delivery is
   * kept no longer than its event.
   */
  readonly keptMonths: {
    readonly events?: number
    readonly deliveries?: number
    readonly settlementLines?: number
  }
  /** Whether sensitive changes of a person wait for another person. */
  readonly needsSecondPerson: boolean
  /** How long the contents of audit entries are kept, days. */
  readonly auditDays: number
  /** How long a checkout session without a payment is kept after its end, days. */
  readonly checkoutSessionDays: number
  /** Whether requests of accounts are kept for some days. */
  readonly logsRequests: boolean
  readonly devicePay: DevicePaySettings
  /** Absent: mails wait in the queue. */
  readonly mail?: MailSettings
  /** Absent: no traces. */
  readonly tracing?: TracingSettings
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
    /** The forms that payers send, and those with a card: a page must not test stolen cards. */
    readonly checkoutsPerAddress: Rate
    readonly checkoutCardsPerAddress: Rate
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

/** The settings of the process, after its custody has opened the secrets. @throws ConfigError */
export const loadConfig = async (options: { readonly makesHome?: boolean } = {}): Promise<Config> =>
  readConfig(await unwrapSecrets(process.env), options)

/** The environment of the process, for a command that reads settings before they are complete. */
export const environment = (): Environment => process.env

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
    ...(env.GUICHE_STATUS_PORT && {
      statusPort: integer(env, 'GUICHE_STATUS_PORT', 0, { min: 0, max: 65_535 }),
    }),
    sandboxPort: integer(env, 'SANDBOX_PORT', 0, { min: 0, max: 65_535 }),
    home,
    ...databaseUrls(env, mode),
    poolSize: integer(env, 'DATABASE_POOL_SIZE', 10, { min: 2, max: 500 }),
    failoverIsLossless:
      oneOf(env, 'GUICHE_FAILOVER', ['lossless', 'may-lose'], 'may-lose') === 'lossless',
    processNumber: integer(env, 'GUICHE_PROCESS', 0, { min: 0, max: 256 }) || undefined,
    baseUrl: baseUrl(env, mode),
    checkoutUrl: ownUrl(env, 'GUICHE_CHECKOUT_URL', mode),
    logLevel: oneOf(
      env,
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'info',
    ),
    adjustableClock: sandbox,
    secrets: sandbox ? sandboxSecrets(env, home) : productionSecrets(env),
    custody: custodyOf(env),
    trustedProxies: readTrustedProxies(env),
    limits: readLimits(env),
    outbound: readOutbound(env, mode),
    eventDays: readEventDays(env),
    keptMonths: readKeptMonths(env),
    needsSecondPerson:
      oneOf(env, 'GUICHE_SECOND_PERSON', ['on', 'off'], sandbox ? 'off' : 'on') === 'on',
    auditDays: integer(env, 'GUICHE_AUDIT_DAYS', 3_650, { min: 90, max: 36_500 }),
    checkoutSessionDays: integer(env, 'GUICHE_CHECKOUT_SESSION_DAYS', 30, { min: 1, max: 3_650 }),
    logsRequests: oneOf(env, 'GUICHE_REQUEST_LOG', ['on', 'off'], 'on') === 'on',
    devicePay: readDevicePay(env, mode),
    ...readMail(env, mode),
    ...readTracing(env),
  }
}

const readEventDays = (env: Environment): number =>
  integer(env, 'GUICHE_EVENT_DAYS', 90, { min: 1, max: 3_650 })

/** The feed returns events of all its days, so their months stay. */
function readKeptMonths(env: Environment): Config['keptMonths'] {
  const months = (name: string) =>
    env[name] ? integer(env, name, 0, { min: 4, max: 1_200 }) : undefined
  const events = months('GUICHE_EVENT_MONTHS')
  const deliveries = months('GUICHE_DELIVERY_MONTHS') ?? events
  const settlementLines = months('GUICHE_SETTLEMENT_MONTHS')
  const days = readEventDays(env)
  if (events !== undefined && events * shortestMonth < days)
    throw new ConfigError('event-months-too-few', { days })
  return {
    ...(events !== undefined && { events }),
    ...(deliveries !== undefined && { deliveries: Math.min(deliveries, events ?? deliveries) }),
    ...(settlementLines !== undefined && { settlementLines }),
  }
}

/** Days. */
const shortestMonth = 28

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
      checkoutsPerAddress: rate('RATE_CHECKOUTS_PER_ADDRESS', 60, 60, 60),
      checkoutCardsPerAddress: rate('RATE_CHECKOUT_CARDS_PER_ADDRESS', 60, 3_600, 20),
      sessionsPerAccount: perMinute('RATE_SESSIONS_PER_ACCOUNT', 600),
      sessionsPerHost: perMinute('RATE_SESSIONS_PER_HOST', 600),
      sessionsPerAddress: perMinute('RATE_SESSIONS_PER_ADDRESS', 300),
    },
  }
}

/** Names and addresses in the forms that the server takes. */
function readTrustedProxies(env: Environment): string[] {
  const named = list(env, 'GUICHE_TRUSTED_PROXIES')
  const bad = named.find((proxy) => !isProxy(proxy))
  if (bad !== undefined)
    throw new ConfigError('subnet-invalid', { name: 'GUICHE_TRUSTED_PROXIES', subnet: bad })
  return named
}

const isProxy = (text: string): boolean =>
  /^(?:loopback|linklocal|uniquelocal)$/.test(text) ||
  ipaddr.isValid(text) ||
  (ipaddr.isValidCIDR(text) && !/\/0+$/.test(text)) ||
  hasNetmask(text)

/** `10.0.0.0/255.0.0.0` */
function hasNetmask(text: string): boolean {
  const [address = '', mask = '', ...rest] = text.split('/')
  if (rest.length > 0 || !ipaddr.IPv4.isValid(address) || !ipaddr.IPv4.isValid(mask)) return false
  return (ipaddr.IPv4.parse(mask).prefixLengthFromSubnetMask() ?? 0) > 0
}

function readOutbound(env: Environment, mode: Mode): Outbound {
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

function readDevicePay(env: Environment, mode: Mode): DevicePaySettings {
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

function readMail(env: Environment, mode: Mode): Pick<Config, 'mail'> {
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
  const [user, password] = [url.username, url.password].map(decodePercent)
  if (user === undefined || password === undefined) throw new ConfigError('smtp-url-invalid')
  const login = user !== '' && { user, password }
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

function baseUrl(env: Environment, mode: Mode): string | undefined {
  const url = ownUrl(env, 'GUICHE_BASE_URL', mode)
  if (url === undefined && mode === 'production') throw new ConfigError('base-url-missing')
  return url
}

function ownUrl(env: Environment, name: string, mode: Mode): string | undefined {
  const value = env[name]
  if (!value) return undefined
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new ConfigError('base-url-invalid', { name })
  }
  if (mode === 'production' && url.protocol !== 'https:')
    throw new ConfigError('base-url-not-https', { name })
  return url.href.replace(/(?<!\/)\/+$/, '')
}

/** The language of messages in the terminal of this process. */
export const terminalLanguage = (env: Environment = process.env): 'pt' | 'en' =>
  languageOfTerminal(env)
