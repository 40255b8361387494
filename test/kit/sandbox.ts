import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Value } from 'typebox/value'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'
import { systemClock } from '../../src/primitives/clock.ts'
import { openApiPix } from '../../src/providers/api-pix/api-pix.ts'
import { apiPixSettings } from '../../src/providers/api-pix/settings.ts'

/** A folder that is gone after the test. */
export function someHome(t: TestContext): string {
  const home = mkdtempSync(join(tmpdir(), 'guiche-sandbox-'))
  t.after(() => rmSync(home, { recursive: true }))
  return home
}

/** The whole sandbox, and a way to call its control routes. */
export async function openSandbox(t: TestContext, home = someHome(t)) {
  const gateway = { url: () => undefined, adminToken: () => undefined }
  const sandbox = await startSandbox({ home, host: '127.0.0.1', gateway })
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await sandbox.stop()
    isStopped = true
  }
  t.after(stop)
  return { sandbox, stop, call: callerOf(sandbox.controlUrl) }
}

/** Calls control routes: the status and the JSON of the response. */
export const callerOf =
  (url: string) =>
  async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Answer }> => {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(new URL(path, url), { method, ...(body === undefined ? {} : json) })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? {} : JSON.parse(text) }
  }

// biome-ignore lint/suspicious/noExplicitAny: JSON has any shape, and the tests check it.
type Answer = any

/** The adapter the gateway would use with the sandbox's PIX bank. */
export function openPixAdapter(t: TestContext, sandbox: Sandbox) {
  const pix = openApiPix(Value.Parse(apiPixSettings, sandbox.credentials.pix))
  t.after(() => pix.close())
  return pix
}

/**
 * Another program in place of the gateway. It has a clock with the gateway's admin API, and records
 * each requested move.
 */
export async function openGatewayClock(t: TestContext, adminToken: string) {
  const clock = systemClock()
  const moves: string[] = []
  let isDead = false
  let canMove = true
  /** Why due work is not done, for each of the next responses. */
  const undone: string[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      const isAllowed =
        request.headers.authorization === `Bearer ${adminToken}` &&
        request.url === '/api/admin/clock'
      const isStill = request.method === 'POST' && !canMove
      if (isDead || isStill || !isAllowed)
        return response.writeHead(isDead || isStill ? 503 : 401).end()
      if (request.method === 'POST') {
        const { advance } = JSON.parse(text)
        moves.push(advance)
        clock.setOffsetMs(clock.offsetMs() + Temporal.Duration.from(advance).total('milliseconds'))
      }
      const reason = request.method === 'POST' ? undone.shift() : undefined
      const work = { done: reason === undefined, ...(reason !== undefined && { reason }) }
      const data = { now: clock.now().toISOString(), offsetMs: clock.offsetMs(), ...work }
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ status: 200, data }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise((resolve) => server.close(resolve)))
  t.after(() => server.closeAllConnections())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clock,
    moves,
    undone,
    die: () => {
      isDead = true
    },
    /** Its database has gone: it reads its clock from memory, and cannot move it. */
    stopMoving: () => {
      canMove = false
    },
  }
}
