import assert from 'node:assert/strict'
import { createECDH, createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { test } from 'node:test'
import { cents } from '../../primitives/money.ts'
import { decrypt, openToken } from './open-token.ts'
import { sharedSecret, tokenKey } from './token-key.ts'

/**
 * One fixed encryption with every intermediate value (docs/design/device-wallet.md#test-vectors).
 */

const processing = '3fe7280b56f4a768d7ba8b43644cc34afa99697fd432481d77d125b9b0b48d26'
const ephemeral = '495ab435ed697e1631e3f31e40421fefb4acd67bcad4e0fc329b043b6a5ec34f'
const merchantIdentifier = 'merchant.sandbox.device-pay'
const transactionId = 'a99e99d386b8c9877ddf3b58998540d9370ffade541c53d7e5f056d98c41df22'
const publicKeyHash = 'wk0MVDGXEjeXBNYF0pm7QGxj4y6hE3BuTs4Vzs4Lzps='
const ephemeralPublicKey =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEkhbfi3WbTDVyPMOfPYkcQQDLh/cxm+7Jpw0r+6rjLnaZfDfrkikHT7j8X980/tGYjC1nsK0LBRGe2JADRAzaJg=='
const data =
  'PmMcrmuRXzJHLFwKIVo6+kAcJC08jh4/TDb/QifYAybGxojDTU07772cedk1bTNhLMKXb/NRlCREu1dc//jPuFVH43x+Whg3V3KPIlj++0OcsGM8lAdSiPrwgXW3P+HAUokpBc970hajHuBUUdwmOokkb01YO8a0HiLmXpVWHzxbMQOcDtdc6eidev0Jv5iua9kC8yqJPSpTiZPr7odz/zbya0foxXYbNpu3844+5+K1Y4Iau/6WqWahqE893+y6NYa1YkGb7plosxxVV4dyJSqV28l50o6rldNr8pOSXX30y/KPGFq/ZkjHQS3Kzwee0nNc/dpzBVhMQPny/luL6ie9XLSu15xH5t8wVFjpxd+zyNPGwHLpqOjFrHDI6K3oLuteJ00v8X9FMsIpc2w++RzIHxMcIWJEoRO+Hy/IktjX'
const plaintext =
  '{"applicationPrimaryAccountNumber":"4895370012003478","applicationExpirationDate":"301231","currencyCode":"986","transactionAmount":15700,"deviceManufacturerIdentifier":"040010030273","paymentDataType":"3DSecure","paymentData":{"onlinePaymentCryptogram":"AAECAwQFBgcICQoLDA0ODxAREhM=","eciIndicator":"7"}}'

const privateKey = pemOf(processing)
const ephemeralKey = createPublicKey({
  key: Buffer.from(ephemeralPublicKey, 'base64'),
  format: 'der',
  type: 'spki',
})

test('both sides agree on the secret and the key', () => {
  const secret = sharedSecret(createPrivateKey(privateKey), ephemeralKey)
  assert.equal(
    secret.toString('hex'),
    '88e2fb4d608a6483e7bed6a3a6ee2d4d9606a6e6b9361552dc06733c3a2a7562',
  )
  assert.deepEqual(
    sharedSecret(createPrivateKey(pemOf(ephemeral)), createPublicKey(privateKey)),
    secret,
  )
  const key = tokenKey(secret, merchantIdentifier).toString('hex')
  assert.equal(key, 'a71ca648446ccad1639c0aec8bdbeefa14f5b16d78c6181daad5a9feb300e618')
})

test('the decrypted data equals the published bytes', () => {
  const fields = { data: Buffer.from(data, 'base64'), ephemeralKey }
  assert.equal(decrypt(fields, { privateKey, merchantIdentifier })?.toString('utf8'), plaintext)
  assert.equal(decrypt(fields, { privateKey, merchantIdentifier: 'merchant.other' }), undefined)
})

test('the opened token is a card, its cryptogram and its indicator', () => {
  const opened = openToken(
    token(),
    { privateKey, merchantIdentifier },
    { amount: cents(157_00), now },
  )
  const payload = {
    number: '4895370012003478',
    expirationMonth: 12,
    expirationYear: 2030,
    cryptogram: 'AAECAwQFBgcICQoLDA0ODxAREhM=',
    eci: '7',
  }
  assert.deepEqual(opened, { ok: true, payload })
})

test('the published hashes are those of the published bytes', () => {
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  assert.equal(createHash('sha256').update(der).digest('base64'), publicKeyHash)
  const signed = [
    Buffer.from(ephemeralPublicKey, 'base64'),
    Buffer.from(data, 'base64'),
    Buffer.from(transactionId, 'hex'),
  ]
  assert.equal(Buffer.concat(signed).length, 444)
  const digest = createHash('sha256').update(Buffer.concat(signed)).digest('hex')
  assert.equal(digest, 'ce9d8590b3f31ea7cb236a62c63d8a7bd706551615650a17addad91c870f9b3d')
})

const now = new Date('2026-03-10T12:00:00Z')

const token = () => ({
  paymentData: {
    version: 'EC_v1',
    data,
    signature: 'MAA=', // Not checked when a token is opened.
    header: { ephemeralPublicKey, publicKeyHash, transactionId },
  },
  paymentMethod: { displayName: 'Visa 3478', network: 'Visa', type: 'credit' },
  transactionIdentifier: transactionId,
})

/** A raw P-256 scalar as SEC 1 in PEM. */
function pemOf(scalar: string): string {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(scalar, 'hex')
  const der = Buffer.concat([
    Buffer.from('30770201010420', 'hex'),
    Buffer.from(scalar, 'hex'),
    Buffer.from('a00a06082a8648ce3d030107a144034200', 'hex'),
    ecdh.getPublicKey(),
  ])
  return `-----BEGIN EC PRIVATE KEY-----\n${der.toString('base64')}\n-----END EC PRIVATE KEY-----`
}
