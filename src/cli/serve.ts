import type { App } from '../app.ts'
import { type Config, ConfigError } from '../config.ts'
import type { Role } from '../serve.ts'
import { integerOf } from './arguments.ts'
import type { CliCommand } from './command.ts'
import type { SandboxProcess } from './sandbox-process.ts'
import { whenStopped } from './stop-signals.ts'

interface ServeOptions {
  readonly role?: string
  readonly processes?: number
}

export const serveCommand: CliCommand = {
  addTo(command, run) {
    command
      .allowExcessArguments(false)
      .option(
        '--role <PAPÉIS>',
        `um ou mais de ${roles.join(', ')}, separados por vírgula, ou all, que é api e worker; sem isto, all`,
      )
      .option(
        '--processes <N>',
        'quantos processos dividem a porta; sem isto, um',
        integerOf('--processes', 1),
      )
      .action(
        run((config, { role = 'all', processes = 1 }: ServeOptions) => {
          const wanted = rolesFrom(role)
          if (processes > mostProcesses)
            throw new ConfigError('not-a-number', {
              name: '--processes',
              min: 1,
              max: mostProcesses,
            })
          return withSandbox(config, wanted, (sandbox) => {
            const gatewayRoles = wanted.filter((each) => each !== 'sandbox')
            if (gatewayRoles.length === 0 && sandbox) return untilSandboxEnds(config, sandbox)
            return processes === 1
              ? serveUntilStopped(config, gatewayRoles, sandbox)
              : serveWithProcesses(config, gatewayRoles, { count: processes, sandbox })
          })
        }),
      )
  },
}

/** Runs the sandbox beside `work`, if it is wanted. Of several processes only the first has one. */
async function withSandbox(
  config: Config,
  wanted: readonly ServedRole[],
  work: (sandbox?: SandboxProcess) => Promise<number>,
): Promise<number> {
  if (!wanted.includes('sandbox') || config.processNumber !== undefined) return work()
  const { startSandboxProcess } = await import('./sandbox-process.ts')
  const sandbox = await startSandboxProcess(config)
  if (!sandbox) return 1
  try {
    return await work(sandbox)
  } finally {
    await sandbox.stop()
  }
}

async function untilSandboxEnds(config: Config, { url, ended }: SandboxProcess): Promise<number> {
  const stopped = whenStopped()
  const { openLog } = await import('../primitives/log.ts')
  openLog(config).info({ sandboxUrl: url, roles: 'sandbox' }, 'ready')
  process.send?.({ ready: { url } })
  return Promise.race([stopped.then(() => 0), ended.then(() => 1)])
}

async function serveUntilStopped(
  config: Config,
  wanted: readonly Role[],
  sandbox?: SandboxProcess,
): Promise<number> {
  const stopped = whenStopped()
  if (config.processNumber !== undefined) await stopWithoutParent()
  const [{ serve }, { tokenFingerprint }] = await Promise.all([
    import('../serve.ts'),
    import('../http/server/operator-log.ts'),
  ])
  const gateway = await Promise.race([serve(config, wanted), stopped.then(() => undefined)])
  // Stopped before it was ready: it accepted no work, so it ends at once.
  if (!gateway) process.exit(0)
  const { log, sql, vault } = gateway.app
  if (gateway.migrated.length > 0) log.info({ migrations: gateway.migrated }, 'migrated')
  if (config.processNumber === undefined) await checkConnections(config, 1, { sql, log })
  const { baseUrl, port, statusPort } = gateway
  const { adminToken, previousAdminToken } = config.secrets
  const tokens = [adminToken, ...(previousAdminToken ? [previousAdminToken.token] : [])]
  const operatorTokens = tokens.map((token) => tokenFingerprint(vault, token))
  const address = {
    ...((port ?? statusPort) !== undefined && { host: config.host }),
    ...(port !== undefined && { port }),
    ...(statusPort !== undefined && { statusPort }),
  }
  if (sandbox) {
    gateway.app.links.sandboxUrl = sandbox.url
    if (port !== undefined) sandbox.connect({ url: baseUrl, adminToken })
  }
  log.info({ baseUrl, roles: wanted.join(','), ...address, operatorTokens }, 'ready')
  process.send?.({ ready: { url: gateway.baseUrl } })
  const end = await Promise.race([
    stopped.then((signal) => ({ signal, code: 0 })),
    gateway.databaseGivenUp.then(() => ({ signal: 'database given up', code: 1 })),
    sandboxEnd(sandbox),
  ])
  log.info({ signal: end.signal }, 'stopping')
  endWithin(longestStopMs, () =>
    log.error({ open: process.getActiveResourcesInfo() }, 'not everything ended in time'),
  )
  await gateway.stop()
  await sandbox?.stop()
  log.info('stopped')
  return leave(end.code)
}

/** Never resolves without a sandbox. */
const sandboxEnd = (sandbox: SandboxProcess | undefined) =>
  new Promise<{ signal: string; code: number }>((resolve) => {
    void sandbox?.ended.then(() => resolve({ signal: 'the sandbox ended', code: 1 }))
  })

