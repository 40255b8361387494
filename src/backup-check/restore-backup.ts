import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerUser } from '../db/server-user.ts'
import { BackupProblem } from './backup-problem.ts'
import { programPath } from './scratch-server.ts'

/** The command of pgBackRest: the newest backup, and the archived WAL to its end. */
export const pgbackrestCommand = (stanza: string): string =>
  `pgbackrest --stanza=${stanza} --pg1-path={dir} --archive-mode=off --log-level-console=warn restore`

/**
 * Runs the command that restores the newest backup. `{dir}` in it is the directory. It gets no
 * variable of this process, because some hold secrets.
 * @throws with the last lines of its output when it fails
 */
export async function restoreBackup(
  command: string,
  {
    data,
    user,
    signal,
  }: {
    readonly data: string
    readonly user: ServerUser | undefined
    readonly signal: AbortSignal
  },
): Promise<void> {
  const child = spawn('/bin/sh', ['-c', command.replaceAll('{dir}', data)], {
    ...{
      ...user,
      cwd: '/',
      env: { PATH: programPath, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
    detached: true, // A group of its own, so that the programs that it starts end with it.
  })
  const stop = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
  }
  signal.addEventListener('abort', stop, { once: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2_000)))
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    signal.throwIfAborted()
    if (code !== 0)
      throw new BackupProblem({
        pt: `a restauração terminou com ${code}: ${output.trim()}`,
        en: `the restore ended with ${code}: ${output.trim()}`,
      })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** When the restored backup was begun, from its label. `undefined`: the copy has no label. */
export async function backupStart(data: string): Promise<Date | undefined> {
  const label = await readFile(join(data, 'backup_label'), 'utf8').catch(() => '')
  const [, text] = /^START TIME: (\S+ \S+) (\S+)$/m.exec(label) ?? []
  const zone = /^START TIME: \S+ \S+ (\S+)$/m.exec(label)?.[1]
  if (text === undefined) return undefined
  const at = new Date(`${text.replace(' ', 'T')}${zone === 'UTC' || zone === 'GMT' ? 'Z' : ''}`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
