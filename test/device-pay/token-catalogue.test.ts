import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  type Defect,
  defects,
  type MintOptions,
  mintToken,
} from '../../sandbox/wallet/mint-token.ts'
import { openWalletPki } from '../../sandbox/wallet/pki.ts'
import { openProcessingKey } from '../../sandbox/wallet/processing-keys.ts'
import { openToken } from '../../src/device-pay/token/open-token.ts'
import { replayDigest } from '../../src/device-pay/token/replay-digest.ts'
import type { TokenProblem } from '../../src/device-pay/token/token-problem.ts'
import { verifyToken } from '../../src/device-pay/token/verify-token.ts'
import { cents } from '../../src/primitives/money.ts'

/*
 * Everything that can be wrong with a token, by name (docs/design/device-wallet.md#token-defects).
 */

const home = mkdtempSync(join(tmpdir(), 'guiche-wallet-'))
after(() => rmSync(home, { recursive: true }))
const pki = await openWalletPki(home)
const key = await openProcessingKey(home, 'cielo')
const now = new Date('2026-03-10T12:00:00Z')
const amount = cents(157_00)
const applicationData = Buffer.from('account, host, order').toString('base64')
const applicationDataHash = createHash('sha256').update('account, host, order').digest('hex')

const trust = { root: pki.root.certificate, publicKeyHashes: [key.publicKeyHash] }
const mint = (options: Partial<MintOptions> = {}) =>
  mintToken(pki, { amount, network: 'visa', now, encryptTo: key, applicationData, ...options })

/** The result of the check before the token is decrypted, and of the check after it. */
function judge(token: unknown): TokenProblem | 'good' {
  const verdict = verifyToken(token, trust, now, applicationDataHash)
  if (!verdict.ok) return verdict.reason
  const opened = openToken(token, key, { amount, now })
  return opened.ok ? 'good' : opened.reason
}

const expected: Record<Defect, TokenProblem | 'good'> = {
  'wrong-version': 'unsupported_version',
  'rsa-version': 'unsupported_version',
  'missing-payment-data': 'malformed',
  'missing-version': 'malformed',
  'missing-data': 'malformed',
  'missing-signature': 'malformed',
  'missing-header': 'malformed',
  'missing-ephemeral-public-key': 'malformed',
  'missing-public-key-hash': 'malformed',
  'missing-transaction-id': 'malformed',
  'missing-payment-method': 'malformed',
  'missing-network': 'malformed',
  'missing-transaction-identifier': 'malformed',
  'number-for-text': 'malformed',
  'extra-fields': 'good',
  'base64-newline': 'malformed',
  'base64-url-alphabet': 'malformed',
  'base64-padding': 'malformed',
  'hex-odd-length': 'malformed',
  'hex-upper-case': 'good',
  'flipped-data': 'digest_mismatch',
  'flipped-signature': 'bad_signature',
  'flipped-ephemeral-public-key': 'malformed', // Off the curve.
  'flipped-transaction-id': 'digest_mismatch',
  'flipped-application-data': 'digest_mismatch',
  'removed-application-data': 'digest_mismatch',
  'header-of-another': 'digest_mismatch',
  'unknown-processing-key': 'unknown_processing_key',
  'trailing-bytes': 'bad_signature_structure',
  'signature-of-1-megabyte': 'malformed',
  'huge-data': 'malformed',
  'huge-token': 'malformed',
  'ephemeral-p384': 'malformed',
  'ephemeral-off-curve': 'malformed',
  'ephemeral-infinity': 'malformed',
  'ephemeral-compressed': 'malformed',
  'data-shorter-than-tag': 'malformed',
  'no-signer': 'bad_signature_structure',
  'two-signers': 'bad_signature_structure',
  'one-certificate': 'bad_signature_structure',
  'no-certificates': 'bad_signature_structure',
  'extra-leaf-self-made-signer': 'bad_signature_structure',
  'no-signing-time': 'bad_signature_structure',
  'no-message-digest': 'bad_signature_structure',
  'no-signed-attributes': 'bad_signature_structure',
  'content-inside': 'bad_signature_structure',
  sha1: 'bad_signature_structure',
  'leaf-without-marker': 'bad_certificates',
  'leaf-is-an-authority': 'bad_certificates',
  'leaf-on-p384': 'bad_certificates',
  'two-leaves': 'bad_certificates',
  'intermediate-without-marker': 'bad_certificates',
  'intermediate-not-an-authority': 'bad_certificates',
  'markers-swapped': 'bad_certificates',
  'foreign-root': 'untrusted_chain',
  'root-of-the-same-name': 'untrusted_chain',
  'leaf-of-another-authority': 'untrusted_chain',
  'leaf-expired': 'untrusted_chain',
  'leaf-not-yet-valid': 'untrusted_chain',
  'intermediate-expired': 'untrusted_chain',
  'self-made-signer': 'signer_mismatch',
  'signed-by-intermediate': 'signer_mismatch',
  'digest-of-something-else': 'digest_mismatch',
  'wrong-content-type': 'digest_mismatch',
  'forged-signature': 'bad_signature',
  'signed-6-minutes-ago': 'stale',
  'signed-2-minutes-ahead': 'stale',
  'bound-to-something-else': 'wrong_binding',
  'encrypted-to-another-key': 'decrypt_failed',
  'corrupt-ciphertext': 'decrypt_failed',
  'truncated-tag': 'decrypt_failed',
  'payload-not-json': 'malformed_payload',
  'payload-json-array': 'malformed_payload',
  'no-cryptogram': 'malformed_payload',
  'currency-840': 'currency_mismatch',
  'amount-plus-one': 'amount_mismatch',
  emv: 'unsupported_payment_data',
  'card-expired': 'card_expired',
  'bad-card-number': 'bad_card_number',
  'no-eci': 'good',
  'extra-payload-keys': 'good',
}

