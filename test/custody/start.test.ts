import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { randomBase62, randomSecret } from '../../src/primitives/id.ts'
import { openTestDatabase } from '../kit/database.ts'
import { program } from '../kit/program.ts'
import { prepareVault, startVaultService } from '../kit/vault-service.ts'

/* An installation moves its secrets into Vault, and needs Vault at a start only. */

const root = join(import.meta.dirname, '../..')
const home = await mkdtemp(join(tmpdir(), 'guiche-custody-'))
const database = await openTestDatabase()
const vault = await startVaultService()
const running = new Set<ChildProcess>()
after(async () => {
  for (const child of running) child.kill('SIGKILL')
  await vault.stop()
  await database.close()
  await rm(home, { recursive: true })
})

const adminToken = randomBase62(40)
const common = {
  GUICHE_HOME: home,
  DATABASE_URL: database.url,
  GUICHE_ADMIN_TOKEN: adminToken,
  LOG_LEVEL: 'fatal',
  PORT: '0',
  LC_ALL: 'pt_BR.UTF-8',
}
type Settings = Readonly<Record<string, string>>
const plain: Settings = {
  GUICHE_MASTER_KEYS: `1:${randomSecret(32).toString('base64')}`,
  GUICHE_PEPPER: randomBase62(48),
}
const { token } = await prepareVault(vault)
const custody: Settings = {
  GUICHE_CUSTODY: 'vault',
  GUICHE_CUSTODY_KEY: 'transit/guiche',
  VAULT_ADDR: vault.address,
  VAULT_TOKEN: token,
}

/** The server of Vault may be in this process, so the command runs beside it. */
async function cli(settings: Settings, args: readonly string[], input = '') {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, ...common, ...settings },
  })
  child.stdin.end(input)
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  const [status] = await once(child, 'close')
  return { status, ...output }
}

async function start(settings: Settings): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: root,
    env: { ...process.env, ...common, ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  running.add(child)
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => assert.fail(`it ended with ${code}`)),
  ])
  return {
    baseUrl: (message as { ready: { url: string } }).ready.url,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      running.delete(child)
    },
  }
}

async function admin(baseUrl: string, method: string, path: string, body?: object) {
  const response = await fetch(`${baseUrl}/api/admin${path}`, {
    method,
    headers: {
      authorization: `Bearer ${adminToken}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomBase62(20) }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  assert.equal(response.status, 200)
  return ((await response.json()) as { data: Record<string, unknown> }).data
}

const pepper = randomBase62(48)
const key = randomSecret(32).toString('base64')
const ofPepper = {
  setting: 'GUICHE_PEPPERS',
  pt: /^falta a versão antes de um pepper.* com "guiche secrets wrap GUICHE_PEPPER"$/m,
  en: /^a pepper has no version before it.* with "guiche secrets wrap GUICHE_PEPPER"$/m,
}
const withoutVersion = [
  { ...ofPepper, what: 'a pepper alone', value: pepper },
  { ...ofPepper, what: 'a pepper alone before another', value: `${pepper},2:${pepper}` },
  { ...ofPepper, what: 'a wrapped pepper alone', value: `vault:v1:${pepper}` },
  {
    ...{ setting: 'GUICHE_MASTER_KEYS', what: 'a master key alone', value: key },
    pt: /^falta a versão antes de uma chave mestra.*: escreva 1:CHAVE/m,
    en: /^a master key has no version before it.*: write 1:KEY/m,
  },
]
for (const { setting, what, value, pt, en } of withoutVersion)
  test(`${what} is not encrypted as a list, and is not printed`, async () => {
    for (const [language, text] of [
      ['pt_BR.UTF-8', pt],
      ['en_US.UTF-8', en],
    ] as const) {
      const settings = { ...custody, LC_ALL: language }
      const { status, stdout, stderr } = await cli(settings, ['secrets', 'wrap', setting], value)
      assert.equal(status, 1)
      assert.equal(stdout, '')
      assert.match(stderr, text)
      assert.ok(!stderr.includes(pepper) && !stderr.includes(key))
    }
  })

test('an installation moves into custody, and a running process needs it no more', async () => {
  const before = await start(plain)
  const account = await admin(before.baseUrl, 'POST', '/accounts', {
    ...{ name: 'Loja', document: '11222333000181' },
  })
  const secret = await admin(before.baseUrl, 'GET', `/accounts/${account.id}/webhook-secret`)
  await before.stop()

  const wrapped: Record<string, string> = { ...custody }
  for (const [name, value] of Object.entries(plain)) {
    const { stdout, stderr } = await cli(custody, ['secrets', 'wrap', name], value)
    assert.equal(stderr, '')
    assert.ok(!stdout.includes(value.replace(/^1:/, '')), name)
    wrapped[name] = stdout.trim()
  }
  assert.match(wrapped.GUICHE_MASTER_KEYS ?? '', /^1:vault:v1:\S+$/)

  // A new master key comes from the custody, and its plain value is shown to no one.
  const created = await cli(wrapped, ['secrets', 'create', 'GUICHE_MASTER_KEYS'])
  assert.match(created.stdout, /^2:vault:v1:\S+\n$/)
  const rotated = {
    ...wrapped,
    GUICHE_MASTER_KEYS: `${wrapped.GUICHE_MASTER_KEYS},${created.stdout.trim()}`,
  }
  const after = await start(rotated)
  const status = await cli(rotated, ['secrets', 'status'])
  assert.match(status.stdout, /^custódia: Vault/)
  assert.match(status.stdout, /^ {2}versão 2: \d+ valores.*; sela os novos$/m)

  await vault.stop()
  assert.deepEqual(
    await admin(after.baseUrl, 'GET', `/accounts/${account.id}/webhook-secret`),
    secret,
  )
  const other = await admin(after.baseUrl, 'POST', '/accounts', {
    ...{ name: 'Outra', document: '52998224725' },
  })
  await admin(after.baseUrl, 'GET', `/accounts/${other.id}/webhook-secret`)

  const late = await cli(rotated, ['serve'])
  assert.equal(late.status, 1)
  assert.match(late.stderr, /^a custódia das chaves em http:\S+ não responde \(ECONNREFUSED\)/)
  await after.stop()
})

const misuses: readonly (readonly [args: readonly string[], settings: Settings, text: RegExp])[] = [
  [['wrap', 'GUICHE_PEPPER'], {}, /defina GUICHE_CUSTODY/],
  [['wrap', 'PORT'], {}, /a configuração é uma destas: GUICHE_MASTER_KEYS/],
  [['create', 'DATABASE_URL'], {}, /o segredo é um destes/],
  [['create', 'GUICHE_ADMIN_TOKEN', '2'], {}, /não tem versões/],
]
for (const [args, settings, text] of misuses)
  test(`guiche secrets ${args.join(' ')} is refused with a sentence`, async () => {
    const { status, stderr, stdout } = await cli(settings, ['secrets', ...args])
    assert.notEqual(status, 0)
    assert.match(stderr, text)
    assert.equal(stdout, '')
  })

test('without custody a new secret is a plain random value', () => {
  const make = () =>
    spawnSync(process.execPath, [program, 'secrets', 'create', 'GUICHE_MASTER_KEYS'], {
      ...{ cwd: root, encoding: 'utf8' },
      env: { ...process.env, ...common, ...plain },
    }).stdout
  const [one, other] = [make(), make()]
  assert.match(one, /^2:[A-Za-z0-9+/]{43}=\n$/)
  assert.notEqual(one, other)
})
