import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openPool } from '../../src/db/pool.ts'
import { findPlace, mkdirFor } from '../../src/db/postgres-place.ts'
import type { ServerUser } from '../../src/db/server-user.ts'
import { reservePort } from './reserve-port.ts'
import { timeLimit } from './time-limit.ts'

/** A PostgreSQL of its own that archives its WAL, so that it can be restored to an instant. */
export interface ArchivedPostgres {
  /** The same before and after a restore. */
  readonly url: string
  /** A shell command that copies the backup with its WAL into `{dir}`. */
  readonly copyCommand: string
  readonly binaries: string
  readonly user: ServerUser | undefined
  /** Copies the data directory while the server runs. Replaces the backup before it. */
  takeBackup(): Promise<void>
  /**
   * Replaces the data by the backup and the archived WAL up to an instant: what was committed later
   * is lost. The server ends as if its machine had died, after its last WAL was archived.
   */
  restore(target: Date): Promise<void>
  close(): Promise<void>
}

export async function openArchivedPostgres(home: string): Promise<ArchivedPostgres> {
  const { binaries, user, data: usual } = await findPlace(home)
  const data = join(dirname(usual), 'archived')
  const backup = join(dirname(usual), 'backup')
  const archive = join(dirname(usual), 'archive')
  const hbaFile = join(dirname(usual), 'archived-hba.conf')
  const own = async (path: string) => {
    if (!user) return
    await chown(path, user.uid, user.gid)
    for (const entry of await readdir(path, { recursive: true }))
      await chown(join(path, entry), user.uid, user.gid)
  }
  await mkdirFor(data, user)
  await mkdirFor(archive, user)
  await writeFile(hbaFile, 'host all all 127.0.0.1/32 trust\n', { mode: 0o644 })
  const init = spawnSync(
    binaries.initdb,
    ['-D', data, '-U', 'postgres', '--auth=trust', '--locale=C', '--encoding=UTF8', '--no-sync'],
    { ...user, cwd: '/', env: { PATH: '/usr/bin:/bin' }, encoding: 'utf8' },
  )
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr}`)
  const port = await reservePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = {
    ...{ port, listen_addresses: '127.0.0.1', unix_socket_directories: '', hba_file: hbaFile },
    ...{ wal_level: 'replica', archive_mode: 'on', fsync: 'off', max_connections: 60 },
    ...{ archive_command: `cp %p ${archive}/part && mv ${archive}/part ${archive}/%f` },
    ...{ timezone: 'UTC' },
    ...{ shared_buffers: '32MB', max_wal_senders: 2, log_min_messages: 'fatal' },
  }
  let server: ChildProcess | undefined

  const start = async () => {
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(binaries.postgres, ['-D', data, ...args], {
      ...{ ...user, cwd: '/', env: { PATH: '/usr/bin:/bin' }, stdio: ['ignore', 'ignore', 'pipe'] },
    })
    let log = ''
    child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
    server = child
    const limit = timeLimit()
    for (;;) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${log}`)
      const isReady = await ask((sql) => sql`select pg_is_in_recovery() as "isIn"`).then(
        ([row]) => row?.isIn === false,
        () => false,
      )
      if (isReady) return
      if (limit.aborted) throw new Error('PostgreSQL is not ready')
      await wait(50)
    }
  }
  const ask = async <Row>(
    work: (sql: ReturnType<typeof openPool>) => PromiseLike<Row>,
  ): Promise<Row & readonly { isIn?: boolean; label?: string }[]> => {
    const sql = openPool({ url, max: 1, applicationName: 'archived-postgres' })
    try {
      return (await work(sql)) as Row & readonly { isIn?: boolean; label?: string }[]
    } finally {
      await sql.end({ timeout: 1 })
    }
  }
  const kill = async () => {
    if (!server || server.exitCode !== null) return
    const over = once(server, 'exit')
    server.kill('SIGQUIT')
    await over
  }
  await start()

  return {
    ...{ url, user, binaries: dirname(binaries.postgres) },
    copyCommand: `cp -a ${backup}/. {dir} && cp ${archive}/0* {dir}/pg_wal/`,
    async takeBackup() {
      await rm(backup, { recursive: true, force: true })
      await ask(async (sql) => {
        await sql`select pg_backup_start('drill', true)`
        await cp(data, backup, {
          recursive: true,
          // PostgreSQL makes the others anew, and removes caches while they are copied.
          filter: (path) =>
            !/\/(pg_wal\/.+|postmaster\.(pid|opts)|pg_internal\.init.*)$/.test(path),
        })
        const [row] = await sql<{ label: string }[]>`
          select labelfile as label from pg_backup_stop(true)`
        await writeFile(join(backup, 'backup_label'), row?.label ?? '')
      })
      await own(backup)
    },
    async restore(target) {
      const last = await ask(
        (sql) => sql<{ name: string }[]>`
          select pg_walfile_name(lsn) as name from pg_switch_wal() as s (lsn)`,
      )
      const limit = timeLimit()
      while (!(await readdir(archive)).includes(last[0]?.name ?? '')) {
        if (limit.aborted) throw new Error('the last WAL was not archived')
        await wait(50)
      }
      await kill()
      await rm(data, { recursive: true, force: true })
      await cp(backup, data, { recursive: true })
      await mkdir(join(data, 'pg_wal'), { recursive: true })
      await writeFile(join(data, 'recovery.signal'), '')
      const settingsFile = join(data, 'postgresql.auto.conf')
      const before = await readFile(settingsFile, 'utf8').catch(() => '')
      await writeFile(
        settingsFile,
        `${before}
restore_command = 'cp ${archive}/%f %p'
recovery_target_time = '${target.toISOString().replace('Z', '+00')}'
recovery_target_action = 'promote'
`,
      )
      await own(data)
      await start()
    },
    close: kill,
  }
}
