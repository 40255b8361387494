import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bankNamed } from '../../sandbox/pix/bank.ts'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'
import {
  type Merchant,
  type SandboxCredentials,
  type SeededProviders,
  seedMerchant,
  seedProviders,
} from '../../scripts/seed.ts'
import type { App } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { Gateway } from '../../src/serve.ts'
import { openTestDatabase } from './database.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { reservePort } from './reserve-port.ts'
import { shareSandboxKeys, takeSandboxKeys } from './sandbox-keys.ts'
import { served } from './served.ts'
import { openShop, type Shop } from './shop.ts'

/** The gateway and the outside world, each over real HTTP, on a database of their own. */
export interface World {
  /** State, keys and certificates of both. */
  readonly home: string
  readonly app: App
  readonly baseUrl: string
  readonly databaseUrl: string
  readonly sandbox: Sandbox
  readonly adminToken: string
  readonly providers: SeededProviders
  /** Where shops receive their webhooks. */
  readonly receiver: Receiver
  /**
   * A merchant with every method, its keys, and a program that speaks for it. `through`: providers
   * in place of the usual ones.
   */
  openShop(through?: Partial<SeededProviders['ids']>): Promise<Shop>
  newMerchant(): Promise<Merchant>
  close(): Promise<void>
}

interface WorldOptions {
  /**
   * Whether the gateway reads the files of its providers and compares them each day. Most stories
   * do not look at them, and a story that moves the clock by a month reads 200. Default: no.
   */
  readonly readsFiles?: boolean
  /** Whether the providers leave their own files in mailboxes. Default: no. */
  readonly hasMailboxes?: boolean
}

/**
 * For a file in which a provider falls silent, which costs each such test this long. Elsewhere the
 * usual limit counts: a busy machine must not look like a silent provider.
 */
export const shortCalls = { GUICHE_ACQUIRER_CALL_MS: '3000' }

/**
 * One for each test file of stories: `const world = await openWorld()` and `after(() =>
 * world.close())`.
 */
export async function openWorld(
  env: Readonly<Record<string, string>> = {},
  { readsFiles = false, hasMailboxes = false }: WorldOptions = {},
): Promise<World> {
  const home = env.GUICHE_HOME ?? (await mkdtemp(join(tmpdir(), 'guiche-world-')))
  const hasSharedKeys = !env.GUICHE_HOME && (await takeSandboxKeys(home))
  const database = await openTestDatabase()
  const smtpPort = await reservePort()
  const config = readConfig({
    GUICHE_HOME: home,
    PORT: String(await reservePort()),
    DATABASE_URL: database.url,
    LOG_LEVEL: 'fatal',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    RATE_SECRET_KEY_FACTOR: '1000',
    RATE_PUBLIC_KEY_FACTOR: '1000',
    RATE_PUBLIC_KEY_PER_ADDRESS_FACTOR: '1000',
    RATE_UNKNOWN_CREDENTIALS_FACTOR: '1000',
    RATE_SESSIONS_PER_ACCOUNT: '100000',
    RATE_SESSIONS_PER_HOST: '100000',
    RATE_SESSIONS_PER_ADDRESS: '100000',
    ...env,
  })
  const gateway: Gateway = await served(config, ['api', 'worker'])
  const { adminToken } = config.secrets
  const sandbox = await startSandbox({
    home,
    host: '127.0.0.1',
    ports: { mail: smtpPort },
    gateway: { url: () => gateway.baseUrl, adminToken: () => adminToken },
    mailbox: hasMailboxes,
    ...(env.SANDBOX_PIX_BANK && { pixBank: bankNamed(env.SANDBOX_PIX_BANK) }),
  })
  if (!hasSharedKeys) await shareSandboxKeys(home)
  gateway.app.links.sandboxUrl = sandbox.controlUrl
  const credentials = readsFiles ? sandbox.credentials : withoutFiles(sandbox.credentials)
  const providers = await seedProviders(gateway.app, credentials)
  sandbox.setGateway({ url: gateway.baseUrl, adminToken, noticeUrls: providers.noticeUrls })
  const receiver = await openReceiver()
  const newMerchant = (through: Partial<SeededProviders['ids']> = {}) =>
    seedMerchant(gateway.app, { ids: { ...providers.ids, ...through } })

  return {
    home,
    app: gateway.app,
    baseUrl: gateway.baseUrl,
    databaseUrl: database.url,
    sandbox,
    adminToken,
    providers,
    receiver,
    newMerchant,
    openShop: async (through) =>
      openShop({
        baseUrl: gateway.baseUrl,
        sandboxUrl: sandbox.controlUrl,
        receiver,
        merchant: await newMerchant(through),
      }),
    async close() {
      await sandbox.stop()
      await gateway.stop()
      await receiver.close()
      await database.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** The same settings without the daily files of sales and payments, which are optional. */
const withoutFiles = (credentials: SandboxCredentials): SandboxCredentials =>
  Object.fromEntries(
    Object.entries(credentials).map(([simulator, { statement, files, ...settings }]) => [
      simulator,
      settings,
    ]),
  )
