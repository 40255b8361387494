import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { CreateKeyCommand, DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { openCustody, settingOf, unwrapSecrets } from '../../src/config/custody/unwrap-secrets.ts'
import { ConfigError } from '../../src/primitives/config-error.ts'
import { randomBase62 } from '../../src/primitives/id.ts'
import { containerToken, startKmsServer, webIdentityToken } from '../kit/kms-server.ts'

/* The secrets of a start are opened by AWS KMS. AWS's own client is the witness on both sides. */

const folder = mkdtempSync(join(tmpdir(), 'guiche-kms-'))
const permanent = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: randomBase62(40) }
const server = await startKmsServer(permanent)
after(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})
const env = {
  GUICHE_CUSTODY: 'aws-kms',
  GUICHE_CUSTODY_KEY: 'alias/guiche',
  AWS_REGION: 'sa-east-1',
  AWS_ENDPOINT_URL_KMS: server.url,
  AWS_ACCESS_KEY_ID: permanent.accessKeyId,
  AWS_SECRET_ACCESS_KEY: permanent.secretAccessKey,
}
const pepper = randomBase62(48)
const wrap = async (settings: Readonly<Record<string, string | undefined>> = env) => {
  const custody = await openCustody(settings)
  return custody?.wrap(pepper, settingOf('GUICHE_PEPPER')) ?? ''
}
const GUICHE_PEPPER = await wrap()
const opened = async (settings: Readonly<Record<string, string | undefined>>) =>
  (await unwrapSecrets(settings)).GUICHE_PEPPER

const refuses = (problem: string, text: RegExp) => (error: unknown) => {
  assert(error instanceof ConfigError, String(error))
  assert.equal(error.problem, problem)
  assert.match(error.sentence.pt, text)
  return true
}

const EncryptionContext = { 'guiche:setting': 'GUICHE_PEPPERS' }
const blobOf = (wrapped: string) => Buffer.from(wrapped.replace('aws-kms:', ''), 'base64')

test("AWS's own client opens what the gateway wraps, and the other way round", async (t) => {
  const client = new KMSClient({
    ...{ region: 'sa-east-1', endpoint: server.url, credentials: permanent },
  })
  t.after(() => client.destroy())
  const { Plaintext } = await client.send(
    new DecryptCommand({
      CiphertextBlob: blobOf(GUICHE_PEPPER),
      KeyId: server.keyId,
      EncryptionContext,
    }),
  )
  assert.equal(Buffer.from(Plaintext ?? []).toString(), pepper)
  const { CiphertextBlob } = await client.send(
    new EncryptCommand({
      KeyId: 'alias/guiche',
      Plaintext: Buffer.from(pepper),
      EncryptionContext,
    }),
  )
  const wrapped = `aws-kms:${Buffer.from(CiphertextBlob ?? []).toString('base64')}`
  assert.equal(await opened({ ...env, GUICHE_PEPPER: wrapped }), pepper)
  assert.deepEqual(server.contexts.at(-1), EncryptionContext)
})

test('a value of one setting does not open as another', async () => {
  await assert.rejects(
    unwrapSecrets({ ...env, GUICHE_ADMIN_TOKEN: GUICHE_PEPPER }),
    refuses('custody-cannot-open', /não abre GUICHE_ADMIN_TOKEN \(InvalidCiphertextException\)/),
  )
})

