import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fieldsOf, readGateway } from './control-route.ts'
import { startSandbox } from './start.ts'

/*
 * The sandbox as a process of its own. A parent may tell it where the gateway is by message
 * ({ gateway: { url, adminToken, noticeUrls } }) and is told when it is ready ({ ready: { url } }). It ends with its parent.
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

let isStopping = false
process.on('message', (message) => {
  const gateway = readGateway(fieldsOf(message).gateway)
  if (gateway) sandbox.setGateway(gateway)
})
process.once('disconnect', stop)
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  await sandbox.stop()
  process.exit(0)
}
