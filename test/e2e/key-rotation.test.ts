import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startSandbox } from '../../sandbox/start.ts'
import { seedMerchant, seedProviders } from '../../scripts/seed.ts'
import { buildApp } from '../../src/build-app.ts'
import { readConfig } from '../../src/config.ts'
import { claimDatabase } from '../../src/db/claim-database.ts'
import { randomBase62, randomSecret } from '../../src/primitives/id.ts'
import { allProviders } from '../../src/providers/provider-store.ts'
import { providerPlace } from '../../src/providers/registry.ts'
import { openTestDatabase } from '../kit/database.ts'
import { runGuiche } from '../kit/guiche-process.ts'
import { startServer } from '../kit/served.ts'
import { until } from '../kit/time-limit.ts'
import { untilConnected } from '../kit/until-connected.ts'

/* The master key is replaced while processes run, and the old one is removed. */

const home = await mkdtemp(join(tmpdir(), 'guiche-rotation-'))
const database = await openTestDatabase()
const sandbox = await startSandbox({
  home,
  host: '127.0.0.1',
  gateway: { url: () => undefined, adminToken: () => undefined },
})
const running = new Set<ChildProcess>()
after(async () => {
  for (const child of running) child.kill('SIGKILL')
  await sandbox.stop()
  await database.close()
  await rm(home, { recursive: true })
})

const [one, two] = [1, 2].map((version) => `${version}:${randomSecret(32).toString('base64')}`)
const env = {
  GUICHE_HOME: home,
  DATABASE_URL: database.url,
  LOG_LEVEL: 'fatal',
  PORT: '0',
  GUICHE_PEPPER: randomBase62(40),
  GUICHE_ADMIN_TOKEN: randomBase62(40),
  LC_ALL: 'pt_BR.UTF-8',
}
type Keys = Readonly<Record<'GUICHE_MASTER_KEYS', string | undefined>> & {
  readonly GUICHE_MASTER_KEY_VERSION?: string
}

async function start(keys: Keys): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const { child, url } = await startServer({ env: { ...env, ...keys } })
  running.add(child)
  return {
    baseUrl: url,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      running.delete(child)
    },
  }
}

const cli = (keys: Keys, ...args: readonly string[]) => runGuiche(args, { ...env, ...keys })

async function admin(baseUrl: string, method: string, path: string, body?: object) {
  const response = await fetch(`${baseUrl}/api/admin${path}`, {
    method,
    headers: {
      authorization: `Bearer ${env.GUICHE_ADMIN_TOKEN}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': path }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  assert.equal(response.status, 200)
  return ((await response.json()) as { data: Record<string, unknown> }).data
}

const versionsIn = async (): Promise<number[]> => {
  const rows = await database.sql<{ version: number }[]>`
    select get_byte(sealed, 2) as version from providers
    union select get_byte(sealed, 2) from webhook_secrets
    union select get_byte(decode(left(answer_body, 4), 'base64'), 2)
    from idempotency_keys
    where answer_body like 'AQ%'
    order by version`
  return rows.map(({ version }) => version)
}

test('every sealed value moves to the new key, and the old key is removed', async () => {
  const first: Keys = { GUICHE_MASTER_KEYS: one }
  const { accountId, seeded } = await withApp(first, async (app) => {
    const { ids, all } = await seedProviders(app, sandbox.credentials)
    return { ...(await seedMerchant(app, { ids })), seeded: Object.keys(all).length }
  })
  const keyRequest = { kind: 'secret', name: 'Loja' }

  const old = await start(first)
  const issued = await admin(old.baseUrl, 'POST', `/accounts/${accountId}/keys`, keyRequest)
  const { secret } = await admin(old.baseUrl, 'GET', `/accounts/${accountId}/webhook-secret`)
  assert.deepEqual(await versionsIn(), [1])

  // The new key is known everywhere before one process seals with it.
  const prepared = await start({
    GUICHE_MASTER_KEYS: `${one},${two}`,
    GUICHE_MASTER_KEY_VERSION: '1',
  })
  const beside = await admin(prepared.baseUrl, 'POST', '/accounts', {
    name: 'Outra',
    document: '52998224725',
  })
  await admin(prepared.baseUrl, 'GET', `/accounts/${beside.id}/webhook-secret`)
  await admin(old.baseUrl, 'GET', `/accounts/${beside.id}/webhook-secret`)
  assert.deepEqual(await versionsIn(), [1])
  await old.stop()

  const both: Keys = { GUICHE_MASTER_KEYS: `${one},${two}` }
  const early = await cli(both, 'secrets', 'retire', '1')
  assert.equal(early.status, 1, early.stdout)
  assert.match(early.stderr, /a versão 1 ainda sela \d+ valores/)

  const sealing = await start(both)
  await until('all values are sealed by version 2', async () => (await versionsIn()).join() === '2')
  // The process that knows both keys opens the values that the other one has moved.
  assert.deepEqual(
    await admin(prepared.baseUrl, 'POST', `/accounts/${accountId}/keys`, keyRequest),
    issued,
  )
  await prepared.stop()

  const second: Keys = { GUICHE_MASTER_KEYS: two }
  const tooSoon = await cli(second, 'migrate')
  assert.equal(tooSoon.status, 1)
  assert.match(tooSoon.stderr, /falta a versão 1 em GUICHE_MASTER_KEYS/)

  const { stdout } = await cli(both, 'secrets', 'status')
  assert.match(stdout, /versão 1: 0 valores; sem uso: .*retire 1/)
  assert.equal((await cli(both, 'secrets', 'retire', '1')).status, 0)
  await sealing.stop()
  const again = await start(both) // A process that still has the old key does not bring it back.
  await again.stop()

  const last = await start(second)
  assert.deepEqual(
    await admin(last.baseUrl, 'POST', `/accounts/${accountId}/keys`, keyRequest),
    issued,
  )
  assert.equal(
    (await admin(last.baseUrl, 'GET', `/accounts/${accountId}/webhook-secret`)).secret,
    secret,
  )
  await last.stop()
  await withApp(second, async ({ sql, vault }) => {
    const providers = await allProviders(sql)
    assert.equal(providers.length, seeded)
    for (const { id, sealed } of providers)
      JSON.parse(vault.open(sealed, providerPlace(id)).toString())
  })

  const backwards = await cli(first, 'migrate')
  assert.equal(backwards.status, 1)
  assert.match(backwards.stderr, /falta a versão 2|a versão 1 .* foi aposentada/)
})

async function withApp<Result>(
  keys: Keys,
  work: (app: Awaited<ReturnType<typeof buildApp>>) => Promise<Result>,
) {
  const config = readConfig({ ...env, ...keys })
  await untilConnected(() => claimDatabase(database.url, config))
  const app = await untilConnected(() =>
    buildApp({ config, databaseUrl: database.url, baseUrl: 'http://localhost', works: false }),
  )
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}
