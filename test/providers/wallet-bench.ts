import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import Fastify from 'fastify'
import { Value } from 'typebox/value'
import { openAuthority } from '../../sandbox/authority.ts'
import { openWorld } from '../../sandbox/open-world.ts'
import type { WalletAcquirer } from '../../sandbox/wallet/names.ts'
import { startWallet } from '../../sandbox/wallet/start-wallet.ts'
import { openDeviceWallet } from '../../src/providers/device-wallet/device-wallet.ts'
import {
  type DeviceWalletSettings,
  deviceWalletSettings,
} from '../../src/providers/device-wallet/settings.ts'
import { timeLimit } from '../kit/time-limit.ts'

const homes = mkdtempSync(join(tmpdir(), 'guiche-wallet-'))
process.once('exit', () => rmSync(homes, { recursive: true, force: true }))

/**
 * The simulated wallet gateway with a clock of its own, adapters in front of it, and sites that
 * publish files.
 */
export async function openWalletBench(t: TestContext, home = mkdtempSync(join(homes, 'home-'))) {
  let now = Date.parse('2026-03-02T13:15:30Z')
  const world = openWorld({ home, now: () => new Date(now) })
  const wallet = await startWallet(world, { host: '127.0.0.1', port: 0 })
  const control = Fastify()
  wallet.addRoutes?.(control)
  t.after(async () => {
    await control.close()
    await wallet.stop()
    world.db.close()
  })
  return {
    home,
    world,
    wallet,
    advance(ms: number) {
      now += ms
    },
    settings: (acquirer: WalletAcquirer = 'cielo', choice?: { opensTokens: boolean }) =>
      settingsOf(wallet.settingsFor(acquirer, choice)),
    adapter(acquirer: WalletAcquirer = 'cielo', change: Partial<DeviceWalletSettings> = {}) {
      const provider = openDeviceWallet({ ...settingsOf(wallet.settingsFor(acquirer)), ...change })
      t.after(() => provider.close())
      return provider
    },
    /** Calls a control route of the wallet. */
    async call(method: 'PUT' | 'GET' | 'POST', url: string, payload?: object) {
      const answer = await control.inject({ method, url, ...(payload && { payload }) })
      return { status: answer.statusCode, body: JSON.parse(answer.body) }
    },
    /** A site at `hostname`, known to the wallet. `certificateFor`: whose certificate it shows. */
    async site(hostname: string, answer: Handler, certificateFor = hostname) {
      const { certificate, privateKey } = await (await openAuthority(home)).site(certificateFor)
      const requests: string[] = []
      const server = createServer({ cert: certificate, key: privateKey }, (request, response) => {
        requests.push(`${request.headers.host}${request.url}`)
        answer(response, request)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      t.after(() => new Promise((resolve) => server.close(resolve).closeAllConnections()))
      const { port } = server.address() as AddressInfo
      const put = await this.call('PUT', '/hosts', { [hostname]: `127.0.0.1:${port}` })
      assert.equal(put.status, 200)
      return requests
    },
  }
}

export type WalletBench = Awaited<ReturnType<typeof openWalletBench>>

type Handler = (response: ServerResponse, request: IncomingMessage) => void

/** Publishes a text as it should be. */
export const publishes =
  (content: string | Buffer, type = 'text/plain'): Handler =>
  (response) =>
    response.writeHead(200, { 'content-type': type }).end(content)

export function settingsOf(settings: unknown): DeviceWalletSettings {
  assert(
    Value.Check(deviceWalletSettings, settings),
    'the simulator gives what the operator must enter',
  )
  return settings
}

export const merchant = (hostname: string, merchantRef = 'guiche-0001') => ({
  hostname,
  merchantRef,
  merchantName: 'Loja da Ana',
})

export const longSignal = (): AbortSignal => timeLimit()
