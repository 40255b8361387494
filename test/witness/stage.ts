import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'

/** What witnesses speak to. */
export interface Stage {
  /** By simulator: what an operator enters for it. */
  readonly credentials: Sandbox['credentials']
  /** The control address of the sandbox. */
  readonly controlUrl: string
  /** The folder of the sandbox: its keys, and the certificate of its authority. */
  readonly home: string
}

/** Starts the whole sandbox. */
export async function openStage(): Promise<Stage & { close(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'guiche-witness-'))
  const gateway = { url: () => undefined, adminToken: () => undefined }
  const { credentials, controlUrl, stop } = await startSandbox({
    home,
    host: '127.0.0.1',
    gateway,
  })
  return {
    credentials,
    controlUrl,
    home,
    async close() {
      await stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** One setting of a simulator, as text. */
export function setting({ credentials }: Stage, simulator: string, name: string): string {
  const value = credentials[simulator]?.[name]
  if (typeof value !== 'string') throw new Error(`${simulator} has no setting ${name}`)
  return value
}
