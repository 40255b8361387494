import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'
import {
  type Merchant,
  type SeededProviders,
  seedMerchant,
  seedProviders,
} from '../../scripts/seed.ts'
import { readConfig } from '../../src/config.ts'
import type { Gateway } from '../../src/serve.ts'
import { type ArchivedPostgres, openArchivedPostgres } from './archived-postgres.ts'
import { openReceiver } from './receiver.ts'
import { reservePort } from './reserve-port.ts'
import { served } from './served.ts'
import { openShop, type Shop } from './shop.ts'

/** A gateway with providers that live on while its database is restored to an earlier instant. */
export interface RestorableWorld {
  readonly home: string
  readonly postgres: ArchivedPostgres
  readonly sandbox: Sandbox
  /** The gateway of now. */
  gateway(): Gateway
  /** The shop, speaking to the gateway of now. */
  shop(): Shop
  /** A shop whose boletos are those of Inter. */
  shopAtInter(): Shop
  /** The clock of the database. */
  databaseNow(): Promise<Date>
  /** Ends the gateway, restores the database, and starts the gateway on it. */
  restoreTo(target: Date): Promise<void>
  close(): Promise<void>
}

export async function openRestorableWorld(): Promise<RestorableWorld> {
  const home = await mkdtemp(join(tmpdir(), 'guiche-restore-'))
  const postgres = await openArchivedPostgres(home)
  // The providers keep the address of their notices.
  const port = await reservePort()
  const config = readConfig({
    ...{
      GUICHE_HOME: home,
      PORT: String(port),
      DATABASE_URL: postgres.url,
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    },
    RATE_SECRET_KEY_FACTOR: '1000',
  })
  const { adminToken } = config.secrets
  let gateway = await served(config, ['api', 'worker'])
  const sandbox = await startSandbox({
    ...{ home, host: '127.0.0.1', ports: {} },
    gateway: { url: () => gateway.baseUrl, adminToken: () => adminToken },
  })
  const receiver = await openReceiver()
  const providers: SeededProviders = await seedProviders(gateway.app, sandbox.credentials)
  const announce = () => {
    gateway.app.links.sandboxUrl = sandbox.controlUrl
    const { noticeUrls } = providers
    sandbox.setGateway({ url: gateway.baseUrl, adminToken, noticeUrls })
  }
  announce()
  let isStopped = false
  const merchant: Merchant = await seedMerchant(gateway.app, { ids: providers.ids })
  const atInter = await seedMerchant(gateway.app, {
    ids: { ...providers.ids, boleto: providers.all.inter ?? '' },
  })
  const speakFor = (merchantOf: Merchant) =>
    openShop({
      ...{ baseUrl: gateway.baseUrl, sandboxUrl: sandbox.controlUrl, receiver },
      merchant: merchantOf,
    })
  return {
    ...{ home, postgres, sandbox },
    gateway: () => gateway,
    shop: () => speakFor(merchant),
    shopAtInter: () => speakFor(atInter),
    async databaseNow() {
      const [row] = await gateway.app.sql<{ now: Date }[]>`select clock_timestamp() as now`
      return row?.now ?? new Date(0)
    },
    async restoreTo(target) {
      await gateway.stop()
      isStopped = true
      await postgres.restore(target)
      gateway = await served(config, ['api', 'worker'])
      isStopped = false
      announce()
    },
    async close() {
      await sandbox.stop()
      if (!isStopped) await gateway.stop()
      await receiver.close()
      await postgres.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}
