import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ConfigError } from '../src/primitives/config-error.ts'
import { languageOfTerminal } from '../src/primitives/terminal-language.ts'
import { readGateway } from './control-route.ts'
import { openGatewaySite, readGatewaySite } from './gateway-site.ts'
import { fieldsOf } from './kit/fields.ts'
import { bankNamed } from './pix/bank.ts'
import { readShop } from './shop/read-shop.ts'
import { type DemoShop, startShop } from './shop/start-shop.ts'
import { startSandbox } from './start.ts'

/*
 * The sandbox as a process of its own. A parent process sends the gateway's address in a message ({
 * gateway: { url, adminToken, noticeUrls } }) and gets a message when the sandbox is ready ({
 * ready: { url } }). A message { checkout: { hostname, gatewayUrl } } opens the site of the
 * checkout page. After a message with a merchant's keys ({ shop: { baseUrl, secretKey,
 * publicKey, port?, postbackUrl? } }) the sandbox opens the demo shop and replies { shop: { url,
 * httpsUrl, ready, why? } }. It ends with its parent.
 */
const { env } = process
const home = resolve(env.GUICHE_HOME || '.guiche')
mkdirSync(home, { recursive: true })

const portProblems: ReadonlyMap<string, 'port-taken' | 'port-forbidden'> = new Map([
  ['EADDRINUSE', 'port-taken'],
  ['EACCES', 'port-forbidden'],
])
const ports = {
  control: Number(env.SANDBOX_PORT || 0),
  mail: Number(env.SANDBOX_SMTP_PORT || 0),
}
const sandbox = await startSandbox({
  home,
  host: '127.0.0.1',
  ports,
  gateway: {
    url: () => env.GATEWAY_URL || undefined,
    adminToken: () => env.GUICHE_ADMIN_TOKEN || undefined,
  },
  mailbox: true,
  ...(env.SANDBOX_PIX_BANK && { pixBank: bankNamed(env.SANDBOX_PIX_BANK) }),
}).catch(endWithoutPort)

const file = join(home, 'sandbox.json')
const text = JSON.stringify({ url: sandbox.controlUrl, credentials: sandbox.credentials }, null, 2)
writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o600 })
renameSync(`${file}.new`, file)
process.send?.({ ready: { url: sandbox.controlUrl } })

let isStopping = false
let shop: Promise<DemoShop> | undefined
let closeSite: Promise<() => Promise<void>> | undefined
process.on('message', (message) => {
  const gateway = readGateway(fieldsOf(message).gateway)
  if (gateway) sandbox.setGateway(gateway)
  const site = readGatewaySite(fieldsOf(message).checkout)
  if (site && !closeSite) {
    closeSite = openGatewaySite({
      ...site,
      home,
      host: '127.0.0.1',
      sandboxUrl: sandbox.controlUrl,
    })
    closeSite.catch((cause) => console.error('sandbox: the checkout site did not open', cause))
  }
  const keys = readShop(fieldsOf(message).shop)
  if (keys) shop ??= startShop({ ...keys, home, host: '127.0.0.1', sandboxUrl: sandbox.controlUrl })
  if (keys)
    shop?.then(tellOfShop, (cause) => console.error('sandbox: the shop did not open', cause))
})
process.once('disconnect', stop)
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

/** A port of the settings that cannot be opened is one sentence. Any other error is thrown. */
function endWithoutPort(cause: NodeJS.ErrnoException & { readonly port?: number }): never {
  const { code, port } = cause
  const problem = portProblems.get(code ?? '')
  if (!problem || !port || !Object.values(ports).includes(port)) throw cause
  const name = port === ports.mail ? 'SANDBOX_SMTP_PORT' : 'SANDBOX_PORT'
  console.error(new ConfigError(problem, { port, name }).sentence[languageOfTerminal(env)])
  process.exit(1)
}

async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  const open = await shop?.catch(() => undefined)
  const close = await closeSite?.catch(() => undefined)
  await Promise.all([open?.stop(), close?.(), sandbox.stop()])
  process.exit(0)
}

function tellOfShop({ url, httpsUrl, readiness }: DemoShop): void {
  process.send?.({ shop: { url, httpsUrl, ...readiness() } })
}
