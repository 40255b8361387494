import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { withEnvironment } from '../../test/kit/environment.ts'
import { openJsonServer } from '../../test/kit/json-server.ts'
import { runCli } from './cli.ts'

const [event, endpoint] = [
  '01a2b3c4-0000-7000-8000-00000000000e',
  '01a2b3c4-0000-7000-8000-00000000000a',
]
const failedSince = '2026-11-21'

/** Runs `events resend`. Returns its exit code, and what it sent. */
async function resend(t: TestContext, ...argv: readonly string[]) {
  const home = mkdtempSync(join(tmpdir(), 'guiche-events-'))
  t.after(() => rmSync(home, { recursive: true }))
  withEnvironment(t, { GUICHE_HOME: home })
  const { url, requests } = await openJsonServer(t, () => ({ body: { data: { redelivered: 1 } } }))
  writeFileSync(join(home, 'dev.json'), JSON.stringify({ baseUrl: url, secretKey: 'sk' }))
  for (const name of ['log', 'error'] as const) t.mock.method(console, name, () => {})
  const code = await runCli(['events', 'resend', ...argv])
  return { code, sent: requests.map(({ path, body }) => ({ path, body })) }
}

for (const [argv, path, body] of [
  [[event], `/api/user/events/${event}/resend`, {}],
  [[event, '--endpoint', endpoint], `/api/user/events/${event}/resend`, { endpointId: endpoint }],
  [['--failed-since', failedSince], '/api/user/webhooks/redeliveries', { failedSince }],
  [
    ['--failed-since', failedSince, '--endpoint', endpoint],
    '/api/user/webhooks/redeliveries',
    { failedSince, endpointId: endpoint },
  ],
] as const)
  test(`guiche events resend ${argv.join(' ')} sends ${JSON.stringify(body)}`, async (t) =>
    assert.deepEqual(await resend(t, ...argv), { code: 0, sent: [{ path, body }] }))

for (const argv of [[event, '--failed-since', failedSince], []])
  test(`guiche events resend ${argv.join(' ')} is refused: one event or one day`, async (t) =>
    assert.deepEqual(await resend(t, ...argv), { code: 2, sent: [] }))
