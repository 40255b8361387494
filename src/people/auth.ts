import { AsyncLocalStorage } from 'node:async_hooks'
import type { BetterAuthOptions } from 'better-auth'
import type { Logger } from 'pino'
import type { Sql, Tx } from '../db/pool.ts'
import { type Clock, realNow } from '../primitives/clock.ts'
import { newId, randomSecret } from '../primitives/id.ts'
import type { Vault } from '../primitives/vault.ts'
import { authDatabase } from './auth-database.ts'
import { digestOfToken, type LoginKind, type LoginState, longestLoginMs } from './login.ts'
import { openPasswordHash } from './password-hash.ts'
import { removeExpiredValues } from './verification-store.ts'

/**
 * What the gateway uses of better-auth: persons, passwords, logins, values used once, and the
 * device flow. Its handler is never mounted, so none of its own endpoints can be reached
 * (docs/decisions/people.md).
 */
export interface Auth {
  /** Loads the library. Without it the first sign-in does. */
  load(): Promise<void>
  findByEmail(email: string): Promise<FoundPerson | undefined>
  createPerson(tx: Tx, person: NewPerson): Promise<string>
  /** The hash. With `tx` it is read in that transaction. */
  passwordOf(personId: string, tx?: Tx): Promise<string | undefined>
  /** Sets the first password, or replaces it. */
  setPassword(tx: Tx, personId: string, hash: string): Promise<void>
  hashPassword(password: string): Promise<string>
  /** Without a hash it takes the same time and is false. */
  verifyPassword(password: string, hash: string | undefined): Promise<boolean>
  createLogin(tx: Tx, login: NewLogin): Promise<CreatedLogin>
  /** Keeps a value under a secret name that is used once. */
  keepOnce(tx: Tx, name: string, value: string, lastsMs: number): Promise<void>
  /** Reads a value and leaves it. With `tx` it reads in that transaction. */
  peek(name: string, tx?: Tx): Promise<string | undefined>
  /** The value, for the first caller only. */
  takeOnce(tx: Tx, name: string): Promise<string | undefined>
  readonly device: DeviceFlow
}

export interface FoundPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly passwordHash: string | undefined
}

export interface NewPerson {
  readonly email: string
  readonly name: string
  readonly language: string
}

export interface NewLogin {
  readonly personId: string
  readonly kind: LoginKind
  readonly state: LoginState
  readonly provedAt: Date | null
  readonly address: string
  readonly userAgent: string
  /** Default: as long as a login may last. */
  readonly lastsMs?: number
}

export interface CreatedLogin {
  readonly id: string
  /** Sent to the client once. The database has its digest. */
  readonly token: string
}

/** A command line that asks a person in a browser for a login (RFC 8628). */
export interface DeviceFlow {
  begin(): Promise<DeviceCodes>
  /**
   * `tokenDigest` names the login of the person who decides. False: no such code, or it is over.
   */
  decide(userCode: string, isApproved: boolean, tokenDigest: string): Promise<boolean>
  /** `from` is what the login shows of the command line. */
  poll(
    tx: Tx,
    deviceCode: string,
    from: Pick<NewLogin, 'address' | 'userAgent'>,
  ): Promise<DevicePoll>
}

export interface DeviceCodes {
  readonly deviceCode: string
  readonly userCode: string
  readonly expiresInSeconds: number
  readonly intervalSeconds: number
}

export type DevicePoll =
  | { readonly kind: 'approved'; readonly token: string; readonly personId: string }
  | { readonly kind: 'pending' | 'too-fast' | 'denied' | 'over' }

interface Deps {
  readonly sql: Sql
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Logger
}

/** What a login holds beside better-auth's own columns, and what it is given. */
interface LoginInProgress
  extends Pick<NewLogin, 'kind' | 'state' | 'provedAt' | 'address' | 'userAgent'> {
  given?: { readonly token: string; readonly personId: string }
}

