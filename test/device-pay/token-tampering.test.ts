import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { mintToken } from '../../sandbox/wallet/mint-token.ts'
import { openWalletPki } from '../../sandbox/wallet/pki.ts'
import { openProcessingKey } from '../../sandbox/wallet/processing-keys.ts'
import type { DeviceToken } from '../../sandbox/wallet/token.ts'
import { openToken } from '../../src/device-pay/token/open-token.ts'
import { readTokenSignature } from '../../src/device-pay/token/token-signature.ts'
import { verifyToken } from '../../src/device-pay/token/verify-token.ts'
import { cents } from '../../src/primitives/money.ts'

const home = mkdtempSync(join(tmpdir(), 'guiche-wallet-'))
after(() => rmSync(home, { recursive: true }))
const pki = await openWalletPki(home)
const key = await openProcessingKey(home, 'cielo')
const now = new Date('2026-03-10T12:00:00Z')
const amount = cents(157_00)
const trust = { root: pki.root.certificate }
const token = await mintToken(pki, {
  amount,
  network: 'visa',
  now,
  encryptTo: key,
  applicationData: 'b3JkZXI=',
})
const { paymentData } = token
const { header } = paymentData

/** The text of a field with one bit of its bytes turned. */
function turned(text: string, encoding: 'base64' | 'hex', bit: number): string {
  const bytes = Buffer.from(text, encoding)
  const at = (bit >> 3) % bytes.length
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7))
  return bytes.toString(encoding)
}

const anyBit = fc.nat({ max: 2 ** 16 - 1 })
const signedParts: Readonly<Record<string, (bit: number) => DeviceToken>> = {
  data: (bit) => ({
    ...token,
    paymentData: { ...paymentData, data: turned(paymentData.data, 'base64', bit) },
  }),
  ephemeralPublicKey: (bit) =>
    withHeader({ ephemeralPublicKey: turned(header.ephemeralPublicKey, 'base64', bit) }),
  transactionId: (bit) => withHeader({ transactionId: turned(header.transactionId, 'hex', bit) }),
  applicationData: (bit) =>
    withHeader({ applicationData: turned(header.applicationData ?? '', 'hex', bit) }),
}

for (const [part, turn] of Object.entries(signedParts)) {
  test(`no bit of ${part} can be turned`, () => {
    fc.assert(
      fc.property(anyBit, (bit) => !verifyToken(turn(bit), trust, now).ok),
      { numRuns: 150 },
    )
  })
}

test('no bit of the encrypted data can be flipped without failing decryption', () => {
  fc.assert(
    fc.property(anyBit, (bit) => {
      const opened = openToken(signedParts.data?.(bit), key, { amount, now })
      return !opened.ok && opened.reason === 'decrypt_failed'
    }),
    { numRuns: 300 },
  )
})

test('a changed bit of the signature is refused, or changes nothing else', () => {
  const verdict = verifyToken(token, trust, now)
  assert.equal(verdict.ok, true)
  fc.assert(
    fc.property(anyBit, (bit) => {
      const changed = {
        ...token,
        paymentData: { ...paymentData, signature: turned(paymentData.signature, 'base64', bit) },
      }
      const changedVerdict = verifyToken(changed, trust, now)
      if (changedVerdict.ok) assert.deepEqual(changedVerdict, verdict)
    }),
    { numRuns: 600 },
  )
})

test('a verified chain is refused under another root, and after its end', async () => {
  assert.equal(verifyToken(token, trust, now).ok, true)

  const otherHome = mkdtempSync(join(tmpdir(), 'guiche-wallet-'))
  after(() => rmSync(otherHome, { recursive: true }))
  const otherRoot = { root: (await openWalletPki(otherHome)).root.certificate }
  assert.deepEqual(verifyToken(token, otherRoot, now), { ok: false, reason: 'untrusted_chain' })

  const { validTo } = new X509Certificate(pki.root.certificate)
  const afterTheEnd = new Date(Date.parse(validTo) + 1_000)
  const late = await mintToken(pki, { amount, network: 'visa', now: afterTheEnd, encryptTo: key })
  assert.deepEqual(verifyToken(late, trust, afterTheEnd), { ok: false, reason: 'untrusted_chain' })
})

test('bytes that are not a signature are read to the end without an error', () => {
  const nested = Buffer.concat([
    Buffer.alloc(4_000, Buffer.from('3080', 'hex')),
    Buffer.alloc(4_000),
  ])
  const wide = Buffer.concat([
    Buffer.from('30820bb8', 'hex'),
    Buffer.alloc(3_000, Buffer.from('0500', 'hex')),
  ])
  for (const bytes of [nested, wide, Buffer.alloc(9_000), Buffer.alloc(0)]) {
    assert.equal(readTokenSignature(bytes), undefined)
  }
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      (bytes) => readTokenSignature(Buffer.from(bytes)) === undefined,
    ),
  )
})

function withHeader(change: Partial<DeviceToken['paymentData']['header']>): DeviceToken {
  return { ...token, paymentData: { ...paymentData, header: { ...header, ...change } } }
}
