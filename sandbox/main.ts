import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startSandbox } from './start.ts'

/*
 * The sandbox as a process of its own. A parent may tell it where the gateway is by message
 * ({ gateway: { url, adminToken } }) and is told when it is ready ({ ready: { url } }). It ends with its parent.
 */
const { env } = process
const home = resolve(env.GUICHE_HOME || '.guiche')
mkdirSync(home, { recursive: true })

const sandbox = await startSandbox({
  home,
  host: '127.0.0.1',
  ports: { control: Number(env.SANDBOX_PORT || 0) },
  gateway: { url: () => env.GATEWAY_URL || undefined, adminToken: () => env.GUICHE_ADMIN_TOKEN || undefined },
})

const file = join(home, 'sandbox.json')
const text = JSON.stringify({ url: sandbox.controlUrl, credentials: sandbox.credentials }, null, 2)
writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o600 })
renameSync(`${file}.new`, file)
process.send?.({ ready: { url: sandbox.controlUrl } })

process.on('message', (message) => {
  const gateway = gatewayIn(message)
  if (gateway) sandbox.setGateway(gateway)
})
process.once('disconnect', stop)
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

async function stop(): Promise<void> {
  await sandbox.stop()
  process.exit(0)
}

function gatewayIn(message: unknown): { url: string; adminToken: string } | undefined {
  if (typeof message !== 'object' || message === null || !('gateway' in message)) return undefined
  const { gateway } = message
  if (typeof gateway !== 'object' || gateway === null) return undefined
  if (!('url' in gateway) || !('adminToken' in gateway)) return undefined
  const { url, adminToken } = gateway
  return typeof url === 'string' && typeof adminToken === 'string' ? { url, adminToken } : undefined
}
