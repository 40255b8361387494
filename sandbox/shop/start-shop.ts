import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { openAuthority } from '../authority.ts'
import { createTransaction } from './create-transaction.ts'
import { associationPath, publishDomain, type Readiness } from './publish-domain.ts'
import { readJson, sendJson, sendText } from './serve.ts'
import { renderShop } from './shop-page.ts'

/** The configuration that a merchant's developer would set for the shop. */
export interface ShopOptions {
  /** Keys and certificates of the sandbox. */
  readonly home: string
  /** Address to listen at: `127.0.0.1`. */
  readonly host: string
  /** 0 or left out: any. */
  readonly port?: number
  /** The gateway. */
  readonly baseUrl: string
  readonly secretKey: string
  readonly publicKey: string
  /** Where the wallet's session script comes from; a real device brings its own. */
  readonly sandboxUrl: string
  /** The shop's name in the address bar. */
  readonly hostname?: string
  /** The address that receives the shop's webhooks. */
  readonly postbackUrl?: string
}

export interface DemoShop {
  /**
   * For people: every browser resolves this name to this machine, and treats it as a secure context
   * without a certificate.
   */
  readonly url: string
  /** The same site, where the wallet checks the association file. */
  readonly httpsUrl: string
  /** The state of the hostname at the gateway at the last check. */
  readiness(): Readiness
  stop(): Promise<void>
}

/**
 * Opens a small shop that sells one product with Device Pay: publishes its file, registers and
 * validates its hostname.
 */
export async function startShop(options: ShopOptions): Promise<DemoShop> {
  const { home, host, hostname = 'loja.localhost' } = options
  let association: string | undefined
  const publish = (content: string) => {
    association = content
  }
  const serve: RequestListener = async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://shop').pathname
    try {
      if (request.method === 'POST' && path === '/comprar') {
        return sendJson(response, 200, await createTransaction(options, await readJson(request)))
      }
      if (path === '/') {
        // Another acquirer has another file: the shop publishes the new one.
        readiness = await prepare()
        return sendText(response, 'text/html; charset=utf-8', ...renderShop(options, readiness))
      }
      if (path === '/device-pay.js')
        return sendText(response, 'text/javascript; charset=utf-8', helper)
      if (path === associationPath && association !== undefined)
        return sendText(response, 'text/plain', association)
      return sendJson(response, path === '/favicon.ico' ? 204 : 404, undefined)
    } catch (cause) {
      console.error('shop:', cause)
      return sendJson(response, 502, { message: 'A loja não recebeu resposta do gateway.' })
    }
  }

  const { certificate, privateKey } = await (await openAuthority(home)).site(hostname)
  const plain = createServer(serve)
  const secure = createSecureServer({ cert: certificate, key: privateKey }, serve)
  const [port, securePort] = await Promise.all([
    listen(plain, options.port ?? 0, host),
    listen(secure, 0, host),
  ])
  const prepare = () =>
    publishDomain({ ...options, hostname, address: `127.0.0.1:${securePort}`, publish })
  let readiness = await prepare()
  return {
    url: `http://${hostname}:${port}`,
    httpsUrl: `https://${hostname}:${securePort}`,
    readiness: () => readiness,
    stop: async () => void (await Promise.all([close(plain), close(secure)])),
  }
}

const helper = readFileSync(new URL('../../sdk/device-pay/device-pay.js', import.meta.url), 'utf8')

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
