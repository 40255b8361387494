import assert from 'node:assert/strict'
import { createHash, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { cents } from '../../primitives/money.ts'
import { decrypt, openToken } from './open-token.ts'
import { readTokenFields, type TokenFields } from './token-fields.ts'
import { sharedSecret, tokenKey } from './token-key.ts'
import { verifyToken } from './verify-token.ts'

const vector = (name: string): string =>
  readFileSync(new URL(`../../../test/vectors/device-pay/${name}`, import.meta.url), 'utf8')

const root = vector('wallet-root.pem')

/**
 * One library keeps only the inner part of its token. The outer part is unsigned, so any will do.
 */
const wrapped = (paymentData: unknown): unknown => ({
  paymentData,
  paymentMethod: { displayName: 'MasterCard', network: 'MasterCard', type: 'credit' },
  transactionIdentifier: '',
})

const tokens = {
  gala: {
    token: wrapped(JSON.parse(vector('gala-token.json'))),
    privateKey: vector('gala-key.pem'),
    merchantIdentifier: 'merchant.test.spreedly.123merchant',
    signedAt: new Date('2021-09-01T19:03:06Z'),
    transactionId: 'f7f133694685bab2f44ae3a7b54e2c0d0d39a3bc73fa2e6b14a2baf628d6ce87',
  },
  'apple-pay-js': {
    token: JSON.parse(vector('apple-pay-js-token.json')),
    privateKey: vector('apple-pay-js-key.pem'),
    merchantIdentifier: 'merchant.basistheory.sales',
    signedAt: new Date('2023-09-13T13:49:38Z'),
    transactionId: '16bcfbb4e19a14644183df5220b8e0b257c118142f6b3f3ecf0b4a01a9210707',
  },
}

for (const [name, { token, signedAt, transactionId, privateKey, ...rest }] of Object.entries(
  tokens,
)) {
  const fields = fieldsOf(token)
  const payload = () =>
    JSON.parse(
      decrypt(fields, { privateKey, merchantIdentifier: rest.merchantIdentifier })?.toString(
        'utf8',
      ) ?? 'null',
    )

  test(`a genuine token is valid at the time it was signed, and not later: ${name}`, () => {
    const publicKeyHashes = [keyHash(privateKey)]
    assert.deepEqual(verifyToken(token, { root, publicKeyHashes }, signedAt), {
      ok: true,
      transactionId,
      signedAt,
    })
    assert.deepEqual(verifyToken(token, { root }, new Date(signedAt.getTime() + 300_001)), {
      ok: false,
      reason: 'stale',
    })
  })

  test(`a genuine token opens with its merchant’s key, and has its currency: ${name}`, () => {
    const { merchantIdentifier } = rest
    assert.equal(payload().paymentDataType, '3DSecure')
    assert.match(payload().applicationPrimaryAccountNumber, /^\d{16}$/)
    const payment = { amount: cents(payload().transactionAmount), now: signedAt }
    const opened = openToken(token, { privateKey, merchantIdentifier }, payment)
    assert.deepEqual(opened, { ok: false, reason: 'currency_mismatch' })
    const foreign = openToken(token, { privateKey, merchantIdentifier: 'merchant.other' }, payment)
    assert.deepEqual(foreign, { ok: false, reason: 'decrypt_failed' })
  })
}

test('secret, key and payload of the first token equal those of its library', () => {
  const { token, privateKey, merchantIdentifier } = tokens.gala
  const fields = fieldsOf(token)
  const secret = sharedSecret(createPrivateKey(privateKey), fields.ephemeralKey)
  assert.equal(secret.toString('base64'), 'yCUzDuNYTnUnANZEdxC7+DvPmqNslB2YWYn68SBsJHU=')
  assert.equal(
    tokenKey(secret, merchantIdentifier).toString('base64'),
    '3GTXJ4RuP/IhS23hsdOw2J2ecAZmC0RasbPIFdC3nQM=',
  )
  const payload = JSON.parse(
    decrypt(fields, { privateKey, merchantIdentifier })?.toString('utf8') ?? 'null',
  )
  assert.deepEqual(
    [payload.transactionAmount, payload.currencyCode, payload.paymentData.eciIndicator],
    [100, '840', undefined],
  )
})

test('the pinned root is the published one', () => {
  const fingerprint = new X509Certificate(root).fingerprint256.replaceAll(':', '')
  assert.equal(fingerprint, '63343ABFB89A6A03EBB57E9B3F5FA7BE7C4F5C756F3017B3A8C488C3653E9179')
})

function fieldsOf(token: unknown): TokenFields {
  const read = readTokenFields(token)
  assert(read.ok)
  return read.fields
}

function keyHash(privateKey: string): string {
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return createHash('sha256').update(der).digest('base64')
}
