import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  openCustody,
  settingOf,
  unwrapSecrets,
  type WrappedSetting,
} from '../../src/config/custody/unwrap-secrets.ts'
import { readConfig } from '../../src/config.ts'
import { ConfigError } from '../../src/primitives/config-error.ts'
import { randomBase62, randomSecret } from '../../src/primitives/id.ts'
import { administer, prepareVault, startVaultService } from '../kit/vault-service.ts'

/* The secrets of a start are opened by Vault. `npm run custody-check` runs it with Vault itself. */

const folder = mkdtempSync(join(tmpdir(), 'guiche-vault-'))
const vault = await startVaultService()
after(async () => {
  await vault.stop()
  rmSync(folder, { recursive: true })
})
const { token, roleId, secretId } = await prepareVault(vault)
const env = {
  GUICHE_MODE: 'production',
  GUICHE_BASE_URL: 'https://pagamentos.exemplo.com.br',
  GUICHE_CUSTODY: 'vault',
  GUICHE_CUSTODY_KEY: 'transit/guiche',
  VAULT_ADDR: vault.address,
  VAULT_TOKEN: token,
}
const masterKey = () => randomSecret(32).toString('base64')
const plain = {
  GUICHE_MASTER_KEYS: [masterKey(), masterKey()],
  GUICHE_PEPPER: randomBase62(48),
  GUICHE_ADMIN_TOKEN: randomBase62(48),
  DATABASE_URL: 'postgres://guiche:senha@localhost/guiche',
}
const wrap = async (value: string, setting: WrappedSetting) => {
  const custody = await openCustody(env)
  return custody?.wrap(value, settingOf(setting)) ?? ''
}
const [one, two] = await Promise.all(
  plain.GUICHE_MASTER_KEYS.map((key) => wrap(key, 'GUICHE_MASTER_KEYS')),
)
const wrapped = {
  ...env,
  GUICHE_MASTER_KEYS: `1:${one},2:${two}`,
  GUICHE_PEPPER: await wrap(plain.GUICHE_PEPPER, 'GUICHE_PEPPER'),
  GUICHE_ADMIN_TOKEN: await wrap(plain.GUICHE_ADMIN_TOKEN, 'GUICHE_ADMIN_TOKEN'),
  DATABASE_URL: plain.DATABASE_URL,
}

const refuses = (problem: string, text: RegExp) => (error: unknown) => {
  assert(error instanceof ConfigError, String(error))
  assert.equal(error.problem, problem)
  assert.match(error.sentence.pt, text)
  return true
}

test('the settings are those that were wrapped', async () => {
  assert.match(wrapped.GUICHE_PEPPER, /^vault:v1:/)
  const { secrets, custody } = readConfig(await unwrapSecrets(wrapped))
  assert.equal(custody, 'vault')
  assert.deepEqual(
    [...secrets.masterKeys].map(([version, key]) => [version, key.toString('base64')]),
    plain.GUICHE_MASTER_KEYS.map((key, index) => [index + 1, key]),
  )
  assert.equal(secrets.peppers.get(1)?.toString(), plain.GUICHE_PEPPER)
  assert.equal(secrets.adminToken, plain.GUICHE_ADMIN_TOKEN)
})

test('wrapped values and the token come from files', async () => {
  const file = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, `${text}\n`, { mode: 0o600 })
    return path
  }
  const { VAULT_TOKEN, GUICHE_PEPPER, ...others } = wrapped
  const opened = await unwrapSecrets({
    ...others,
    VAULT_TOKEN_FILE: file('token', VAULT_TOKEN),
    GUICHE_PEPPER_FILE: file('pepper', GUICHE_PEPPER),
  })
  assert.equal(readConfig(opened).secrets.peppers.get(1)?.toString(), plain.GUICHE_PEPPER)
})

const liveTokens = async () => {
  const { data } = await administer(vault, 'GET', 'sys/internal/counters/tokens')
  const counters = data?.counters as { service_tokens: { total: number } } | undefined
  return counters?.service_tokens.total
}

test('an AppRole logs in for the start, and its token is revoked', async () => {
  const before = await liveTokens()
  const { VAULT_TOKEN: _, ...others } = wrapped
  const approle = { ...others, VAULT_ROLE_ID: roleId, VAULT_SECRET_ID: secretId }
  const opened = await unwrapSecrets(approle)
  assert.equal(opened.GUICHE_PEPPER, plain.GUICHE_PEPPER)
  assert.equal(await liveTokens(), before)
  await assert.rejects(
    unwrapSecrets({ ...approle, VAULT_SECRET_ID: 'another' }),
    refuses('custody-denied', /recusa estas credenciais/),
  )
})

test('a value of one setting does not open as another', async () => {
  await assert.rejects(
    unwrapSecrets({ ...wrapped, GUICHE_PEPPER: wrapped.GUICHE_ADMIN_TOKEN }),
    refuses('custody-cannot-open', /não abre GUICHE_PEPPER \(.*authentication failed\)/),
  )
})