export function openAuth(deps: Deps): Auth {
  const { clock } = deps
  const database = authDatabase(deps.sql)
  const passwords = openPasswordHash()
  const logins = new AsyncLocalStorage<LoginInProgress>()
  let library: ReturnType<typeof loadLibrary> | undefined

  /** It takes half a second to load, so a process that signs no person in never loads it. */
  const context = async () => {
    library ??= loadLibrary(deps, { database, logins })
    return { auth: await library, ...(await (await library).$context) }
  }
  /** Runs work that creates one login. Returns its person, and the token that the hook gave it. */
  const withToken = async <Result>(login: LoginInProgress, work: () => Promise<Result>) => {
    const result = await logins.run(login, work)
    if (login.given === undefined) throw new Error('no login was created')
    return { result, ...login.given }
  }
  const expiry = (lastsMs: number) => new Date(realNow(clock).getTime() + lastsMs)

  return {
    async load() {
      await context()
    },
    async findByEmail(email) {
      const { internalAdapter } = await context()
      const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true })
      if (!found) {
        // The query that a person's credentials take: the time reveals no address.
        await internalAdapter.findAccounts(newId(realNow(clock).getTime()))
        return undefined
      }
      const { id, name } = found.user
      const password = found.accounts.find(({ providerId }) => providerId === passwordProvider)
      return { id, name, email: found.user.email, passwordHash: password?.password ?? undefined }
    },
    async createPerson(tx, { email, name, language }) {
      const { internalAdapter } = await context()
      const person = await database.within(tx, () =>
        internalAdapter.createUser(
          { email, name, emailVerified: true, language },
          { method: 'email-password' },
        ),
      )
      return person.id
    },
    async passwordOf(personId, tx) {
      const { internalAdapter } = await context()
      const find = () => internalAdapter.findAccounts(personId)
      const accounts = await (tx ? database.within(tx, find) : find())
      return (
        accounts.find(({ providerId }) => providerId === passwordProvider)?.password ?? undefined
      )
    },
    async setPassword(tx, personId, hash) {
      const { internalAdapter } = await context()
      await database.within(tx, async () => {
        const accounts = await internalAdapter.findAccounts(personId)
        if (accounts.some(({ providerId }) => providerId === passwordProvider))
          await internalAdapter.updatePassword(personId, hash)
        else
          await internalAdapter.createAccount({
            userId: personId,
            providerId: passwordProvider,
            accountId: personId,
            password: hash,
          })
      })
    },
    hashPassword: passwords.hash,
    verifyPassword: passwords.verify,
    async createLogin(tx, { personId, kind, state, provedAt, address, userAgent, lastsMs }) {
      const { internalAdapter } = await context()
      const values = { expiresAt: expiry(lastsMs ?? longestLoginMs) }
      const { result, token } = await withToken({ kind, state, provedAt, address, userAgent }, () =>
        database.within(tx, () => internalAdapter.createSession(personId, false, values, true)),
      )
      return { id: result.id, token }
    },
    async keepOnce(tx, name, value, lastsMs) {
      const { internalAdapter } = await context()
      await removeExpiredValues(tx)
      await database.within(tx, () =>
        internalAdapter.createVerificationValue({
          identifier: name,
          value,
          expiresAt: expiry(lastsMs),
        }),
      )
    },
    async peek(name, tx) {
      const { internalAdapter } = await context()
      const find = () => internalAdapter.findVerificationValue(name)
      const found = await (tx ? database.within(tx, find) : find())
      return found && found.expiresAt > realNow(clock) ? found.value : undefined
    },
    async takeOnce(tx, name) {
      const { internalAdapter } = await context()
      const taken = await database.within(tx, () => internalAdapter.consumeVerificationValue(name))
      return taken && taken.expiresAt > realNow(clock) ? taken.value : undefined
    },
    device: {
      async begin() {
        const { auth } = await context()
        const codes = await auth.api.deviceCode({ body: { client_id: deviceClient } })
        return {
          deviceCode: codes.device_code,
          userCode: codes.user_code,
          expiresInSeconds: codes.expires_in,
          intervalSeconds: codes.interval,
        }
      },
      async decide(userCode, isApproved, tokenDigest) {
        const { auth, authCookies, secret } = await context()
        const { makeSignature } = await import('better-auth/crypto')
        const signed = `${tokenDigest}.${await makeSignature(tokenDigest, secret)}`
        const cookie = `${authCookies.sessionToken.name}=${encodeURIComponent(signed)}`
        const headers = new Headers({ cookie })
        try {
          await auth.api.deviceVerify({ query: { user_code: userCode }, headers })
          const decision = { body: { userCode }, headers }
          if (isApproved) await auth.api.deviceApprove(decision)
          else await auth.api.deviceDeny(decision)
          return true
        } catch (cause) {
          if (oauthErrorOf(cause) === undefined) throw cause
          return false
        }
      },
      async poll(tx, deviceCode, from) {
        const { auth } = await context()
        const body = {
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code' as const,
          device_code: deviceCode,
          client_id: deviceClient,
        }
        try {
          const login = { kind: 'cli' as const, state: 'open' as const, provedAt: null, ...from }
          const { token, personId } = await withToken(login, () =>
            database.within(tx, () => auth.api.deviceToken({ body })),
          )
          return { kind: 'approved', token, personId }
        } catch (cause) {
          const error = oauthErrorOf(cause)
          if (error === undefined) throw cause
          return { kind: pollKinds[error] ?? 'over' }
        }
      },
    },
  }
}