/**
 * Prepares the database and the port once, and runs the gateway in `count` processes that share
 * them.
 */
async function serveWithProcesses(
  config: Config,
  wanted: readonly Role[],
  { count, sandbox }: { readonly count: number; readonly sandbox: SandboxProcess | undefined },
): Promise<number> {
  const stopped = whenStopped()
  const [{ claimSharedPort, logPostgres, ownAddress }, database, { openLog }, processes, pool] =
    await Promise.all([
      import('../serve.ts'),
      import('../db/open-database.ts'),
      import('../primitives/log.ts'),
      import('./server-processes.ts'),
      import('../db/pool.ts'),
    ])
  const log = openLog(config)
  const answers = wanted.includes('api')
  const { host } = config
  const port = answers ? await claimSharedPort(host, config.port, 'PORT') : config.port
  // Connections of one shared port go to both servers.
  if (answers && port === config.statusPort)
    throw new ConfigError('port-taken', { port, name: 'GUICHE_STATUS_PORT' })
  const statusPort =
    config.statusPort === undefined
      ? undefined
      : await claimSharedPort(host, config.statusPort, 'GUICHE_STATUS_PORT')
  const opened = await Promise.race([
    database.openDatabase(config, { onPostgres: (event) => logPostgres(log, event) }),
    stopped.then(() => undefined),
  ])
  // Stopped before it was ready: it accepted no work, so it ends at once.
  if (!opened) process.exit(0)
  const { url, directUrl, migrated, givenUp, close } = opened
  if (migrated.length > 0) log.info({ migrations: migrated }, 'migrated')
  const sql = pool.openPool({ url: directUrl, max: 1, applicationName: 'guiche-serve' })
  await checkConnections(config, count, { sql, log })
  await sql.end()
  const servers = processes.keepServerProcesses({
    ...{ count, log },
    env: {
      PORT: String(port),
      ...(statusPort !== undefined && { GUICHE_STATUS_PORT: String(statusPort) }),
      ...(config.databaseUrl === undefined && { DATABASE_URL: url }),
    },
  })
  const asked = stopped.then((signal) => ({ signal, code: 0 }))
  const failed = servers.failed.then((code) => ({ signal: 'a process ended', code }))
  const lost = givenUp.then(() => ({ signal: 'database given up', code: 1 }))
  const alone = sandboxEnd(sandbox)
  const isReady = await Promise.race([servers.ready.then(() => true), asked, failed, alone])
  if (isReady === true) {
    const baseUrl = ownAddress(config, port)
    if (answers) sandbox?.connect({ url: baseUrl, adminToken: config.secrets.adminToken })
    const address = {
      ...(answers && { port }),
      ...(statusPort !== undefined && { statusPort }),
    }
    log.info({ baseUrl, roles: wanted.join(','), host, ...address, processes: count }, 'ready')
    process.send?.({ ready: { url: baseUrl } })
  }
  const end = await Promise.race([asked, failed, lost, alone])
  log.info({ signal: end.signal }, 'stopping')
  // Each process has its own limit, and says what is open.
  endWithin(longestStopMs + 2_000, () => log.error('not every process ended in time'))
  const code = await servers.stop()
  await sandbox?.stop()
  await close()
  log.info('stopped')
  return leave(end.code || code)
}

/** Node would end a process of a cluster at once when its parent is gone, with its work undone. */
async function stopWithoutParent(): Promise<void> {
  const { default: cluster } = await import('node:cluster')
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
}

async function checkConnections(
  config: Config,
  processes: number,
  { sql, log }: Pick<App, 'sql' | 'log'>,
): Promise<void> {
  const [{ databaseState }, { connectionBudget }] = await Promise.all([
    import('../db/role-store.ts'),
    import('../db/connection-budget.ts'),
  ])
  const budget = connectionBudget(await databaseState(sql), { ...config, processes })
  if (budget.wanted > budget.free)
    log.warn(
      budget,
      'PostgreSQL accepts fewer connections than may be opened: lower DATABASE_POOL_SIZE or --processes, or raise max_connections',
    )
}

function endWithin(limitMs: number, complain: () => void): void {
  setTimeout(() => {
    complain()
    process.exit(1)
  }, limitMs).unref()
}

/** The channel to the parent is no longer needed. */
function leave(code: number): number {
  if (process.connected) process.disconnect?.()
  return code
}

/** The time to finish accepted work after SIGTERM (docs/design/rules.md#d7), ms. */
const longestStopMs = 25_000

const mostProcesses = 256

/** The sandbox is a process of its own, for development. */
type ServedRole = Role | 'sandbox'

const roles: readonly ServedRole[] = ['api', 'worker', 'sandbox']

function rolesFrom(text: string): readonly ServedRole[] {
  if (text.trim() === 'all') return ['api', 'worker']
  return text.split(',').map((name) => {
    const role = roles.find((each) => each === name.trim())
    if (!role)
      throw new ConfigError('not-one-of', { name: '--role', values: `${roles.join(', ')}, all` })
    return role
  })
}