for (const defect of defects) {
  for (const form of ['BER', 'DER'] as const) {
    const promise =
      expected[defect] === 'good' ? 'is taken all the same' : `is refused as ${expected[defect]}`
    test(`a token with ${defect}, in ${form}, ${promise}`, async () => {
      assert.equal(judge(await mint({ defect, form })), expected[defect])
    })
  }
}

for (const form of ['BER', 'DER'] as const) {
  test(`a valid token is verified and decrypted, in ${form}`, async () => {
    const token = await mint({ form })
    assert.deepEqual(verifyToken(token, trust, now), {
      ok: true,
      transactionId: token.paymentData.header.transactionId,
      signedAt: now,
      applicationDataHash,
    })
    const opened = openToken(token, key, { amount, now })
    assert(opened.ok)
    const { cryptogram, ...rest } = opened.payload
    assert.equal(Buffer.from(cryptogram, 'base64').length, 20)
    assert.deepEqual(rest, {
      number: '4895370012001084',
      expirationMonth: 12,
      expirationYear: 2049,
      eci: '7',
    })
  })
}

test('an unbound token is refused only where a binding is required', async () => {
  const { applicationData: _, ...options } = {
    amount,
    network: 'visa' as const,
    now,
    encryptTo: key,
    applicationData,
  }
  const token = await mintToken(pki, options)
  assert.deepEqual(verifyToken(token, trust, now, applicationDataHash), {
    ok: false,
    reason: 'wrong_binding',
  })
  assert.equal(verifyToken(token, trust, now).ok, true)
})

test('an indicator that the network did not send stays absent', async () => {
  const opened = openToken(await mint({ defect: 'no-eci' }), key, { amount, now })
  assert(opened.ok)
  assert.equal('eci' in opened.payload, false)
})

test('a token that is not an object is malformed', () => {
  const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  for (const token of [
    undefined,
    null,
    7,
    'token',
    [],
    {},
    { paymentData: null },
    { paymentData: [] },
    { deep },
  ]) {
    assert.deepEqual(verifyToken(token, trust, now), { ok: false, reason: 'malformed' })
  }
})

test('a token is recognized in every encoding, and two tokens stay different', async () => {
  const token = await mint()
  const { header } = token.paymentData
  const inCapitals = {
    ...token,
    paymentData: {
      ...token.paymentData,
      header: { ...header, transactionId: header.transactionId.toUpperCase() },
    },
    transactionIdentifier: 'another',
  }
  assert.equal(replayDigest(token)?.length, 32)
  assert.deepEqual(replayDigest(inCapitals), replayDigest(token))
  assert.notDeepEqual(replayDigest(await mint()), replayDigest(token))
  assert.equal(replayDigest({}), undefined)
})

/** The token with the last 32 bytes of its data as transaction id, and that id as its binding. */
function recut(token: Awaited<ReturnType<typeof mintToken>>) {
  const { header, data } = token.paymentData
  const bytes = Buffer.from(data, 'base64')
  return {
    ...token,
    paymentData: {
      ...token.paymentData,
      data: bytes.subarray(0, -32).toString('base64'),
      header: {
        ...header,
        transactionId: bytes.subarray(-32).toString('hex'),
        applicationData: header.transactionId,
      },
    },
  }
}

test('a token with its fields cut at other bytes verifies, and is the same token', async () => {
  const { applicationData: _, ...options } = {
    amount,
    network: 'visa' as const,
    now,
    encryptTo: key,
    applicationData,
  }
  const token = await mintToken(pki, options)
  const other = recut(token)
  assert.equal(verifyToken(other, trust, now).ok, true)
  assert.deepEqual(replayDigest(other), replayDigest(token))
  assert.deepEqual(openToken(other, key, { amount, now }), { ok: false, reason: 'decrypt_failed' })
})