test('a pepper becomes version 1 of the list, and a token the previous one', async () => {
  const { GUICHE_PEPPER, GUICHE_ADMIN_TOKEN, ...others } = wrapped
  const opened = await unwrapSecrets({
    ...others,
    GUICHE_PEPPERS: `1:${GUICHE_PEPPER}`,
    GUICHE_ADMIN_TOKEN: randomBase62(48),
    GUICHE_ADMIN_TOKEN_PREVIOUS: GUICHE_ADMIN_TOKEN,
  })
  assert.equal(opened.GUICHE_PEPPERS, `1:${plain.GUICHE_PEPPER}`)
  assert.equal(opened.GUICHE_ADMIN_TOKEN_PREVIOUS, plain.GUICHE_ADMIN_TOKEN)
  const inPlace = await unwrapSecrets({ ...wrapped, GUICHE_PEPPER: `1:${GUICHE_PEPPER}` })
  assert.equal(inPlace.GUICHE_PEPPER, `1:${plain.GUICHE_PEPPER}`)
})

test('a value opens after its key was replaced, until the old version is forbidden', async () => {
  await administer(vault, 'POST', 'transit/keys/guiche/rotate')
  assert.equal((await unwrapSecrets(wrapped)).GUICHE_PEPPER, plain.GUICHE_PEPPER)
  const moved = {
    ...env,
    GUICHE_PEPPER: await wrap(plain.GUICHE_PEPPER, 'GUICHE_PEPPER'),
  }
  assert.match(moved.GUICHE_PEPPER, /^vault:v2:/)
  await administer(vault, 'POST', 'transit/keys/guiche/config', { min_decryption_version: 2 })
  assert.equal((await unwrapSecrets(moved)).GUICHE_PEPPER, plain.GUICHE_PEPPER)
  await assert.rejects(unwrapSecrets(wrapped), refuses('custody-cannot-open', /too old/))
  await administer(vault, 'POST', 'transit/keys/guiche/config', { min_decryption_version: 1 })
})

test('a token without rights, or that is unknown, is refused', async () => {
  const { auth } = await administer(vault, 'POST', 'auth/token/create', { policies: ['default'] })
  for (const VAULT_TOKEN of [auth?.client_token, 'hvs.unknown'])
    await assert.rejects(
      unwrapSecrets({ ...wrapped, VAULT_TOKEN }),
      refuses('custody-denied', /permission denied|invalid token/),
    )
})

const badSettings: readonly (readonly [
  what: string,
  change: Record<string, string | undefined>,
  problem: string,
  text: RegExp,
])[] = [
  [
    'a key that Vault does not have',
    { GUICHE_CUSTODY_KEY: 'transit/other', VAULT_TOKEN: vault.rootToken },
    'custody-cannot-open',
    /GUICHE_CUSTODY_KEY/,
  ],
  ['no key', { GUICHE_CUSTODY_KEY: undefined }, 'custody-setting-missing', /GUICHE_CUSTODY_KEY/],
  ['no address', { VAULT_ADDR: undefined }, 'custody-setting-missing', /VAULT_ADDR/],
  [
    'an address without TLS',
    { VAULT_ADDR: 'http://vault.exemplo.com.br:8200' },
    'custody-address-not-https',
    /VAULT_ADDR deve ser um endereço https/,
  ],
  ['no credentials', { VAULT_TOKEN: undefined }, 'secret-missing', /VAULT_ROLE_ID/],
  [
    'an authority that cannot be read',
    { VAULT_CACERT: join(folder, 'none') },
    'custody-file-unreadable',
    /VAULT_CACERT/,
  ],
  [
    'a plain master key',
    { GUICHE_MASTER_KEYS: `1:${one},2:${masterKey()}` },
    'custody-plain',
    /guiche secrets wrap GUICHE_MASTER_KEYS/,
  ],
  ['a plain pepper', { GUICHE_PEPPER: randomBase62(48) }, 'custody-plain', /GUICHE_PEPPER/],
  [
    'a value of another custody',
    { GUICHE_PEPPER: 'aws-kms:AAAA' },
    'custody-not-set',
    /GUICHE_CUSTODY=aws-kms/,
  ],
  ['wrapped values without custody', { GUICHE_CUSTODY: undefined }, 'custody-not-set', /=vault/],
  ['an unknown custody', { GUICHE_CUSTODY: 'gcp' }, 'not-one-of', /none, vault, aws-kms/],
  [
    'a service that is not there',
    { VAULT_ADDR: 'http://127.0.0.1:1' },
    'custody-unreachable',
    /não responde \(ECONNREFUSED\)/,
  ],
]
for (const [what, change, problem, text] of badSettings)
  test(`${what} is one sentence`, async () => {
    await assert.rejects(unwrapSecrets({ ...wrapped, ...change }), refuses(problem, text))
  })

test('without custody the environment stays as it is', async () => {
  const unset = { GUICHE_MODE: 'production', GUICHE_PEPPER: plain.GUICHE_PEPPER }
  assert.deepEqual(await unwrapSecrets(unset), unset)
})

// The last one: nothing opens this Vault again.
test('a sealed Vault does not respond, after three tries', async () => {
  await administer(vault, 'POST', 'sys/seal')
  await assert.rejects(unwrapSecrets(wrapped), refuses('custody-unreachable', /HTTP 503/))
})
