import { type Config, ConfigError } from '../config.ts'
import type { Role } from '../serve.ts'
import type { CliCommand } from './command.ts'
import { whenStopped } from './stop-signals.ts'

export const serveCommand: CliCommand = {
  addTo(command, run) {
    command
      .allowExcessArguments(false)
      .option(
        '--role <PAPÉIS>',
        `um ou mais de ${roles.join(', ')}, separados por vírgula; sem isto, api,worker`,
      )
      .action(run((config, { role }: { role?: string }) => serveUntilStopped(config, role)))
  },
}

async function serveUntilStopped(config: Config, roleNames = 'api,worker'): Promise<number> {
  const wanted = rolesFrom(roleNames)
  const stopped = whenStopped()
  const [{ serve }, { tokenFingerprint }] = await Promise.all([
    import('../serve.ts'),
    import('../http/server/operator-log.ts'),
  ])
  const gateway = await Promise.race([serve(config, wanted), stopped.then(() => undefined)])
  // Stopped before it was ready: it accepted no work, so it ends at once.
  if (!gateway) process.exit(0)
  const { log } = gateway.app
  if (gateway.migrated.length > 0) log.info({ migrations: gateway.migrated }, 'migrated')
  const { baseUrl, port } = gateway
  const { adminToken, previousAdminToken } = config.secrets
  const tokens = [adminToken, ...(previousAdminToken ? [previousAdminToken.token] : [])]
  const operatorTokens = tokens.map((token) => tokenFingerprint(gateway.app.vault, token))
  const address = port !== undefined && { host: config.host, port }
  log.info({ baseUrl, roles: roleNames, ...address, operatorTokens }, 'ready')
  process.send?.({ ready: { url: gateway.baseUrl } })
  const signal = await Promise.race([stopped, gateway.databaseGivenUp])
  log.info({ signal: signal ?? 'database given up' }, 'stopping')
  setTimeout(() => {
    log.error({ open: process.getActiveResourcesInfo() }, 'not everything ended in time')
    process.exit(1)
  }, longestStopMs).unref()
  await gateway.stop()
  log.info('stopped')
  if (process.connected) process.disconnect?.()
  const code = signal === undefined ? 1 : 0
  // A handle that was left open does not keep the process running.
  setTimeout(() => process.exit(code), 500).unref()
  return code
}

/** The time to finish accepted work after SIGTERM (docs/design/rules.md#d7), ms. */
const longestStopMs = 25_000

const roles: readonly Role[] = ['api', 'worker']

function rolesFrom(text: string): Role[] {
  return text.split(',').map((name) => {
    const role = roles.find((each) => each === name.trim())
    if (!role) throw new ConfigError('not-one-of', { name: '--role', values: roles.join(', ') })
    return role
  })
}
