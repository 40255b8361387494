import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Value } from 'typebox/value'
import { Agent, request } from 'undici'
import { openWorld } from '../../sandbox/open-world.ts'
import type { BankName } from '../../sandbox/pix/bank.ts'
import { startPix } from '../../sandbox/pix/start-pix.ts'
import type { Simulator, World } from '../../sandbox/world.ts'
import { systemClock } from '../../src/primitives/clock.ts'
import { randomId } from '../../src/primitives/id.ts'
import { openApiPix } from '../../src/providers/api-pix/api-pix.ts'
import { type ApiPixSettings, apiPixSettings } from '../../src/providers/api-pix/settings.ts'

/**
 * The simulated bank and the adapter that talks to it, over real TLS, on a clock the test moves.
 */
export interface PixBank {
  readonly world: World
  readonly bank: Simulator
  readonly settings: ApiPixSettings
  readonly pix: ReturnType<typeof openApiPix>
  /** Moves business time and lets the bank do what became due. */
  pass(seconds: number): Promise<void>
  /** The requests to the bank: operation and outcome of each. */
  requests(): readonly string[]
}

export async function openPixBank(t: TestContext, played?: BankName): Promise<PixBank> {
  const home = mkdtempSync(join(tmpdir(), 'guiche-pix-'))
  const clock = systemClock()
  const world = openWorld({ home, now: clock.now })
  const bank = await startPix(world, {
    ...{ host: '127.0.0.1', port: 0 },
    ...(played && { bank: played }),
  })
  const settings = Value.Parse(apiPixSettings, bank.credentials)
  const pix = openApiPix(settings)
  t.after(async () => {
    await pix.close()
    await bank.stop()
    world.db.close()
    rmSync(home, { recursive: true })
  })
  return {
    world,
    bank,
    settings,
    pix,
    async pass(seconds) {
      await bank.runDue() // What is on its way ends at the old time.
      clock.setOffsetMs(clock.offsetMs() + seconds * 1000)
      while ((await bank.runDue()) > 0);
    },
    requests: () => world.calls.after(0).map(({ operation, outcome }) => `${operation} ${outcome}`),
  }
}

/** The bank's API as any program meets it: no adapter in between. */
export async function openBankApi(t: TestContext, scope?: string) {
  const bank = await openPixBank(t)
  const { settings } = bank
  const agent = new Agent({
    connect: { ca: settings.ca, cert: settings.certificate, key: settings.privateKey },
  })
  t.after(() => agent.destroy())
  const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
  const granted = await request(settings.tokenUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${basic}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scope && { scope }),
    }).toString(),
    dispatcher: agent,
  })
  const { access_token: token } = (await granted.body.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = async (
    method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ) => {
    const answer = await request(`${settings.baseUrl}${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      dispatcher: agent,
    })
    const text = await answer.body.text()
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  const someCharge = {
    calendario: { expiracao: 600 },
    valor: { original: '37.00' },
    chave: settings.chave,
  }
  const txid = randomId().replaceAll('-', '')
  return { ...bank, agent, token, call, someCharge, txid }
}

/** A receiver of callbacks with the responses of the test. It keeps the bodies. */
export async function openReceiver(t: TestContext, statuses: readonly number[] = []) {
  const bodies: { path: string; body: unknown }[] = []
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      bodies.push({ path: request.url ?? '', body: JSON.parse(text) })
      response.writeHead(statuses[bodies.length - 1] ?? 200).end()
      for (const wake of waiting.splice(0)) wake()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise((resolve) => server.close(resolve)))
  t.after(() => server.closeAllConnections())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks/pix`,
    bodies,
    /** Resolves when `count` callbacks have come. */
    async received(count: number): Promise<void> {
      while (bodies.length < count) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}
