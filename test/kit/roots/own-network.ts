import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface Inside {
  readonly home: string
  readonly host: string
  readonly authority: string
}

/**
 * Runs a file again, with `inside` and `home` as its arguments, in a network of its own: every port
 * is free, and `host` is this machine. The authority is trusted. Returns the exit code.
 */
export async function inOwnNetwork(
  file: string,
  { home, host, authority }: Inside,
): Promise<number> {
  const hosts = join(home, 'hosts')
  const trusted = join(home, 'authority.pem')
  await writeFile(hosts, `127.0.0.1 localhost ${host}\n`)
  await writeFile(trusted, authority)
  const program = `exec '${process.execPath}' '${file}' inside '${home}'`
  const inside = `mount --bind '${hosts}' /etc/hosts && ip link set lo up && ${program}`
  const child = spawn('unshare', ['--net', '--mount', 'sh', '-c', inside], {
    ...{ stdio: 'inherit', env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted } },
  })
  const [status] = await once(child, 'exit')
  return (status as number | null) ?? 1
}