test('credentials come from a web identity or from the agent of a container', async () => {
  const { AWS_ACCESS_KEY_ID: _, AWS_SECRET_ACCESS_KEY: __, ...others } = { ...env, GUICHE_PEPPER }
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const webIdentity = {
    ...others,
    AWS_ROLE_ARN: 'arn:aws:iam::111122223333:role/guiche',
    AWS_WEB_IDENTITY_TOKEN_FILE: file('identity', `${webIdentityToken}\n`),
    AWS_ENDPOINT_URL_STS: server.url,
  }
  assert.equal(await opened(webIdentity), pepper)
  const container = {
    ...others,
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${server.url}/container`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file('container', containerToken),
  }
  assert.equal(await opened(container), pepper)

  const expired = { ...webIdentity, AWS_WEB_IDENTITY_TOKEN_FILE: file('expired', 'x') }
  await assert.rejects(opened(expired), refuses('custody-denied', /HTTP 400/))
  const foreign = { ...container, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file('other', 'x') }
  await assert.rejects(opened(foreign), refuses('custody-denied', /HTTP 401/))
  const elsewhere = {
    ...container,
    AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://credentials.example/container',
  }
  await assert.rejects(opened(elsewhere), refuses('custody-address-not-https', /FULL_URI/))
  await assert.rejects(opened(others), refuses('aws-credentials-missing', /AWS_ACCESS_KEY_ID/))
})

test('a throttled call is repeated, and a third time is the last', async () => {
  server.throttle(2)
  assert.equal(await opened({ ...env, GUICHE_PEPPER }), pepper)
  server.throttle(3)
  await assert.rejects(
    opened({ ...env, GUICHE_PEPPER }),
    refuses('custody-unreachable', /HTTP 400/),
  )
})

const refusals: readonly (readonly [string, Record<string, string | undefined>, string, RegExp])[] =
  [
    [
      'a wrong secret of the credentials',
      { AWS_SECRET_ACCESS_KEY: randomBase62(40) },
      'custody-denied',
      /InvalidSignatureException/,
    ],
    [
      'unknown credentials',
      { AWS_ACCESS_KEY_ID: 'AKIAUNKNOWN' },
      'custody-denied',
      /UnrecognizedClientException/,
    ],
    [
      'a session token that the credentials do not have',
      { AWS_SESSION_TOKEN: 'x' },
      'custody-denied',
      /UnrecognizedClientException/,
    ],
    [
      'a key that does not exist',
      { GUICHE_CUSTODY_KEY: 'alias/other' },
      'custody-cannot-open',
      /NotFoundException/,
    ],
    ['no region', { AWS_REGION: undefined }, 'custody-setting-missing', /AWS_DEFAULT_REGION/],
    [
      'an endpoint without TLS',
      { AWS_ENDPOINT_URL_KMS: 'http://kms.example' },
      'custody-address-not-https',
      /AWS_ENDPOINT_URL_KMS/,
    ],
  ]
for (const [what, change, problem, text] of refusals)
  test(`${what} is one sentence`, async () => {
    await assert.rejects(opened({ ...env, GUICHE_PEPPER, ...change }), refuses(problem, text))
  })

/** Another program that simulates AWS, such as moto (`npm run custody-check`). */
const elsewhere = process.env.GUICHE_TEST_KMS
if (elsewhere)
  test('a simulator of AWS by others opens and wraps', async (t) => {
    const client = new KMSClient({
      ...{ region: 'sa-east-1', endpoint: elsewhere, credentials: permanent },
    })
    t.after(() => client.destroy())
    const { KeyMetadata } = await client.send(new CreateKeyCommand({}))
    const settings = {
      ...env,
      AWS_ENDPOINT_URL_KMS: elsewhere,
      GUICHE_CUSTODY_KEY: KeyMetadata?.KeyId ?? '',
    }
    const wrapped = await wrap(settings)
    assert.equal(await opened({ ...settings, GUICHE_PEPPER: wrapped }), pepper)
    const { Plaintext } = await client.send(
      new DecryptCommand({ CiphertextBlob: blobOf(wrapped), EncryptionContext }),
    )
    assert.equal(Buffer.from(Plaintext ?? []).toString(), pepper)
    await assert.rejects(
      unwrapSecrets({ ...settings, GUICHE_ADMIN_TOKEN: wrapped }),
      refuses('custody-cannot-open', /InvalidCiphertextException/),
    )
    const {
      AWS_ACCESS_KEY_ID: _,
      AWS_SECRET_ACCESS_KEY: __,
      ...others
    } = { ...settings, GUICHE_PEPPER: wrapped }
    writeFileSync(join(folder, 'moto'), webIdentityToken)
    const byWebIdentity = {
      ...others,
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/guiche',
      AWS_WEB_IDENTITY_TOKEN_FILE: join(folder, 'moto'),
      AWS_ENDPOINT_URL_STS: elsewhere,
    }
    assert.equal(await opened(byWebIdentity), pepper)
  })
