import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installed } from './debian-package.ts'
import { readDeployed } from './deployed.ts'
import { endWithProcess } from './end-with-process.ts'
import type { PatroniCluster } from './patroni-cluster.ts'
import { reservePort } from './reserve-port.ts'

/** A HAProxy with the file of deploy/patroni/: one address of the primary. */
export interface HaProxy {
  readonly port: number
  close(): Promise<void>
}

export async function openHaProxy(folder: string, cluster: PatroniCluster): Promise<HaProxy> {
  const program = installed('haproxy')
  if (program === undefined) throw new Error('this drill needs: apt-get install haproxy')
  await mkdir(folder, { recursive: true })
  const port = await reservePort()
  // What differs from the file: addresses.
  const written = await readDeployed('patroni/haproxy.cfg')
  const lines = written.split('\n').filter((line) => !/^ {2}server /.test(line))
  const servers = cluster.nodes.map(
    (node) => `  server ${node.name} 127.0.0.1:${node.port} port ${node.restPort}`,
  )
  const file = join(folder, 'haproxy.cfg')
  const text = [...lines, ...servers, ''].join('\n')
  await writeFile(file, text.replace('bind 127.0.0.1:5432', `bind 127.0.0.1:${port}`))
  const child: ChildProcess = endWithProcess(
    spawn(program, ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] }),
  )
  return {
    port,
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
