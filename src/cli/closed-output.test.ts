import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { programEnv } from '../../test/kit/guiche-process.ts'
import { type JsonRequest, openJsonServer } from '../../test/kit/json-server.ts'
import { program } from '../../test/kit/program.ts'

/** A command whose reader has gone, such as `head`, ends without a stack trace. */

const someId = '01a2b3c4-0000-7000-8000-000000000000'

async function start(t: TestContext, baseUrl: string, argv: readonly string[]) {
  const home = mkdtempSync(join(tmpdir(), 'guiche-output-'))
  writeFileSync(join(home, 'dev.json'), JSON.stringify({ baseUrl, secretKey: 'sk' }))
  const child = spawn(process.execPath, [program, ...argv], {
    env: { ...programEnv, GUICHE_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)])
  t.after(() => {
    child.kill('SIGKILL')
    rmSync(home, { recursive: true })
  })
  return { child, home, ended: ended.then(([[code], stderr]) => ({ code, stderr })) }
}

/** The reader goes. */
async function close({ stdout }: ChildProcessByStdio<null, Readable, Readable>): Promise<void> {
  const closed = once(stdout, 'close')
  stdout.destroy()
  await closed
}

/** Waits until the command has printed this. */
async function printed(
  { stdout }: ChildProcessByStdio<null, Readable, Readable>,
  wanted: string,
): Promise<void> {
  stdout.setEncoding('utf8')
  for (let all = ''; !all.includes(wanted); ) all += (await once(stdout, 'data'))[0]
}

test('a command with one result ends as SIGPIPE would end it', async (t) => {
  const { url } = await openJsonServer(t, () => ({ body: { data: [], feed: { next: '0' } } }))
  const { child, ended } = await start(t, url, ['events', 'list'])
  await close(child)
  assert.deepEqual(await ended, { code: 141, stderr: '' })
})

test('a reader that is slow gets everything', async (t) => {
  const data = Array.from({ length: 5_000 }, (_, position) => eventAt(position))
  const { url } = await openJsonServer(t, () => ({ body: { data, feed: { next: '5000' } } }))
  const { child, ended } = await start(t, url, ['events', 'list', '--json'])
  // Longer than a process that has something open may live after its command.
  await new Promise((wake) => setTimeout(wake, 2_000))
  assert.match(await text(child.stdout), /"event-4999"/)
  assert.deepEqual(await ended, { code: 0, stderr: '' })
})

test('logs tail ends, and keeps its place', async (t) => {
  const rows: object[] = []
  const respond = ({ query }: JsonRequest) => {
    // Each reading finds one request more.
    if (query.get('limit') === '1') rows.unshift(requestAt(rows.length))
    const data = query.get('limit') === '1' ? rows.slice(0, 1) : rows
    return { body: { data, pagination: { nextCursor: null } } }
  }
  const { url } = await openJsonServer(t, respond)
  const { child, home, ended } = await start(t, url, ['logs', 'tail', '--after', 'oldest'])
  await printed(child, '/api/user/cashout')
  await close(child)
  assert.deepEqual(await ended, { code: 0, stderr: '' })
  assert.equal(readdirSync(join(home, 'logs')).length, 1)
})

test('listen keeps the place of the event that it has just forwarded', async (t) => {
  const respond = ({ path }: JsonRequest) =>
    path.endsWith('/secret')
      ? { body: { data: { secret: `whsec_${'A'.repeat(43)}=` } } }
      : { body: { data: [1, 2, 3].map(eventAt), feed: { next: '3' } } }
  const { url } = await openJsonServer(t, respond)
  const isClosed = Promise.withResolvers<void>()
  const shop = await openJsonServer(t, async ({ body }) => {
    if ((body as { position: number }).position === 2) await isClosed.promise
    return { body: {} }
  })
  const { child, home, ended } = await start(t, url, [
    ...['listen', '--forward-to', shop.url, '--after', '0'],
  ])
  await printed(child, 'transaction.paid')
  await close(child)
  isClosed.resolve()
  assert.deepEqual(await ended, { code: 0, stderr: '' })
  const [place = ''] = readdirSync(join(home, 'listen'))
  assert.equal(readFileSync(join(home, 'listen', place), 'utf8'), '2')
  assert.equal(shop.requests.length, 2)
})

const requestAt = (seconds: number) => ({
  ...{ id: `request-${seconds}`, at: new Date(1_795_000_000_000 + seconds * 1_000).toISOString() },
  ...{ method: 'GET', route: '/api/user/cashout', path: '/api/user/cashout', status: 200 },
  ...{ errorCode: null, actor: { kind: 'key', id: someId, name: 'Loja' }, durationMs: 1 },
  idempotencyKey: null,
})

const eventAt = (position: number) => ({
  ...{ id: `event-${position}`, type: 'transaction.paid', objectId: someId, position },
  payload: { position },
})