const pollKinds: Readonly<Record<string, 'pending' | 'too-fast' | 'denied'>> = {
  authorization_pending: 'pending',
  slow_down: 'too-fast',
  access_denied: 'denied',
}

/** The `error` of a response by the library (RFC 6749). Undefined: another failure. */
function oauthErrorOf(cause: unknown): string | undefined {
  const error = (cause as { body?: { error?: unknown } } | null)?.body?.error
  return typeof error === 'string' ? error : undefined
}

const passwordProvider = 'credential'

async function loadLibrary(
  deps: Deps,
  {
    database,
    logins,
  }: { database: ReturnType<typeof authDatabase>; logins: AsyncLocalStorage<LoginInProgress> },
) {
  const { betterAuth } = await import('better-auth')
  return betterAuth(await authOptions(deps, { database, logins }))
}

/** The names and the rules of the library. Exported for the test of the migration. */
export async function authOptions(
  { vault, clock, log }: Omit<Deps, 'sql'>,
  {
    database,
    logins,
  }: {
    readonly database: ReturnType<typeof authDatabase>
    readonly logins: AsyncLocalStorage<LoginInProgress>
  },
) {
  const { deviceAuthorization } = await import('better-auth/plugins/device-authorization')
  const dates = { createdAt: 'created_at', updatedAt: 'updated_at' }
  return {
    appName: 'Guichê',
    // Only for addresses that the library builds, and none of them is used.
    baseURL: 'http://localhost',
    secret: vault.hmac('sign-in-library', 'secret').toString('base64url'),
    database: {
      dialect: await database.dialect(),
      type: 'postgres',
      schemaName: 'people',
      transaction: false, // Ours: `within`.
    },
    user: {
      modelName: 'persons',
      fields: { ...dates, emailVerified: 'email_verified' },
      additionalFields: { language: { type: 'string', required: false, input: false } },
    },
    session: {
      modelName: 'logins',
      fields: {
        ...dates,
        userId: 'person_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
      additionalFields: {
        kind: { type: 'string', required: false, input: false },
        state: { type: 'string', required: false, input: false },
        provedAt: { type: 'date', required: false, input: false, fieldName: 'proved_at' },
      },
      expiresIn: longestLoginMs / 1_000,
      disableSessionRefresh: true,
    },
    account: {
      modelName: 'credentials',
      fields: {
        ...dates,
        userId: 'person_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { ...dates, expiresAt: 'expires_at' },
      storeIdentifier: 'hashed',
    },
    plugins: [
      deviceAuthorization({
        expiresIn: '10m',
        interval: '5s',
        validateClient: (id) => id === deviceClient,
        schema: {
          deviceCode: {
            modelName: 'device_codes',
            fields: {
              deviceCode: 'device_code',
              userCode: 'user_code',
              userId: 'person_id',
              expiresAt: 'expires_at',
              lastPolledAt: 'last_polled_at',
              pollingInterval: 'polling_interval',
              clientId: 'client_id',
            },
          },
        },
      }),
    ],
    databaseHooks: {
      session: {
        create: {
          // Whichever way a login is created, the database gets the digest of its token.
          async before(session) {
            const login = logins.getStore()
            if (!login) throw new Error('a login is created outside of the gateway')
            const given = randomSecret(32).toString('base64url')
            login.given = { token: given, personId: session.userId }
            const { kind, state, provedAt, address: ipAddress } = login
            const userAgent = login.userAgent.slice(0, 300)
            const token = digestOfToken(vault, given)
            return { data: { ...session, kind, state, provedAt, ipAddress, userAgent, token } }
          },
        },
      },
    },
    advanced: {
      database: {
        generateId: () => newId(realNow(clock).getTime()),
        validateSchema: false, // A test compares the schema. A start makes no query for it.
      },
    },
    logger: {
      level: 'error',
      log: (_level, message) => log.error({ message }, 'better-auth reports an error'),
    },
    rateLimit: { enabled: false }, // Ours: people.sign_in_failures and the limiter of requests.
    telemetry: { enabled: false },
  } satisfies BetterAuthOptions
}

const deviceClient = 'guiche-cli'
