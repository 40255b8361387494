import { actAs } from '../../app.ts'
import { buildApp } from '../../build-app.ts'
import type { Config } from '../../config.ts'
import { type InspectedDatabase, inspectDatabase } from '../../db/open-database.ts'
import { gatewayActor } from '../../primitives/actor.ts'
import { ConfigError } from '../../primitives/config-error.ts'
import { withTimeout } from '../../primitives/with-timeout.ts'
import { addressChecks, proxiesCheck } from './address-checks.ts'
import { type Check, type CheckReport, runCheck } from './check.ts'
import { checkoutCheck } from './checkout-check.ts'
import { clockCheck, databaseCheck, diskCheck, roleCheck } from './database-checks.ts'
import { type Finding, finding, settingFinding } from './finding.ts'
import {
  accountsCheck,
  cashoutsCheck,
  mailCheck,
  tokensCheck,
  webhooksCheck,
  workerCheck,
} from './installation-checks.ts'
import { providerCallChecks, providersCheck } from './provider-checks.ts'

/**
 * Examines an installation. It neither migrates nor claims the database, and writes nothing but the
 * count of its calls to providers. What does not need the database is checked in any case.
 */
export async function examine(config: Config): Promise<CheckReport[]> {
  const alone = Promise.all(
    [proxiesCheck(config), ...addressChecks(config), diskCheck({ config })].map((each) =>
      runCheck(each),
    ),
  )
  const { report, database } = await connect(config)
  try {
    const inside =
      database && report.findings.length === 0 ? await lookInside(config, database) : []
    return [report, ...inside, ...(await alone)]
  } finally {
    await database?.close()
  }
}

/** Opens the database as it is. */
async function connect(
  config: Config,
): Promise<{ report: CheckReport; database?: InspectedDatabase }> {
  let database: InspectedDatabase | undefined
  const check: Check = {
    name: { pt: 'acesso ao banco de dados', en: 'access to the database' },
    async run() {
      try {
        database = await inspectDatabase(config)
      } catch (cause) {
        if (cause instanceof ConfigError) return { findings: [settingFinding(cause)] }
        throw cause
      }
      const { pending, mismatches } = database
      const behind: Finding[] =
        pending.length > 0 ? [finding('database-behind', { count: pending.length })] : []
      return { findings: [...behind, ...mismatches.map(settingFinding)] }
    },
  }
  const report = await runCheck(check, connectMs)
  return { report, ...(database && { database }) }
}

async function lookInside(config: Config, { url }: InspectedDatabase): Promise<CheckReport[]> {
  const built = await buildApp({
    config: { ...config, logLevel: 'silent' },
    databaseUrl: url,
    baseUrl: config.baseUrl ?? `http://${config.host}:${config.port}`,
    works: false,
  })
  const app = actAs(built, gatewayActor)
  try {
    const checks = [
      databaseCheck(app),
      roleCheck(app),
      clockCheck(app),
      workerCheck(app),
      cashoutsCheck(app),
      tokensCheck(app),
      providersCheck(app),
      ...(await providerCallChecks(app)),
      checkoutCheck(app),
      accountsCheck(app),
      webhooksCheck(app),
      mailCheck(app),
    ]
    return await Promise.all(checks.map((each) => runCheck(each)))
  } finally {
    await withTimeout(app.close(), closeMs)
  }
}

/** An embedded PostgreSQL may have to be started first. */
const connectMs = 60_000
const closeMs = 5_000
