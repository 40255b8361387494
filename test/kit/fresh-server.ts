import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '../../src/db/pool.ts'
import { findPlace, mkdirFor } from '../../src/db/postgres-place.ts'
import { until } from './time-limit.ts'

interface FreshServer {
  readonly setup: string
  readonly port: number
}

/**
 * A PostgreSQL of its own on the loopback, without databases of ours. `setup` is SQL that its
 * superuser runs before it starts: one statement a line. Logins need the password of the role.
 */
export async function startFreshServer({ setup, port }: FreshServer) {
  const home = mkdtempSync(join(tmpdir(), 'guiche-server-'))
  chmodSync(home, 0o711) // PostgreSQL must reach its directory as another user.
  const { binaries, user, data } = await findPlace(home)
  await mkdirFor(data, user)
  const run = (program: string, args: readonly string[], input = '') => {
    const { status, stderr } = spawnSync(program, args, {
      ...user,
      ...{ cwd: '/', env: { LC_ALL: 'C' }, encoding: 'utf8', input },
    })
    if (status !== 0 || stderr.includes('ERROR:')) throw new Error(stderr)
  }
  run(binaries.initdb, ['-D', data, '-U', 'postgres', '--auth=reject', '--no-sync', '-N'])
  writeFileSync(join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
  run(binaries.postgres, ['--single', '-D', data, 'postgres'], setup)
  const options = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' }
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const server = spawn(binaries.postgres, ['-D', data, ...args], {
    ...user,
    ...{ cwd: '/', env: { LC_ALL: 'C' }, stdio: 'ignore' },
  })

  return {
    /** Waits until this address accepts a login. */
    async untilReady(url: string) {
      await until('the server is ready', async () => {
        const sql = openPool({ url, max: 1, applicationName: 'guiche-test' })
        const isReady = await sql`select 1`.then(
          () => true,
          () => false,
        )
        await sql.end()
        return isReady
      })
    },
    async close() {
      const ended = once(server, 'exit')
      server.kill('SIGQUIT')
      await ended
      rmSync(home, { recursive: true })
    },
  }
}
