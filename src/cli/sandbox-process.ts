import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../config/package.ts'
import { type Config, ConfigError } from '../config.ts'

/** The sandbox as a process beside the gateway. It ends with this process. */
export interface SandboxProcess {
  readonly url: string
  /** Sends it the address of the gateway, whose clock it follows from then on. */
  connect(gateway: { readonly url: string; readonly adminToken: string }): void
  /** Resolves when it has ended. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the sandbox with the settings of this process. Undefined: it ended at once, and has
 * printed why.
 * @throws ConfigError in production, and in the installed package, which has no sandbox
 */
export async function startSandboxProcess({ mode }: Config): Promise<SandboxProcess | undefined> {
  const main = join(packageRoot, 'sandbox/main.ts')
  if (mode === 'production' || !existsSync(main)) throw new ConfigError('no-sandbox-here')
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true, // The terminal's Ctrl-C reaches only this process, which stops it last.
  })
  const ended = once(child, 'exit').then(() => {})
  const url = await Promise.race([readyUrl(child), ended])
  if (url === undefined) return undefined
  return {
    url,
    ended,
    connect: (gateway) => void (child.connected && child.send({ gateway })),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function readyUrl(child: ChildProcess): Promise<string> {
  const [{ ready }] = (await once(child, 'message')) as [{ ready: { url: string } }]
  return ready.url
}
